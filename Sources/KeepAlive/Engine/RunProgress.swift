import KeepAlivePolicy
import KeepAlivePorts

/// How far a run is: from its first process to its end.
struct RunProgress {
    /// How many processes the app has had: what one of them was about to do, the next does not.
    var lives = 0
    /// The main process of this life.
    var pid: Int32?
    /// Why the process that is being started is started.
    var launchCause = LaunchCause.user
    /// The run's time is over.
    var endingAsPlanned = false
    /// The signal by which the user asked to end the run.
    var interruption: Int32?
    /// The kill that the policy has ordered and whose exit has not been seen.
    var kill: Termination?
    /// The runner itself failed.
    var supervisionLost = false
    /// The run ends with the process that has just ended: nothing launches it again.
    var isOver = false
}

/// Whether the tree stands still, by the kernel's word.
struct FreezeState {
    /// The kernel has confirmed a freeze, and no thaw since.
    private(set) var isFrozen = false
    /// Freezes in a row that were not confirmed.
    var failures = 0
    /// A signal of the user is on its way: until then the app can react to it, and is not frozen.
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

/// What has begun with an app and goes on by itself.
package enum AppTransition: Equatable {
    case policy(PolicyMachine.Transition)
    /// The kill has been ordered, and the exit not been seen.
    case killed

    /// What it is, in words.
    package var words: String {
        switch self {
        case .killed: "has been killed, and its process is still there"
        case .policy(.ending(let reason)): "is ending: \(reason.text) [\(reason.rule)]"
        case .policy(.leaving): "is being left [LC-05]"
        case .policy(.launching): "is being launched: didFinishLaunching has not returned [LC-14]"
        }
    }
}
