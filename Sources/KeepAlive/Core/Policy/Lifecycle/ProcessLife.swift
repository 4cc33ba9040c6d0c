/// The app's process, and the launch state that iOS keeps for the app while the app has no process.
struct ProcessLife: Sendable, Hashable {
    /// The life cycle callback from which the app has not returned.
    enum Awaited: Sendable, Hashable {
        case nothing
        /// `didFinishLaunching`; if the user left the app before it had launched, `didEnterBackground` too.
        case launch(inBackground: Bool, entersBackground: Bool)
        /// `willResignActive`: the user leaves the app, which is still on the screen.
        case resignation(LeaveCause)
        /// `didEnterBackground`.
        case background
        /// `willEnterForeground`.
        case foreground
    }

    /// A termination that waits until `willTerminate` returns.
    struct Ending: Sendable, Hashable {
        var reason: Reason
        var category: ExitCategory
        var code: TerminationCode?
    }

    /// The stage of the process. The policy reads it with every event, so it takes only one word of memory.
    enum Stage: Sendable, Hashable {
        /// There is no process.
        case none
        /// The policy has ordered a process, which does not run yet. Events that come before the process runs are
        /// delivered to this process.
        case ordered
        /// The process runs, or is frozen.
        case alive(Awaited)
        /// `willTerminate` has not returned.
        indirect case ending(Ending, Awaited)
        /// The process was killed, or ended by itself; the host has not reported its exit yet.
        case dying
    }

    /// A callback that waits until the app runs again.
    struct Queued: Sendable, Hashable {
        var callback: AppCallback
        var reason: Reason
    }

    /// The facts about one process, which are dropped when it ends.
    struct Record: Sendable, Hashable {
        /// The cause for which the process was started.
        fileprivate(set) var launchedFor = LaunchCause.user
        /// The URLs and notifications with which the user opened the app. The app gets them once it has launched
        /// (LN-07).
        var openings: [LaunchCause] = []
        var scenes = SceneSet()
        /// True if the app has got `willEnterForeground` since its launch (LC-31).
        var hasEnteredForeground = false
        /// True if the system started the process before the user opened the app, and the process waits at
        /// `UIApplicationMain` (LC-34).
        var isPrewarmed = false
        /// True if the user left the app before it had launched, and has not come back.
        var isLeftInLaunch = false
        /// True while system UI is in front of the app (LC-05).
        var isCovered = false
        /// The reason for which the app comes to the front; set until the app is active (LC-05).
        var comesToFrontFor: Reason?
        /// The rule and text of the last exception that was raised in the process; `nil` without one.
        var raised: Reason?
        /// The callbacks that wait until the suspended app runs again.
        var queued: [Queued] = []
        /// The category of the exit; set once the process was killed or has ended.
        var exitCategory: ExitCategory?
    }

    private(set) var stage = Stage.none
    /// The facts about the process; empty while there is no process.
    var record = Record()
    /// True if the user removed the app from the app switcher, and has not started it since (LC-19).
    var forceQuit = false
    /// The cause of the next launch. It waits until the last process has ended and the host starts the next one.
    var nextLaunch: LaunchCause?

    // MARK: The stage of the process

    /// True while the app has a process that has not been killed and has not ended.
    var alive: Bool {
        switch stage {
        case .alive, .ending: true
        case .none, .ordered, .dying: false
        }
    }
    var isDying: Bool { if case .dying = stage { true } else { false } }
    var isOrdered: Bool { if case .ordered = stage { true } else { false } }
    /// True when a process can be ordered now: the app has no process, and none has been ordered.
    var canBeOrdered: Bool { if case .none = stage { true } else { false } }
    var isEnding: Bool { if case .ending = stage { true } else { false } }
    /// The termination that waits until `willTerminate` returns.
    var ending: Ending? { if case .ending(let ending, _) = stage { ending } else { nil } }

    private(set) var awaited: Awaited {
        get {
            switch stage {
            case .alive(let awaited), .ending(_, let awaited): awaited
            case .none, .ordered, .dying: .nothing
            }
        }
        set {
            switch stage {
            case .alive: stage = .alive(newValue)
            case .ending(let ending, _): stage = .ending(ending, newValue)
            case .none, .ordered, .dying: break
            }
        }
    }
    var isLaunching: Bool { if case .launch = awaited { true } else { false } }
    /// True while the app is being launched into the background.
    var isLaunchingInBackground: Bool { if case .launch(inBackground: true, _) = awaited { true } else { false } }
    /// True while the user leaves the app, and the app has not returned from `willResignActive`.
    var isResigning: Bool { leaveCause != nil }
    /// The cause for which the user leaves the app, until the app returns from `willResignActive`; otherwise `nil`.
    var leaveCause: LeaveCause? { if case .resignation(let cause) = awaited { cause } else { nil } }
    /// True while the app has not returned from `didEnterBackground`.
    var isEnteringBackground: Bool {
        switch awaited {
        case .background, .launch(_, entersBackground: true): true
        case .nothing, .resignation, .foreground, .launch(_, entersBackground: false): false
        }
    }
    /// True while the app has not returned from `willEnterForeground`.
    var isEnteringForeground: Bool { if case .foreground = awaited { true } else { false } }
    /// True while the app is launching in the foreground, or has not returned from `willEnterForeground`.
    var isComingToFront: Bool {
        switch awaited {
        case .foreground: true
        case .launch(inBackground: false, entersBackground: false): !record.isLeftInLaunch
        case .nothing, .resignation, .background, .launch: false
        }
    }
    /// True while no callback is awaited from the app.
    var isIdle: Bool {
        switch stage {
        case .alive(.nothing), .none, .ordered, .dying: true
        case .alive, .ending: false
        }
    }

