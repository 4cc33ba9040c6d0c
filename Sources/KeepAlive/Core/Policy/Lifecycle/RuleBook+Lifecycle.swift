/// The rules of states, transitions and watchdogs.
extension RuleBook {
    static let lifecycleRules: [Rule] = [
        Rule(
            "LC-01", .document, "4+", "app states: not running, inactive, active, background, suspended",
            from: .guide, .applicationHeader),
        Rule(
            "LC-02", .document, "13+",
            "scene states: unattached, foreground inactive, foreground active, background, suspended", from: .lifeCycle),
        Rule("LC-03", .document, "13+", "scenes are opt-in through UIApplicationSceneManifest", from: .lifeCycle),
        Rule(
            "LC-04", .log, "18.4+",
            "an app without scenes is told on the console that UIKit will insist on them, from 26 with another text",
            from: .sceneNote, .logs),
        Rule(
            "LC-05", .measured, "all",
            "leaving: willResignActive, background, didEnterBackground, snapshot; a callback of coming or going still has the state before it",
            from: .sequence),
        Rule(
            "LC-06", .measured, "all",
            "an event launches an app that is not running straight into the background, and is delivered; "
                + "didEnterBackground is not called",
            from: .sequence, .lifeCycle, .backgroundLaunchReport),
        Rule(
            "LC-07", .measured, "all",
            "an event resumes a suspended app, which gets the event; didEnterBackground is not called again",
            from: .backgroundLaunchReport, .sequence),
        Rule(
            "LC-08", .document, "4+", "didEnterBackground has 5 s; an app that takes longer is terminated",
            from: .extending, .delegate),
        Rule(
            "LC-09", .log, "4, 12-14", "what was seen enforced for didEnterBackground: about 10 s of wall clock",
            from: .logs, "https://suelan.github.io/2021/03/05/20210305-crash-ate-bad-food/",
            "https://blog.s21g.com/articles/1859", .whyKilled, scope: .value),
        Rule(
            "LC-10", .measured, "all",
            "without an assertion the app is suspended shortly after entering the background", from: .extending, .limits
        ),
        Rule("LC-11", .log, "", "without an assertion, output was seen to stop at once", from: .sample),
        Rule(
            "LC-12", .log, "all", "a running app has about 5 s to terminate; a suspended one is not told",
            from: .delegate, .guide),
        Rule(
            "LC-13", .log, "26",
            "overrunning applicationWillTerminate: FRONTBOARD 0x8BADF00D, process-exit, after 5.0 s", from: .logs),
        Rule(
            "LC-14", .measured, "4, 11-26",
            "a launch in the foreground has about 20 s of wall clock; the watchdog kills what takes longer, as scene-create",
            from: .watchdog, .logs, "https://github.com/expo/expo/issues/9408",
            "https://github.com/firebase/firebase-ios-sdk/issues/5463"),
        Rule(
            "LC-15", .log, "11-17",
            "a launch in the background has about 5 s of CPU time; the report names what of it was left for the scene",
            from: .logs, "https://github.com/e-mission/e-mission-docs/issues/751",
            "https://github.com/cocoa-mhlw/cocoa/issues/958", "https://github.com/dotnet/macios/issues/20769"),
        Rule(
            "LC-33", .log, "12-18",
            "a launch in the background is limited in wall clock, too: 30 s, and a minute on iOS 13",
            from: "https://github.com/invertase/react-native-firebase/issues/4070",
            "https://github.com/firebase/firebase-ios-sdk/issues/15282"),
        Rule(
            "LC-16", .log, "all",
            "'scene-create' and 'scene-update' are the watchdog's own words; reports name SPRINGBOARD up to 14, then FRONTBOARD",
            from: .watchdog, .logs),
        Rule(
            "LC-17", .log, "11+",
            "with a debugger attached nothing is suspended, and neither watchdog nor task overrun kills",
            from: .releaseBuild, .simulator, .whyKilled),
        Rule(
            "LC-18", .document, "4-12",
            "UIApplicationExitsOnSuspend: leaving ends the app after willTerminate; ignored from iOS 13", from: .guide,
            .releaseNotes13),
        Rule(
            "LC-19", .engineer, "7+",
            "a force quit keeps pushes, fetch and refresh from launching the app until the user does; calls and processing launch it",
            from: .limits, .delegate, .sessionConfiguration),
        Rule(
            "LC-20", .log, "8+",
            "the exception to that: regions and significant changes relaunch an app that was force-quit", from: .guide,
            .projects),
        Rule(
            "LC-21", .reports, "all",
            "between a boot and the first unlock only significant changes, Live Activities and, from 13 on, Bluetooth launch an app behind",
            from: .guide, .bluetoothNote),
        Rule("LC-22", .document, "all", "suspended apps may be purged without notice", from: .guide),
        Rule(
            "LC-23", .log, "all",
            "a suspended app may lose its sockets, up to 11 not before the lock of the screen; its Bonjour services are closed",
            from: .guide, .socketNote),
        Rule(
            "LC-24", .document, "all", "being suspended while holding the contacts or calendar database ends the app",
            from: .guide),
        Rule(
            "LC-25", .log, "all",
            "drawing with OpenGL ES in the background ends the app up to iOS 12, and is refused from 13 on",
            from: .guide, .logs),
        Rule(
            "LC-26", .log, "8+",
            "Metal work in the background is rejected with MTLCommandBufferErrorDomain 7, notPermitted; the app is not killed",
            from: "Apple, MTLCommandBuffer.h", "https://github.com/ggml-org/whisper.cpp/issues/1670",
            "https://github.com/argmaxinc/WhisperKit/pull/194"),
        Rule(
            "LC-27", .measured, "all",
            "timers do not fire while suspended; a due one fires after the resumption", from: .generalKnowledge),
        Rule(
            "LC-28", .measured, "13+", "the launch options of an app with scenes are nil: they come with the scene",
            from: .launchOptions),
        Rule(
            "LC-29", .log, "27+",
            "an app without scenes that was built with the SDK of iOS 27 or later fails to launch, by a trap",
            from: .sceneTransition, .sceneThread, "https://github.com/gluonhq/substrate/issues/1366"),
        Rule(
            "LC-30", .document, "13+",
            "an app with UIApplicationSupportsMultipleScenes may ask for a scene, which then comes to the front",
            from: .sceneRequest),
        Rule(
            "LC-31", .document, "13+",
            "a scene that is new enters the foreground, too: sceneWillEnterForeground and the app's notification come at a launch",
            from: .willEnterForeground, "https://github.com/TelemetryDeck/SwiftSDK/pull/113"),
        Rule(
            "LC-32", .log, "15",
            "an app that does not return from willEnterForeground is ended after 10 s: scene-update, in the foreground",
            from: "https://github.com/CleverTap/clevertap-ios-sdk/issues/211"),
        Rule(
            "LC-34", .document, "15+",
            "the system may start an app's process up to UIApplicationMain long before the user opens it, with ActivePrewarm=1",
            from: .launchSequence, "https://developer.apple.com/forums/thread/763739"),
        Rule(
            "LC-35", .measured, "15.0-15.3",
            "at first prewarming launched the app, too: didFinishLaunching long before the user, also on a locked device",
            from: "https://stackoverflow.com/questions/71025205",
            "https://github.com/firebase/firebase-ios-sdk/issues/9622"),
        Rule(
            "LC-36", .log, "6+",
            "an app in the background is ended when the user changes its permission for contacts, photos, the camera and such",
            from: "https://github.com/heardrwt/RHAddressBook/issues/20",
            "https://github.com/zoontek/react-native-permissions/issues/640"),
        Rule(
            "LC-37", .reports, "all",
            "on a device that is switched off nothing happens; what fell due meanwhile comes when it is switched on",
            from: "https://github.com/MaikuB/flutter_local_notifications/issues/1696"),
    ]
}
