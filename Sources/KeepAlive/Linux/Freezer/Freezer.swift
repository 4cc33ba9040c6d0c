import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// Something that freezes and thaws a process tree: one for each life of an app.
///
/// Its methods are called on one thread, and may not block: an answer may come later, from a call that the scheduler makes.
public protocol Freezer: AnyObject {
    /// Which one it is, and why.
    var description: FreezerDescription { get }

    /// Where the tree begins; set when it has been started.
    var root: TreeRoot? { get set }

    /// Where it tells what is worth a line.
    var onNote: ((String) -> Void)? { get set }

    /// Freezes the tree. The completion gets the time from the request to the confirmation, unless ``thaw(_:)`` comes
    /// first; or a message when it cannot be done in ``FreezeLimit/confirmation``.
    func freeze(_ completion: @escaping (FreezeResult) -> Void)

    /// Thaws the tree and forgets an unfinished freeze.
    func thaw(_ completion: @escaping (FreezeResult) -> Void)
}

/// Where a process tree begins.
public struct TreeRoot: Sendable {
    /// What adopts its orphans, and is not frozen.
    public var guardian: pid_t
    /// The main process, where the guardian has other trees, too; `nil` where all that descends from it is this tree.
    public var mainProcess: pid_t?
}

/// How a freeze or a thaw went.
public enum FreezeResult {
    case confirmed(latency: Duration)
    case failed(String)
}

/// How long a freeze may take.
enum FreezeLimit {
    /// From the request to the confirmation: 0.5 s, our choice. Only what the kernel holds up takes longer than some
    /// milliseconds, and until then the tree is said to be suspended.
    static let confirmation = Duration.milliseconds(500)
    /// How long looks at the tree follow each other without a pause: the loop has others to serve.
    static let looking = Duration.milliseconds(10)
    /// Between looks after that.
    static let pause = Duration.milliseconds(2)
}
