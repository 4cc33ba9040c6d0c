import KeepAlivePolicy

/// What there is to say of a kind of end: its name in a sentence, its rule, and the usual cures.
package struct KillTerms: Sendable {
    /// What happened, as a sentence.
    package let title: String
    /// The rule that decides about this end; `nil` if none does.
    package let rule: RuleID?
    /// The usual cures, the most frequent first.
    package let cures: [String]
    /// True if the system ended the app for what it did, or did not, in the background or at a change of its state.
    package let isPolicy: Bool

    private init(_ title: String, _ rule: RuleID?, _ cures: [String] = [], isPolicy: Bool = true) {
        self.title = title
        self.rule = rule
        self.cures = cures
        self.isPolicy = isPolicy
    }

    private static let mainThread =
        "keep the main thread free: no synchronous network, file, database or keychain access on it, and no lock that another thread holds meanwhile"
    private static let endTasks =
        "end every background task by its own identifier, on every path, and in its expiration handler at the latest"

    /// Returns the terms of a kind of end on a version of iOS.
    package static func terms(of kill: Kill, in profile: PolicyProfile) -> KillTerms {
        watchdog(kill) ?? background(kill, profile) ?? resources(kill) ?? others(kill)
    }

    private static func watchdog(_ kill: Kill) -> KillTerms? {
        switch kill {
        case .launchWatchdog:
            KillTerms(
                "the watchdog killed the app: its launch took too long", "LC-14",
                [
                    mainThread,
                    "do less in application(_:didFinishLaunchingWithOptions:), and the rest after the first screen",
                ])
        case .backgroundLaunchWatchdog:
            KillTerms(
                "the watchdog killed the app: its launch into the background took too long", "LC-33",
                [mainThread, "leave out of a launch into the background what only a screen needs"])
        case .backgroundLaunchCPU:
            KillTerms(
                "the watchdog killed the app: its launch into the background used too much CPU time", "LC-15",
                ["leave out of a launch into the background what only a screen needs"])
        case .enterForegroundWatchdog:
            KillTerms(
                "the watchdog killed the app: it did not answer in time when it came to the foreground, or changed there",
                "LC-32", [mainThread])
        case .enterBackgroundWatchdog:
            KillTerms(
                "the watchdog killed the app: it did not answer in time when it left the foreground", "LC-09",
                ["begin a background task for what takes long, and return from didEnterBackground at once", mainThread])
        case .terminationWatchdog:
            KillTerms(
                "the watchdog killed the app: it did not end in time when it was asked to", "LC-13",
                ["return from applicationWillTerminate at once; save before, at didEnterBackground", mainThread])
        case .otherWatchdog: KillTerms("a watchdog killed the app", "RB-17", [mainThread])
        default: nil
        }
    }

    private static func background(_ kill: Kill, _ profile: PolicyProfile) -> KillTerms? {
        switch kill {
        case .taskOverrun:
            KillTerms(
                "the system killed the app: a background task was not ended in time",
                profile.features.sharedTaskAssertion ? "BT-21" : "BT-20", [endTasks])
        case .wakeOverrun:
            KillTerms(
                "the system killed the app: it did not complete the work that it was woken for in time",
                profile.features.wakeOverrunCodes ? "RB-20" : "RB-17",
                ["call the completion handler of the fetch or push on every path, within 30 s"])
        case .sessionOverrun:
            KillTerms(
                "the system killed the app: it did not handle the events of a background URL session in time",
                profile.features.wakeOverrunCodes ? "RB-19" : "RB-17",
                [
                    "call the handler of handleEventsForBackgroundURLSession on the main thread, when the session has told all its events"
                ]
            )
        case .tooManyTasks:
            KillTerms("the system killed the app: it held about a thousand background tasks", "BT-29", [endTasks])
        case .lockedFile:
            KillTerms(
                "the system killed the app: it was suspended while it held a lock on a file or a database", "RB-15",
                [
                    "hold a background task from before the lock is taken until it is released",
                    "move the database out of the container that is shared with extensions, if it need not be shared",
                    "close the database, or end the transaction, before the app is suspended",
                ])
        case .unreportedCall:
            KillTerms(
                "the system killed the app: it did not report a call after a VoIP push", "WK-10",
                ["report a call by CXProvider before the callback of every VoIP push returns"])
        case .voipResumes:
            KillTerms(
                "the system killed the app: it was resumed for VoIP too often", "WK-12",
                ["send VoIP pushes for calls only", "drop keep-alive sockets, and let pushes announce calls"])
        case .backgroundException:
            KillTerms("the app was ended by an exception: a mistake in background execution", nil)
        default: nil
        }
    }

    private static func resources(_ kill: Kill) -> KillTerms? {
        switch kill {
        case .cpuLimit:
            KillTerms(
                "the system killed the app: it used too much CPU time in the background", "RB-10",
                [
                    "do less in the background, or spread it out",
                    "ask for a BGProcessingTask with requiresExternalPower, which has no such limit",
                ])
        case .wakeupsLimit:
            KillTerms(
                "the system killed the app: it woke the CPU too often", "RB-14",
                ["use fewer and coarser timers, with a tolerance"])
        case .memoryLimit:
            KillTerms(
                "the system killed the app: it used more memory than a process may", "RB-08",
                ["free caches at didReceiveMemoryWarning", "load images at the size in which they are shown"])
        case .memoryPressure:
            KillTerms(
                "the system ended the app to free memory for others", "LC-22",
                [
                    "this is no fault: save the state at didEnterBackground, and restore it at the launch",
                    "stay under 50 MB in the background to be ended later",
                ])
        case .thermal: KillTerms("the system killed the app: the device was too hot", "RB-25")
        case .diskSpace: KillTerms("the system ended the app to free disk space", "RB-24")
        case .keyResources: KillTerms("the system killed the app: it used a key resource to excess", "RB-26")
        default: nil
        }
    }

    private static func others(_ kill: Kill) -> KillTerms {
        switch kill {
        case .cpuReport:
            KillTerms(
                "a report of the CPU time that the app used, not of a kill", "RB-10", ["do less in the background"],
                isPolicy: false)
        case .wakeupsReport:
            KillTerms(
                "no kill: a report that the app woke the CPU often", "RB-14",
                ["use fewer and coarser timers, with a tolerance"],
                isPolicy: false)
        case .memoryReport:
            KillTerms("no kill: a report of memory, which names no app that it ended", nil, isPolicy: false)
        case .diskWritesReport: KillTerms("no kill: a report of much writing to the disk", nil, isPolicy: false)
        case .taskWarning:
            KillTerms(
                "no kill: a warning about a background task, which comes before one", "BT-23", [endTasks],
                isPolicy: false)
        case .forceQuit:
            KillTerms(
                "the user force-quit the app", "RB-29",
                ["this is no fault; until the user opens the app, little launches it again"], isPolicy: false)
        case .privacyChange:
            KillTerms(
                "the system ended the app because the user changed a permission", "LC-36",
                ["this is no fault: save the state at didEnterBackground"])
        case .missingUsageText:
            KillTerms(
                "the system ended the app: it asked for private data, and its Info.plist does not say why", nil,
                ["add the usage text that the report names to the Info.plist"], isPolicy: false)
        case .debuggerEnd:
            KillTerms("a signal or the debugger ended the app: no kill by the system", nil, isPolicy: false)
        case .otherPlatform:
            KillTerms("a report of another platform, to which the rules of iOS do not apply", nil, isPolicy: false)
        case .systemEnd:
            KillTerms(
                "the system ended the app in a shortage, or because another part of it asked for that: no limit was overrun",
                nil, isPolicy: false)
        case .hang: KillTerms("no kill: a report of a hang", nil, [mainThread], isPolicy: false)
        case .otherException:
            KillTerms("an uncaught exception ended the app: no kill by the system", nil, isPolicy: false)
        case .unexplained:
            KillTerms(
                "the text does not say why the app ended: the system, the debugger or the user", nil,
                isPolicy: false)
        case .normalExit: KillTerms("no kill: the counters of MetricKit tell of none", nil, isPolicy: false)
        default:
            KillTerms(
                "a crash of the app, or of its loading: no kill for what it did in the background", nil, isPolicy: false
            )
        }
    }
}
