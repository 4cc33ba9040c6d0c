/// The rules from the articles on keeping an app alive. The ids of each subject start at a multiple of ten.
extension RuleBook {
    static let sampleRules: [Rule] = keepAliveSampleRules + wakeSampleRules

    private static let keepAliveSampleRules: [Rule] = [
        Rule("SD-01", .report, "13+", "iOS 13 and later: a scene not shown yet is unattached", from: .sample),
        Rule("SD-02", .report, "4-12", "up to iOS 12: an app not started yet, or ended, is not running", from: .sample),
        Rule("SD-03", .log, "", "the test for 'suspended': a timer that prints falls silent", from: .sample),
        Rule(
            "SD-04", .report, "",
            "5 s to save state at background entry, else a kill; a suspended app may vanish without notice",
            from: .modesArticle),
        Rule(
            "SD-05", .report, "", "a device may lack multitasking; isMultitaskingSupported says so",
            from: .modesArticle),
        Rule(
            "SD-10", .report, "", "begin in didEnterBackground; end in the handler and in willEnterForeground",
            from: .sample),
        Rule("SD-11", .measured, "12.4", "the sample's timer ran for 175 s on iOS 12.4", from: .sample),
        Rule("SD-12", .measured, "13.0", "the sample's timer ran for 31 s on iOS 13.0", from: .sample),
        Rule(
            "SD-13", .measured, "7+", "in general three minutes on iOS 7 to 12, and about 30 s from 13", from: .sample),
        Rule("SD-14", .report, "", "the renewal trick: every 5 s, below 10 s left, at most five times", from: .sample),
        Rule(
            "SD-15", .report, "", "several tasks may be live, and each must be ended by its identifier",
            from: .modesArticle),
        Rule("SD-16", .report, "", "on .invalid, log and go on without", from: .modesArticle),
        Rule(
            "SD-17", .report, "", "silence and location cost battery, and few apps need more than the short task",
            from: .sample, scope: .notApplicable(reason: "advice to developers")),
        Rule(
            "SD-20", .report, "", "silent audio: endless loop, started in the background, paused in the foreground",
            from: .sample),
        Rule(
            "SD-21", .report, "",
            "task, then audio: the player starts only in the expiration handler, and only if needed", from: .sample),
        Rule(
            "SD-22", .report, "",
            "the sample's session: playAndRecord that mixes, with Bluetooth on such a route, else the speaker",
            from: .sample),
        Rule("SD-23", .report, "", "play() may return false: turn on the audio background mode", from: .sample),
        Rule("SD-24", .reports, "", "audio in the background needs the audio mode", from: .articles),
        Rule(
            "SD-25", .report, "", "no suspension while audio plays; suspension when it stops",
            from: .modesArticle),
        Rule(
            "SD-26", .report, "", "in the foreground an app may always play; in the background its session decides",
            from: .modesArticle),
        Rule(
            "SD-27", .report, "", "large video apps finish their downloads that way", from: .sample,
            scope: .notApplicable(reason: "a remark on other apps")),
        Rule(
            "SD-30", .report, "",
            "location: always authorization, allowsBackgroundLocationUpdates in a try/catch, start", from: .sample),
        Rule("SD-31", .log, "", "without the mode the setter raises, and the sample catches it", from: .sample),
        Rule("SD-32", .report, "", "with it the app stays alive by itself", from: .sample),
    ]

    private static let wakeSampleRules: [Rule] = [
        Rule(
            "SD-40", .report, "",
            "background fetch: set an interval, which is never at first; 30 s; new data, no data or failed",
            from: .wakeArticle),
        Rule(
            "SD-41", .report, "",
            "silent push: aps holds content-available 1, the app's keys stand beside aps, results as with a fetch",
            from: .wakeArticle),
        Rule(
            "SD-42", .measured, "",
            "background session: transfers outlive suspension, kill and crash; a silent push often starts one",
            from: .wakeArticle, .sample),
        Rule(
            "SD-43", .report, "",
            "a finished download must be moved before the call returns; others tell of offsets and of bytes written",
            from: .wakeArticle),
        Rule(
            "SD-44", .report, "",
            "one completion handler per session identifier, a second one is an error; called when events are finished",
            from: .wakeArticle),
        Rule(
            "SD-45", .report, "13+",
            "refresh task: registered at launch, submitted at background entry for 15 min later, submits itself again",
            from: .sample),
        Rule("SD-46", .report, "13+", "a second identifier, for cleaning, is a processing task", from: .sample),
        Rule("SD-47", .report, "13+", "the debugger launches a task by its identifier", from: .sample),
        Rule(
            "SD-48", .report, "13+",
            "the handler notes each launch in a file of Documents, which Files shows by LSSupportsOpeningDocumentsInPlace",
            from: .sample),
        Rule(
            "SD-50", .reports, "",
            "voip of old: the system watches the tagged socket of a suspended app, and returns it with the wake",
            from: .modesArticle),
        Rule(
            "SD-51", .report, "",
            "keep-alive handler: called before each timeout, 30 s, else a kill; Apple says 10 s and a suspension",
            from: .modesArticle),
        Rule(
            "SD-52", .report, "", "a VoIP app that fails is started again, and must make its sockets anew",
            from: .modesArticle),
        Rule("SD-53", .report, "", "an app for calls declares audio too, beside voip", from: .modesArticle),
        Rule(
            "SD-54", .report, "",
            "PushKit: the token is written as lower-case hex; a push wakes the app; calls need CallKit",
            from: .modesArticle),
        Rule(
            "SD-60", .report, "",
            "local notifications: date, repeat, sound, text, badge; 128 at most; in the foreground a call, no alert",
            from: .modesArticle),
        Rule(
            "SD-70", .report, "",
            "CFBundleDocumentTypes decide which apps are offered a file: owners, then alternate, then default handlers; None is not offered",
            from: .sample),
        Rule(
            "SD-71", .report, "",
            "a file that is opened: the app comes to the foreground, openURL is called, and it shows a preview",
            from: .sample),
    ]
}
