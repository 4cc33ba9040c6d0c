import KeepAlivePolicy
import KeepAlivePorts

/// The progress of a run, from its first process to its end.
struct RunProgress {
    /// The number of processes that the app has had. A new process does not do what an earlier one was about to do.
    var lives = 0
    /// The main process of this life.
    var pid: Int32?
    /// The reason for which the present process is started.
    var launchCause = LaunchCause.user
    /// The outcome of the run, if nothing launches the app again: it waits for the transfers of a background session.
    var outcomeWithoutTransfers: Engine.Outcome?
    /// True from the order to launch the app to the start of its process.
    var isLaunching = false
    /// True when the run ends because its time is over.
    var endingAsPlanned = false
    /// The signal by which the user asked to end the run.
    var interruption: Int32?
    /// The kill that the policy has ordered and whose exit has not been seen.
    var kill: Termination?
    /// True when the runner itself has failed.
    var supervisionLost = false
    /// True when the run ends with the process that has just ended: nothing launches it again.
    var isOver = false
}

/// The freeze state of the tree, as the kernel confirms it.
struct FreezeState {
    /// True when the kernel has confirmed a freeze, and no thaw since.
    private(set) var isFrozen = false
    /// The number of freezes in a row that were not confirmed.
    var failures = 0
    /// The end of the time in which the app can react to a signal of the user; it is not frozen before.
    var notBefore: MonotonicInstant?

    mutating func confirmed(_ frozen: Bool) {
        isFrozen = frozen
        if frozen { failures = 0 }
    }

    mutating func processEnded() {
        isFrozen = false
        failures = 0
    }
}

/// A transition that has begun with an app and goes on by itself.
package enum AppTransition: Equatable {
    case policy(PolicyMachine.Transition)
    /// The kill has been ordered, but the exit has not been seen yet.
    case killed

    /// The transition in words.
    package var words: String {
        switch self {
        case .killed: "has been killed, and its process is still there"
        case .policy(.ending(let reason)): "is ending: \(reason.text) [\(reason.rule)]"
        case .policy(.leaving): "is being left [LC-05]"
        case .policy(.launching): "is being launched: didFinishLaunching has not returned [LC-14]"
        }
    }
}
