/// What is true of the app's process, and what iOS keeps about the app when it has none.
struct ProcessLife: Sendable, Hashable, Codable {
    /// A launch that has not returned from `didFinishLaunching`.
    struct Launch: Sendable, Hashable, Codable {
        var cause: LaunchCause
        var inBackground: Bool
        /// What the user opened the app with, given to it once it has launched (LN-07).
        var openings: [LaunchCause] = []
    }

    /// A termination that waits for `willTerminate`.
    struct Ending: Sendable, Hashable, Codable {
        var reason: Reason
        var category: ExitCategory
        var code: TerminationCode?
    }

    /// Whether the app has a process, from its launch to its exit.
    var alive = false
    /// Whether that process has been told to go, or has gone without having been asked for.
    var dying = false
    var launching: Launch?
    /// What this process was started for.
    var launchedFor = LaunchCause.user
    /// The app knows that it is about to be left, and is still on screen.
    var hasResigned = false
    var enteringBackground = false
    var ending: Ending?
    var sceneDisconnected = false
    /// The last exception that this process was thrown, and why.
    var raised: Reason?
    /// The user removed the app from the app switcher, and has not started it since (LC-19).
    var forceQuit = false
    /// What the next process is for: it waits until the last one has gone, and for the host to start it.
    var nextLaunch: LaunchCause?
    /// A process has been ordered and does not run yet: one serves whatever comes up meanwhile.
    var launchOrdered = false
    /// Callbacks for a suspended app, delivered when it runs again.
    var queued: [Queued] = []

    struct Queued: Sendable, Hashable, Codable {
        var callback: AppCallback
        var reason: Reason
    }

    /// Whether no callback is awaited from the app.
    var isIdle: Bool { launching == nil && !enteringBackground && ending == nil }
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
