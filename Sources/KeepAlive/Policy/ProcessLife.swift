/// The app's process, and what iOS keeps about the app when it has none.
struct ProcessLife: Sendable, Hashable, Codable {
    /// Where an app stands that has no process alive.
    enum Absence: Sendable, Hashable, Codable {
        /// There is none.
        case none
        /// The policy has ordered one, which does not run yet. It serves whatever comes up meanwhile.
        case ordered
        /// It has been told to go, or has gone unasked; the host has not reported its exit.
        case dying
    }

    /// The process that is alive: it runs, or is frozen.
    ///
    /// An optional beside the absence, and no enum of both, because it is changed in place with every event.
    var running: RunningProcess?
    /// Said of an app whose process is not alive; of no meaning while one is.
    private var absence = Absence.none
    /// The user removed the app from the app switcher, and has not started it since (LC-19).
    var forceQuit = false
    /// What the next process is for. It waits until the last process has gone and the host starts the next.
    var nextLaunch: LaunchCause?

    /// Whether the app has a process, from its launch to its exit.
    @inline(__always)
    var alive: Bool { running != nil }
    var isDying: Bool { !alive && absence == .dying }
    var isOrdered: Bool { !alive && absence == .ordered }
    /// Whether nothing keeps a process from being ordered.
    var canBeOrdered: Bool { !alive && absence == .none }

    mutating func order() { absence = .ordered }

    mutating func begin(_ process: RunningProcess) {
        running = process
        absence = .none
    }

    mutating func isToldToGo() {
        running = nil
        absence = .dying
    }

    mutating func hasGone() {
        running = nil
        absence = .none
    }

    /// The launch, until `didFinishLaunching` returns.
    var launching: RunningProcess.Launch? { running?.launching }
    @inline(__always)
    var isLaunching: Bool { if case .launch? = running?.awaited { true } else { false } }
    /// Whether the app has been told that the user leaves it, and has not returned from `willResignActive`.
    @inline(__always)
    var isResigning: Bool { if case .resignation? = running?.awaited { true } else { false } }
    /// Whether the app has not returned from `didEnterBackground`.
    @inline(__always)
    var isEnteringBackground: Bool { running?.isEnteringBackground ?? false }
    /// The termination that waits for `willTerminate`.
    var ending: RunningProcess.Ending? { running?.ending }
    @inline(__always)
    var isEnding: Bool { running?.ending != nil }
    @inline(__always)
    var sceneDisconnected: Bool { running?.sceneDisconnected ?? false }
    /// Callbacks for a suspended app, delivered when it runs again.
    var queued: [RunningProcess.Queued] { running?.queued ?? [] }

    /// Whether no callback is awaited from the app.
    @inline(__always)
    var isIdle: Bool {
        switch running?.awaited {
        case .nothing?, nil: running?.ending == nil
        case .launch, .resignation, .background: false
        }
    }
}

/// What is true of a process while it is alive; it goes with the process.
struct RunningProcess: Sendable, Hashable, Codable {
    /// A launch that has not returned from `didFinishLaunching`.
    struct Launch: Sendable, Hashable, Codable {
        var cause: LaunchCause
        var inBackground: Bool
        /// What the user opened the app with, given to it once it has launched (LN-07).
        var openings: [LaunchCause] = []
    }

    /// The callbacks of the life cycle that the app has not returned from.
    enum Awaited: Sendable, Hashable, Codable {
        case nothing
        /// `didFinishLaunching`; and `didEnterBackground`, where the app was left before it had launched.
        case launch(Launch, entersBackground: Bool)
        /// `willResignActive`: the user leaves the app, which is still on screen.
        case resignation
        /// `didEnterBackground`.
        case background
    }

    /// A termination that waits for `willTerminate`.
    struct Ending: Sendable, Hashable, Codable {
        var reason: Reason
        var category: ExitCategory
        var code: TerminationCode?
    }

    /// A callback that waits until the app runs again.
    struct Queued: Sendable, Hashable, Codable {
        var callback: AppCallback
        var reason: Reason
    }

    /// What this process was started for.
    let launchedFor: LaunchCause
    private(set) var awaited: Awaited
    var ending: Ending?
    var sceneDisconnected = false
    /// The last exception that this process was thrown, and why.
    var raised: Reason?
    var queued: [Queued] = []

    init(_ launch: Launch) {
        launchedFor = launch.cause
        awaited = .launch(launch, entersBackground: false)
    }

    var launching: Launch? { if case .launch(let launch, _) = awaited { launch } else { nil } }

    var isEnteringBackground: Bool {
        switch awaited {
        case .background, .launch(_, entersBackground: true): true
        case .nothing, .resignation, .launch(_, entersBackground: false): false
        }
    }

    /// The app's own code launches it, whatever was awaited of the process before.
    mutating func launches(_ launch: Launch) { awaited = .launch(launch, entersBackground: false) }

    /// The app is called with something else before it has launched.
    mutating func changeLaunch(_ change: (inout Launch) -> Void) {
        guard case .launch(var launch, let entersBackground) = awaited else { return }
        change(&launch)
        awaited = .launch(launch, entersBackground: entersBackground)
    }

    mutating func hasLaunched() {
        if case .launch(_, let entersBackground) = awaited { awaited = entersBackground ? .background : .nothing }
    }

    mutating func resigns() { awaited = .resignation }

    mutating func entersBackground() {
        if let launching { awaited = .launch(launching, entersBackground: true) } else { awaited = .background }
    }

    /// The app has returned from the callbacks of the way out, or the way back has made them void.
    mutating func hasLeftOrReturned() {
        switch awaited {
        case .nothing, .launch(_, entersBackground: false): break
        case .resignation, .background: awaited = .nothing
        case .launch(let launch, entersBackground: true): awaited = .launch(launch, entersBackground: false)
        }
    }
}

/// The ways in which an app ends, as the system counts them (RB-16).
public enum ExitCategory: String, Sendable, Hashable, Codable, CaseIterable {
    /// It ended by itself or as it was asked to.
    case normal
    /// An exception or a signal of its own, but for the two that follow.
    case abnormal
    /// It touched memory that is not its own.
    case badAccess
    /// It ran into something that is no instruction.
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
    /// How the system counts a process that ended without being told to; the signals have Linux's numbers.
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
