/// The app's process, and the state that iOS keeps for the app while it has none.
struct ProcessLife: Sendable, Hashable {
    /// The callback of the life cycle that the app has not returned from.
    enum Awaited: Sendable, Hashable {
        case nothing
        /// `didFinishLaunching`; and `didEnterBackground`, where the app was left before it had launched.
        case launch(inBackground: Bool, entersBackground: Bool)
        /// `willResignActive`: the user leaves the app, which is still on screen.
        case resignation(LeaveCause)
        /// `didEnterBackground`.
        case background
        /// `willEnterForeground`.
        case foreground
    }

    /// A termination that waits for `willTerminate`.
    struct Ending: Sendable, Hashable {
        var reason: Reason
        var category: ExitCategory
        var code: TerminationCode?
    }

    /// The stage of the process. Every event asks for it, so it is no more than a word of memory.
    enum Stage: Sendable, Hashable {
        /// There is no process.
        case none
        /// The policy has ordered one, which does not run yet. It will serve whatever comes up meanwhile.
        case ordered
        /// It runs, or is frozen.
        case alive(Awaited)
        /// `willTerminate` has not returned.
        indirect case ending(Ending, Awaited)
        /// It has been told to go, or has gone unasked; the host has not reported its exit.
        case dying
    }

    /// A callback that waits until the app runs again.
    struct Queued: Sendable, Hashable {
        var callback: AppCallback
        var reason: Reason
    }

    /// The facts about one process, which go with it.
    struct Record: Sendable, Hashable {
        /// The cause that the process was started for.
        fileprivate(set) var launchedFor = LaunchCause.user
        /// The causes for which the user opened the app. It gets them once it has launched (LN-07).
        var openings: [LaunchCause] = []
        var scenes = SceneSet()
        /// It has been told, since its launch, that it comes to the front (LC-31).
        var hasEnteredForeground = false
        /// It has been started before the user opens the app, and stands at `UIApplicationMain` (LC-34).
        var isPrewarmed = false
        /// The user has left the app before it had launched, and has not come back.
        var isLeftInLaunch = false
        /// Something of the system is in front of the app, which is inactive meanwhile (LC-05).
        var isCovered = false
        /// The reason that brings the app to the front, as long as it is on its way (LC-05).
        var comesToFrontFor: Reason?
        /// The last exception that was raised in the process, and its reason.
        var raised: Reason?
        /// Callbacks for a suspended app, delivered when it runs again.
        var queued: [Queued] = []
        /// The category of its end, once it has been told to go, or has gone.
        var exitCategory: ExitCategory?
    }

    private(set) var stage = Stage.none
    /// Empty while there is no process.
    var record = Record()
    /// The user removed the app from the app switcher, and has not started it since (LC-19).
    var forceQuit = false
    /// The cause of the next process. It waits until the last process has gone and the host starts the next.
    var nextLaunch: LaunchCause?

    // MARK: Where it stands

    /// True while the app has a process that has not been told to go.
    var alive: Bool {
        switch stage {
        case .alive, .ending: true
        case .none, .ordered, .dying: false
        }
    }
    var isDying: Bool { if case .dying = stage { true } else { false } }
    var isOrdered: Bool { if case .ordered = stage { true } else { false } }
    /// True when nothing keeps a process from being ordered.
    var canBeOrdered: Bool { if case .none = stage { true } else { false } }
    var isEnding: Bool { if case .ending = stage { true } else { false } }
    /// The termination that waits for `willTerminate`.
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
    /// True while the app knows that the user leaves it, and has not returned from `willResignActive`.
    var isResigning: Bool { leaveCause != nil }
    /// The way on which the user leaves the app, until it has returned from `willResignActive`.
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
    /// True while the app is launched in front, or has not returned from `willEnterForeground`.
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

    // MARK: From one stage to the next

    mutating func order() { stage = .ordered }

    /// Begins a process, or the launch by its own code of an app that was taken for launched.
    mutating func launches(for cause: LaunchCause, inBackground: Bool) {
        if !alive || record.isPrewarmed { record = Record(launchedFor: cause) }
        switch cause {
        // LN-07, LN-12: a URL that launched the app is opened once it has launched, and an answer is told then.
        case .url: record.openings = [cause]
        // LN-09: the launch options have the old notification itself.
        case .notification(let answered):
            if !answered.request.isLegacy || answered.response.action != .tapped { record.openings = [cause] }
        case .user, .wake, .prewarm: break
        }
        stage = .alive(.launch(inBackground: inBackground, entersBackground: false))
    }

    /// Begins a process that runs up to `UIApplicationMain`, and no further (LC-34).
    mutating func prewarms() {
        record = Record(launchedFor: .prewarm)
        record.isPrewarmed = true
        stage = .alive(.nothing)
    }

    /// The cause that it was launched for stays until its exit is known.
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

    /// Begins the end of the app, or changes what it ends for.
    mutating func beginEnding(_ ending: Ending) {
        if alive { stage = .ending(ending, awaited) }
    }

    mutating func finishLaunching() {
        guard case .launch(_, let entersBackground) = awaited else { return }
        awaited = entersBackground ? .background : .nothing
    }

    /// Moves a launch into the background to the foreground: the user looks at the app.
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

    /// Ends the wait for the callbacks of a leave: the app returned from them, or the user's return made them void.
    mutating func finishLeaving() {
        switch awaited {
        case .nothing: break
        case .resignation, .background, .foreground: awaited = .nothing
        case .launch(let inBackground, _): awaited = .launch(inBackground: inBackground, entersBackground: false)
        }
    }
}

/// The ways in which an app ends, as the system counts them (RB-16).
public enum ExitCategory: String, Sendable, Hashable, Codable, CaseIterable {
    /// It ended by itself or as it was asked to.
    case normal
    /// An exception or a signal of its own, except for the next two cases.
    case abnormal
    /// It touched memory that is not its own.
    case badAccess
    /// It executed an illegal instruction.
    case illegalInstruction
    /// A watchdog (LC-09, LC-13, LC-14).
    case watchdog
    /// A background task or a wake was not completed in time (BT-19, MD-13).
    case backgroundTaskTimeout
    /// A file lock was held at suspension (RB-15).
    case suspendedWithLockedFile
    /// Memory was needed elsewhere (LC-22).
    case memoryPressure
    /// The process used more memory than it may.
    case memoryLimit
    /// The CPU limit (RB-10).
    case cpuLimit
    /// Everything else that the system ends apps for: force quit, heat, forbidden resources.
    case system
}

extension ExitCategory {
    /// The category of a process that ended without being told to; the signals have Linux's numbers.
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