    // MARK: Changes of the stage

    mutating func order() { stage = .ordered }

    /// Begins a launch: of a new process, of a prewarmed process, or of one whose own code has just checked in.
    mutating func launches(for cause: LaunchCause, inBackground: Bool) {
        if !alive || record.isPrewarmed { record = Record(launchedFor: cause) }
        switch cause {
        // LN-07, LN-12: the URL that launched the app, or the answer to a notification, is delivered after the launch.
        case .url: record.openings = [cause]
        // LN-09: a tap on a notification of the old API is not delivered again: the launch options contain it.
        case .notification(let answered):
            if !answered.request.isLegacy || answered.response.action != .tapped { record.openings = [cause] }
        case .user, .wake, .prewarm: break
        }
        stage = .alive(.launch(inBackground: inBackground, entersBackground: false))
    }

    /// Begins a process that runs up to `UIApplicationMain`, and waits there (LC-34).
    mutating func prewarms() {
        record = Record(launchedFor: .prewarm)
        record.isPrewarmed = true
        stage = .alive(.nothing)
    }

    /// Marks the process as ended, and drops its facts except for the cause of its launch, which is needed at its exit.
    mutating func beginDying() {
        let cause = record.launchedFor
        become(.dying)
        record.launchedFor = cause
    }

    mutating func finish() { become(.none) }

    private mutating func become(_ next: Stage) {
        stage = next
        record = Record()
    }

    /// Begins the termination of the app, or replaces the reason for it.
    mutating func beginEnding(_ ending: Ending) {
        if alive { stage = .ending(ending, awaited) }
    }

    mutating func finishLaunching() {
        guard case .launch(_, let entersBackground) = awaited else { return }
        awaited = entersBackground ? .background : .nothing
    }

    /// Turns a launch into the background into a launch in the foreground, because the user looks at the app.
    mutating func bringLaunchToForeground() {
        if case .launch(_, let entersBackground) = awaited {
            awaited = .launch(inBackground: false, entersBackground: entersBackground)
        }
    }

    mutating func beginEnteringForeground() { awaited = .foreground }

    mutating func beginResigning(by cause: LeaveCause) { awaited = .resignation(cause) }

    mutating func beginEnteringBackground() {
        if case .launch(let inBackground, _) = awaited {
            awaited = .launch(inBackground: inBackground, entersBackground: true)
        } else {
            awaited = .background
        }
    }

    /// Stops waiting for the callbacks of leaving and returning: the app has returned from them, or they no longer
    /// matter.
    mutating func finishLeaving() {
        switch awaited {
        case .nothing: break
        case .resignation, .background, .foreground: awaited = .nothing
        case .launch(let inBackground, _): awaited = .launch(inBackground: inBackground, entersBackground: false)
        }
    }
}

/// The ways in which an app can end, as the system counts them (RB-16).
public enum ExitCategory: String, Sendable, Hashable, Codable, CaseIterable {
    /// The app exited by itself, or ended after it was asked to.
    case normal
    /// An exception or a signal ended the app; ``badAccess`` and ``illegalInstruction`` are counted separately.
    case abnormal
    /// The app accessed invalid memory (SIGSEGV, SIGBUS).
    case badAccess
    /// The app executed an illegal instruction (SIGILL).
    case illegalInstruction
    /// A watchdog killed the app for a callback that took too long (LC-09, LC-13, LC-14).
    case watchdog
    /// A background task or a wake was not completed in time (BT-19, MD-13).
    case backgroundTaskTimeout
    /// The app held a file lock when it was suspended (RB-15).
    case suspendedWithLockedFile
    /// The system needed the app's memory (LC-22).
    case memoryPressure
    /// The process used more memory than its limit.
    case memoryLimit
    /// The app exceeded the CPU limit (RB-10).
    case cpuLimit
    /// The system killed the app for any other reason: force quit, heat, forbidden resources.
    case system
}

extension ExitCategory {
    /// Returns the category of a process that ended without being killed by the policy. Signal numbers are those of
    /// Linux.
    init(_ status: ProcessStatus) {
        self =
            switch status {
            case .exited: .normal
            case .signalled(11), .signalled(7): .badAccess
            case .signalled(4): .illegalInstruction
            case .signalled: .abnormal
            }
    }
}
