import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// Freezes and thaws a process tree. Each life of an app has one freezer.
///
/// Its methods are called on one thread, and must not block. The answer may come later, from a call that the scheduler
/// makes.
public protocol Freezer: AnyObject {
    /// The kind of this freezer, and the reason for its choice.
    var description: FreezerDescription { get }

    /// The root of the tree; set when the tree has been started.
    var root: TreeRoot? { get set }

    /// Receives messages that are worth a line in the log.
    var onNote: ((String) -> Void)? { get set }

    /// Freezes the tree. The completion gets the time from the request to the confirmation, or a message when the
    /// freeze is not confirmed within ``FreezeLimit/confirmation``. It is not called when ``thaw(_:)`` comes first.
    func freeze(_ completion: @escaping (FreezeResult) -> Void)

    /// Thaws the tree and forgets an unfinished freeze.
    func thaw(_ completion: @escaping (FreezeResult) -> Void)
}

/// The root of a process tree.
public struct TreeRoot: Sendable {
    /// The process that adopts the tree's orphans; it is not frozen.
    public var guardian: pid_t
    /// The main process, when the guardian has other trees, too; `nil` when all descendants of the guardian are this
    /// tree.
    public var mainProcess: pid_t?
    /// All trees of the guardian, when it has other trees, too.
    package var siblings: AdoptedProcesses?
}

/// The result of a freeze or a thaw.
public enum FreezeResult {
    case confirmed(latency: Duration)
    case failed(String)
}

/// The limits on the time of a freeze.
enum FreezeLimit {
    /// From the request to the confirmation: 0.5 s, our choice. Only a process that the kernel holds up takes longer
    /// than some milliseconds. The tree counts as suspended until the confirmation is in; without one, the app is
    /// in the background (MD-18).
    static let confirmation = Duration.milliseconds(500)
    /// The longest time of looks at the tree without a pause: the loop has other work to do.
    static let looking = Duration.milliseconds(10)
    /// The pause after that.
    static let pause = Duration.milliseconds(2)
    /// The reason of a failure where no single process is in the way.
    static let restless = "its processes change while they are looked at"
}
