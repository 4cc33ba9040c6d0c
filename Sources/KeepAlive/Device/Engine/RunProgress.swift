import KeepAlivePolicy
import KeepAlivePorts

/// The progress of a run, from its first process to its end.
struct RunProgress {
    /// The number of processes that the app has had in this run.
    var lives = 0
    /// The process identifier of the app's main process, or of its last one; `nil` before the first launch.
    var pid: Int32?
    /// The cause for which the present process was started.
    var launchCause = LaunchCause.user
    /// The outcome of the run if nothing launches the app again; `nil` unless the run waits for transfers of a
    /// background session.
    var outcomeWithoutTransfers: Engine.Outcome?
    /// True from the order to launch the app until its process has started.
    var isLaunching = false
    /// True if the run is ending because its time is over.
    var endingAsPlanned = false
    /// The signal by which the user asked the runner to end; `nil` if there was none.
    var interruption: Int32?
    /// The kill that the policy has ordered; `nil` again once the exit of the process has been reported.
    var kill: Termination?
    /// True if the runner itself has lost the supervision of the app's process.
    var supervisionLost = false
    /// True once the run is over, or ends with the process that has just ended. Nothing launches the app then.
    var isOver = false
}

/// The freeze state of the app's process tree, as the kernel has confirmed it.
struct FreezeState {
    /// True if the kernel has confirmed a freeze and the tree has not been thawed since.
    private(set) var isFrozen = false
    /// The number of successive freezes that the kernel did not confirm.
    var failures = 0
    /// The instant before which the app is not frozen, because the app may be reacting to a signal of the user; `nil`
    /// if there is no such instant.
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

/// A transition of an app, such as a launch, that has begun and will end without an event from outside.
package enum AppTransition: Equatable {
    case policy(PolicyMachine.Transition)
    /// The policy has ordered the kill, and the exit of the process has not been seen yet.
    case killed

    /// The transition in words, which follow the app's name.
    package var words: String {
        switch self {
        case .killed: "has been killed, and its process is still there"
        case .policy(.ending(let reason)): "is ending: \(reason.text) [\(reason.rule)]"
        case .policy(.leaving): "is being left [LC-05]"
        case .policy(.launching): "is being launched: didFinishLaunching has not returned [LC-14]"
        }
    }
}
