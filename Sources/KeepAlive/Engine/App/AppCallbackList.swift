import KeepAlivePolicy

/// What the system calls an app with over the protocol, for the documentation and the schema.
package struct AppCallbackEntry: Sendable, Codable {
    /// The method.
    package var name: String
    /// Its parameters; empty for none.
    package var parameters: String
    /// What the app answers with, where the system waits for it; `nil` where it does not wait.
    package var answer: String?
    /// When it comes.
    package var summary: String

    private init(_ name: String, _ parameters: String = "", answer: String? = nil, _ summary: String) {
        self.name = name
        self.parameters = parameters
        self.answer = answer
        self.summary = summary
    }

    /// Those of the life cycle that the system waits for: the app is back from them with its answer, whatever that is.
    package static let lifeCycle = ["didFinishLaunching", "willResignActive", "didEnterBackground", "willTerminate"]

    /// All of them, in the order of the documentation.
    package static let all: [AppCallbackEntry] = [
        .init(
            "didFinishLaunching", "{launchOptions, state}", answer: "{handled?}",
            "application(_:didFinishLaunchingWithOptions:); handled false declines the URL (LC-14, LN-07)"),
        .init("didBecomeActive", "", "applicationDidBecomeActive, sceneDidBecomeActive"),
        .init(
            "willResignActive", "", answer: "null",
            "applicationWillResignActive, sceneWillResignActive: still in the foreground (LC-05), for 5 s at most"),
        .init(
            "didEnterBackground", "", answer: "null",
            "applicationDidEnterBackground, sceneDidEnterBackground: about 10 s (LC-08, LC-09)"),
        .init("willEnterForeground", "", "applicationWillEnterForeground, sceneWillEnterForeground"),
        .init("willTerminate", "", answer: "null", "applicationWillTerminate: about 5 s (LC-12)"),
        .init("didReceiveMemoryWarning", "", "applicationDidReceiveMemoryWarning (LC-22)"),
        .init("sceneDidDisconnect", "", "sceneDidDisconnect (LC-02)"),
        .init("openURL", "{url}", "application(_:open:options:), scene(_:openURLContexts:) (LN-07, LN-08)"),
        .init("backgroundTaskExpired", "{task}", "the expiration handler of a background task (BT-14)"),
        .init(
            "performFetch", "{kind}", answer: "{result}",
            "performFetchWithCompletionHandler: 30 s; result newData, noData or failed (WK-02)"),
        .init(
            "didReceiveRemoteNotification", "{userInfo}", answer: "{result}",
            "didReceiveRemoteNotification with its completion handler: 30 s (WK-04)"),
        .init(
            "launchHandler", "{identifier, kind}", answer: "{success?}",
            "the launch handler of a task; the answer is setTaskCompleted(success:) (BG-14, BG-18)"),
        .init(
            "wakeExpiring", "{kind, identifier?, call?}",
            "the expiration handler of a wake: its call must be answered within seconds (MD-13, BG-18)"),
        .init(
            "handleEventsForBackgroundURLSession", "{kind, identifier}", answer: "null",
            "the transfers of a session have ended: 30 s (UR-05)"),
        .init(
            "didReceiveIncomingPush", "{userInfo}", answer: "null",
            "a VoIP push: call reportNewIncomingCall first (WK-08)"),
        .init("keepAliveHandler", "{kind}", answer: "null", "the keep-alive handler of a VoIP app (WK-13)"),
        .init(
            "didCrossRegion",
            "{kind, identifier, entered?, latitude?, longitude?, radius?, notifyOnEntry?, notifyOnExit?}",
            answer: "null", "didEnterRegion, didExitRegion (CL-17)"),
        .init("didVisit", "{kind}", answer: "null", "didVisit (CL-19)"),
        .init("woken.KIND", "{kind, identifier?}", answer: "null", "another wake ('list events' has the kinds)"),
        .init("didReceiveLocalNotification", "{identifier}", "didReceiveLocalNotification (LN-04)"),
        .init("didUpdatePushCredentials", "{token}", "pushRegistry(_:didUpdate:for:) (SD-54)"),
        .init("didInvalidatePushToken", "", "pushRegistry(_:didInvalidatePushTokenFor:) (SD-54)"),
        .init("didWriteData", "{identifier, bytes, of}", "urlSession(_:downloadTask:didWriteData:…) (SD-43)"),
        .init("didResumeAtOffset", "{identifier, offset}", "urlSession(_:downloadTask:didResumeAtOffset:…) (SD-43)"),
        .init("didFinishDownloading", "{identifier}", "urlSession(_:downloadTask:didFinishDownloadingTo:) (SD-43)"),
        .init("didFailTransfer", "{identifier, code}", "urlSession(_:task:didCompleteWithError:) (UR-11)"),
        .init("urlSessionDidFinishEvents", "{identifier}", "urlSessionDidFinishEvents (UR-04, SD-44)"),
        .init("audioInterruptionBegan", "{reason, wasSuspended}", "interruptionNotification, began (AS-45, AS-48)"),
        .init("audioInterruptionEnded", "{shouldResume}", "interruptionNotification, ended (AS-46)"),
        .init("audioRouteChanged", "{route}", "routeChangeNotification (AS-52)"),
        .init("mediaServicesLost", "", "mediaServicesWereLostNotification (AS-20)"),
        .init("mediaServicesReset", "", "mediaServicesWereResetNotification (AS-54)"),
        .init("silenceSecondaryAudioHint", "{begins}", "silenceSecondaryAudioHintNotification (AS-53)"),
        .init("audioPlayerDidFinishPlaying", "{player}", "audioPlayerDidFinishPlaying"),
        .init("didChangeAuthorization", "{status}", "locationManagerDidChangeAuthorization"),
        .init(
            "didUpdateLocation",
            "{latitude, longitude, altitude, horizontalAccuracy, verticalAccuracy, speed, course, timestamp, purpose}",
            "didUpdateLocations, one fix; purpose is updates (CL-06), request (CL-21) or significantChange (CL-16)"),
        .init("didFailLocation", "{code}", "didFailWithError, kCLErrorDomain (CL-24 to CL-43)"),
        .init("didPauseLocationUpdates", "", "locationManagerDidPauseLocationUpdates (CL-12)"),
        .init("monitoringDidFail", "{identifier, code}", "monitoringDidFailFor (CL-17)"),
        .init("timerFired", "{timer}", "a timer that setTimer has set"),
    ]
}
