import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// Freezes and thaws a process tree. Each life of an app has one freezer.
///
/// All methods are called on one thread, and must not block. A completion may be called later, from a call that the
/// scheduler makes.
public protocol Freezer: AnyObject {
    /// The kind of this freezer, and the reason for its choice.
    var description: FreezerDescription { get }

    /// The root of the tree; `nil` until the tree has been started.
    var root: TreeRoot? { get set }

    /// Called with messages for the log.
    var onNote: ((String) -> Void)? { get set }

    /// Freezes the tree. The completion gets the time from the request to the confirmation, or a message when the
    /// freeze is not confirmed within ``FreezeLimit/confirmation``. The completion is not called when ``thaw(_:)``
    /// comes first.
    func freeze(_ completion: @escaping (FreezeResult) -> Void)

    /// Thaws the tree, and abandons an unfinished freeze. The completion gets the time from the request to the thaw, or
    /// a message when the thaw has failed.
    func thaw(_ completion: @escaping (FreezeResult) -> Void)
}

/// The processes from which a freezer finds all other processes of a tree.
public struct TreeRoot: Sendable {
    /// The process that adopts the tree's orphans; this process is not frozen.
    public var guardian: pid_t
    /// The main process of the tree, if the guardian has other trees, too; `nil` if all descendants of the guardian
    /// belong to this tree.
    public var mainProcess: pid_t?
    /// The children of the guardian by tree, if the guardian has other trees, too; otherwise `nil`.
    package var siblings: AdoptedProcesses?
}

/// The result of a freeze or a thaw.
public enum FreezeResult {
    case confirmed(latency: Duration)
    case failed(String)
}

/// The limits on the time of a freeze.
enum FreezeLimit {
    /// The longest time from the request to the confirmation. The limit is this project's choice: a freeze takes longer
    /// than some milliseconds only if the kernel delays a process. The tree counts as suspended until the confirmation
    /// arrives; if no confirmation arrives within the limit, the app is in the background (MD-18).
    static let confirmation = Duration.milliseconds(500)
    /// The longest time for which the tree is examined without a pause, because the event loop has other work to do.
    static let looking = Duration.milliseconds(10)
    /// The pause after looks that took ``looking``, in which the event loop does other work.
    static let pause = Duration.milliseconds(2)
    /// The reason for a failed freeze that is not caused by a single process.
    static let restless = "its processes change while they are looked at"
}
