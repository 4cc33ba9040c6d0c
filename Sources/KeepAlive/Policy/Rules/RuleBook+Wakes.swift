/// Fetch, pushes, calls, background sessions, local notifications and documents.
extension RuleBook {
    static let wakeRules: [Rule] = pushAndFetchRules + backgroundSessionRules + deliveryRules

    private static let pushAndFetchRules: [Rule] = [
        Rule(
            "WK-01", .document, "7+",
            "fetch: never, until the app sets an interval; at most that often; needs the fetch mode",
            from: .fetchInterval),
        Rule(
            "WK-02", .log, "8.2", "performFetch has 30 s; overrunning it was seen to kill with 0x8badf00d",
            from: .logs, .backgroundTalk),
        Rule(
            "WK-03", .document, "7+", "what the app answers about new data changes when it is woken next",
            from: .guide),
        Rule(
            "WK-04", .log, "7+",
            "a silent push gives 30 s of wall clock; not calling the handler by then ends the app", from: .delegate,
            .backgroundTasks),
        Rule(
            "WK-05", .log, "13+",
            "a silent push has content-available 1 and nothing else in aps, type background, priority 5",
            from: .backgroundPush, .backgroundTalk),
        Rule(
            "WK-06", .document, "",
            "two or three silent pushes an hour; of more the latest is held back: a kill drops it, the user's launch delivers it",
            from: .backgroundPush, .backgroundTasks),
        Rule(
            "WK-07", .log, "7+", "a silent push does not launch an app that the user force-quit", from: .delegate
        ),
        Rule(
            "WK-08", .document, "13+",
            "a VoIP push that is not reported raises NSInternalInconsistencyException, but for an app in front or in a call",
            from: .pushKit,
            .projects),
        Rule(
            "WK-09", .log, "13+",
            "before that exception a log line, with Apple's typing error, says what the app must do", from: .logs,
            scope: .value),
        Rule(
            "WK-10", .engineer, "13+",
            "the call must be reported before the callback returns, else SIGABRT; about 7 s after the push 0xbaadca11 ends the app",
            from: "https://developer.apple.com/forums/thread/817976", .pushKit, .sigkill,
            "https://github.com/hiennguyen92/flutter_callkit_incoming/issues/522"),
        Rule(
            "WK-11", .reports, "13+",
            "an app that fails to report again and again may get no more VoIP pushes, but while it runs",
            from: .pushKit),
        Rule(
            "WK-12", .log, "", "a VoIP app that is resumed too often is killed with 0xbad22222", from: .sigkill),
        Rule(
            "WK-13", .log, "4-12",
            "setKeepAliveTimeout: 600 s at least, needs voip; 10 s to run, and an overrun suspends instead of killing",
            from: .keepAliveTimeout),
        Rule("WK-14", .document, "4-9", "an app with voip is launched in the background after a boot", from: .guide),
        Rule(
            "WK-15", .belief, "4-9", "an app with voip that fails, by its exit code, is launched again",
            from: .generalKnowledge),
        Rule(
            "WK-16", .document, "14.5+", "an extension may hand an encrypted VoIP push to the app, which launches it",
            from: .callKit),
        Rule(
            "WK-17", .reports, "10+",
            "CallKit shows calls; the provider performs actions, each within a minute; from 16 on an unanswered call ends after 60 s",
            from: .callProvider),
        Rule(
            "WK-18", .log, "10+",
            "the system activates the audio session of an answered call; before that, the app's own activation behind fails with '!pri'",
            from: .callProvider),
        Rule(
            "WK-19", .document, "3+",
            "registering for pushes is answered by a call with the token, which another launch may change",
            from: .registering),
        Rule(
            "WK-20", .document, "15+",
            "a location push runs the app's Location Push Service Extension, a process of its own; the app is not woken",
            from: .locationPush),
        Rule(
            "WK-21", .engineer, "16.1+",
            "a push that starts a Live Activity, or a new token of one, wakes the app; a push that updates or ends one does not",
            from: .activityPush),
        Rule(
            "WK-22", .reports, "16+",
            "an app that was built with the SDK of iOS 16 or later ends by a trap when it tags a socket for VoIP",
            from: "https://github.com/pjsip/pjproject/issues/3303", "https://github.com/pjsip/pjproject/issues/3253",
            "https://github.com/daltoniam/Starscream/issues/309"),
    ]

