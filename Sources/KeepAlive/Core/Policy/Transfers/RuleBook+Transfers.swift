/// The rules of background sessions of URLSession.
extension RuleBook {
    static let transferRules: [Rule] = [
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
            "UR-21", .reports, "7+",
            "no completion handler and no upload but of a file in a background session; a data task raises on iOS 7, and runs in the app from 8 on",
            from: .backgroundDownloads, "https://github.com/Alamofire/Alamofire/issues/740",
            "https://github.com/Alamofire/Alamofire/issues/315"),
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
}