    private static let backgroundSessionRules: [Rule] = [
        Rule(
            "WK-23", .log, "12+",
            "after a boot silent pushes are held back for 300 s, after a long time without network for 900 s while in use",
            from: "https://stackoverflow.com/questions/58525436",
            "https://github.com/lionheart/openradar-mirror/issues/20555"),
        Rule(
            "WK-24", .log, "16.1+",
            "a Live Activity is requested in the foreground, else 'visibility'; the system ends it after eight hours",
            from: "https://github.com/loopandlearn/LoopFollow/issues/611", .activityPush),
        Rule(
            "WK-25", .reports, "9+", "a message of the watch app launches the phone's app in the background",
            from: "https://github.com/couchbase/couchbase-lite-ios/issues/1443"),
        Rule(
            "UR-01", .measured, "7+",
            "transfers belong to a process of the system, so neither suspension nor a kill by the system stops them",
            from: .sessionConfiguration),
        Rule(
            "UR-02", .measured, "7+",
            "the app is woken when all tasks are done or one needs credentials, unless it asked not to be",
            from: .sessionConfiguration, .guide),
        Rule(
            "UR-03", .document, "7+", "a transfer started in the background is discretionary, whatever the app says",
            from: .sessionConfiguration),
        Rule(
            "UR-04", .document, "7+",
            "handleEvents names the session; the app makes it anew, and calls the handler when events are finished",
            from: .guide, .sessionConfiguration),
        Rule(
            "UR-05", .measured, "12+",
            "that wake has 30 s: on iOS 12 a warning at 26 s and a kill at 31 s; the newer code is 0x2182bad3",
            from: .logs, .sigkill),
        Rule(
            "UR-06", .document, "7+",
            "an app that still runs when its transfers end gets plain delegate calls and no launch event", from: .guide),
        Rule(
            "UR-07", .log, "7+", "a force quit cancels all transfers, and nothing launches the app for them",
            from: .sessionConfiguration),
        Rule(
            "UR-08", .engineer, "7+",
            "each background resume doubles a delay for new tasks; the foreground, or outwaiting it twice, resets it",
            from: .rateLimiter),
        Rule(
            "UR-09", .measured, "12.4", "that delay was seen as 60, 120, 240 s and on",
            from: "one developer's measurement https://developer.apple.com/forums/thread/128813", scope: .value),
        Rule(
            "UR-10", .document, "",
            "with a debugger attached a background session does not run as on a user's device", from: .releaseBuild),
        Rule(
            "UR-11", .document, "7+",
            "a transfer has 7 days in all, over retries of its requests; then it fails, which is told as its end is",
            from: .resourceTimeout, .transferTimeoutThread),
        Rule(
            "UR-12", .document, "9+", "Low Power Mode may pause discretionary and background networking",
            from: .lowPowerGuide),
        Rule(
            "UR-13", .log, "4+",
            "about 10 s after the device is locked, completely protected files cannot be opened: EPERM was seen",
            from: .platformSecurity, "https://developer.apple.com/forums/thread/131051"),
        Rule(
            "UR-14", .measured, "8+",
            "HealthKit wakes an app with background delivery, not on a locked device; three times without an answer end it",
            from: .healthKit, "https://github.com/agencyenterprise/react-native-health/issues/217"),
        Rule(
            "UR-15", .document, "17.2+",
            "a push that starts a Live Activity wakes the app and gives it time to load what the activity needs",
            from: .liveActivity,
            scope: .notApplicable(reason: "no source says how long it has, and there is no Live Activity to show")),
        Rule(
            "UR-16", .log, "7+",
            "a background session waits for a connection, and tries again after network errors; no task fails for them",
            from: .waitsForConnectivity, .transferTimeoutThread),
        Rule(
            "UR-17", .document, "11+", "earliestBeginDate: a task does not begin before it, and may begin later",
            from: .earliestBeginDate),
        Rule(
            "UR-18", .document, "7+",
            "allowsCellularAccess, and from iOS 13 allowsConstrainedNetworkAccess, may forbid the network that is there",
            from: .sessionConfiguration, .constrainedNetwork),
        Rule(
            "UR-19", .measured, "7+",
            "a discretionary transfer may wait for power and Wi-Fi, and here it does; behind, three begin in five minutes on 26",
            from: .sessionConfiguration, .wakeArticle),
        Rule(
            "UR-20", .document, "7+",
            "resume data: what a cancelled or failed download has received stays, and a new task may go on from there",
            from: .resumeData),
        Rule(
            "UR-21", .document, "7+",
            "a background session takes no data task, no completion handler and no upload but from a file",
            from: .backgroundDownloads, "https://github.com/Alamofire/Alamofire/issues/740"),
        Rule(
            "UR-22", .document, "7+",
            "an invalidated session makes no new task, and lets go of its delegate when all of its tasks have ended",
            from: .sessionInvalidation),
        Rule(
            "UR-23", .reports, "7+",
            "when the system's process for transfers dies, each task of the app's background sessions fails with -997",
            from: "https://github.com/aws-amplify/aws-sdk-ios/issues/1472",
            "https://github.com/RonRadtke/react-native-blob-util/issues/320"),
    ]

    private static let deliveryRules: [Rule] = [
        Rule(
            "LN-01", .document, "4-9",
            "64 local notifications: the soonest are kept, a repeating one counts once, the rest is dropped silently",
            from: .localNotification),
        Rule(
            "LN-02", .document, "", "the older guide, and an article after it, allow 128 active local notifications",
            from: .guide, .modesArticle, scope: .value),
        Rule(
            "LN-03", .measured, "10+", "64 is believed to hold for user notifications too; Apple gives no number now",
            from: .developers, scope: .value),
        Rule(
            "LN-04", .document, "4-9", "in the foreground a local notification shows nothing and calls the delegate",
            from: .guide),
        Rule(
            "LN-05", .document, "",
            "when a local notification fires, a suspended app sleeps on until the user taps it",
            from: .guide),
        Rule(
            "LN-06", .document, "3.2+",
            "a file that is handed over is copied to Documents/Inbox, where the app may read and delete it",
            from: "Apple, documentation on opening documents"),
        Rule(
            "LN-07", .measured, "3+",
            "a URL launches into the foreground: launch options first, then application(_:open:options:)",
            from: .delegate, .applicationHeader),
        Rule(
            "LN-08", .belief, "13+",
            "an app with scenes gets URLs in the connection options or in scene(_:openURLContexts:)",
            from: .generalKnowledge),
        Rule(
            "LN-09", .document, "3-6",
            "launch options: URL, source app, remote and local notification, annotation, location, newsstand download",
            from: .applicationHeader, scope: .value),
        Rule(
            "LN-10", .document, "8+",
            "the user is asked once; without permission nothing is shown, provisional (12+) only quietly in the list",
            from: .askingPermission),
        Rule(
            "LN-11", .document, "10+",
            "in the foreground the delegate says what of a notification is shown; without a delegate nothing is",
            from: .handlingNotifications),
        Rule(
            "LN-12", .measured, "8+",
            "a tap opens the app, an action opens it or runs it in the background; the delegate hears of it",
            from: .handlingNotifications),
        Rule(
            "LN-13", .document, "8+",
            "actions are those of the category; the app hears of a dismissal only with customDismissAction",
            from: .notificationCategories),
        Rule(
            "LN-14", .document, "10+",
            "a calendar trigger fires at the next date that matches, in its own time zone or the device's",
            from: .calendarTrigger),
        Rule(
            "LN-15", .document, "10+", "an interval is longer than 0, and at least 60 s where it repeats",
            from: .intervalTrigger),
        Rule(
            "LN-16", .document, "8+",
            "a region trigger fires at entry or exit, and needs permission to use the location, when in use at least",
            from: .regionTrigger),
        Rule(
            "LN-17", .document, "10+",
            "a request takes the place of one with its identifier; pending and delivered ones can be read and removed",
            from: .notificationCentre),
        Rule(
            "LN-18", .document, "",
            "a notification sets the badge as it appears: 0 removes it, no number leaves it as it is",
            from: .notificationContent),
        Rule(
            "LN-19", .document, "4-9",
            "a fireDate that is past fires at once; without timeZone it is absolute; it repeats by calendar units",
            from: .localNotification),
        Rule(
            "LN-20", .document, "10+",
            "a push with the apns-collapse-id of an earlier one takes the place of what that one shows",
            from: .pushRequests),
        Rule(
            "LN-21", .reports, "11+",
            "Files shows an app's Documents with UIFileSharingEnabled and LSSupportsOpeningDocumentsInPlace, both",
            from: .fileProvider),
    ]
}
