import KeepAlivePolicy

/// The supervised process tree, as the engine sees it.
package protocol Workload: AnyObject {
    /// Where the workload reports; set before ``launch()``. ``launch()`` may be called from it.
    var onEvent: ((WorkloadEvent) -> Void)? { get set }

    /// What freezes the tree, for the summary: the kind and the reason stay the same from one life to the next.
    var freezerDescription: FreezerDescription { get }

    /// Starts the command; ``WorkloadEvent/started(pid:)`` follows.
    ///
    /// After ``WorkloadEvent/exited(_:)`` it may be called again: a new life of the same app, running and not frozen, of
    /// which everything here holds as of the first. A launch that failed may be tried again, too.
    ///
    /// - Throws: ``KeepAliveError`` with code `commandNotFound`, `commandNotExecutable` or `supervision`; from the second
    ///   life on also `freezer`, when what froze the first one cannot be had again.
    func launch() throws

    /// Asks for the whole tree to be frozen; ``WorkloadEvent/frozen(latency:)`` or ``WorkloadEvent/freezeFailed(_:)``
    /// follows, unless ``resume()`` comes first.
    func suspend()

    /// Thaws the whole tree; always wins over an unfinished freeze. ``WorkloadEvent/thawed(latency:)`` follows.
    func resume()

    /// Hands a signal on to the main process; a frozen one gets it when it is thawed.
    func signal(_ number: Int32)

    /// Ends the app as Ctrl-C does: like ``terminate(signal:grace:)``, with the signal to its whole foreground group.
    func interrupt(signal: Int32, grace: Duration)

    /// Ends the app: thaws it, and sends the signal to its main process; SIGKILL follows after `grace`. Not frozen again
    /// afterwards.
    func terminate(signal: Int32, grace: Duration)

    /// Whether there is no process: callbacks return when the plan says, not when a process ends.
    var isVirtual: Bool { get }

    /// Paths of the files in the app-group directory that a process of the tree holds a lock on now; empty when no
    /// directory was given or the machine cannot tell (RB-15).
    func sharedFileLocks() -> [String]

    /// CPU time and voluntary switches of the tree since the first launch, the sum over its lives: what the limits are
    /// about, cheap to ask for.
    func usage() -> Usage

    /// Everything that the machine counts for the tree, since the first launch.
    func counters() -> Usage

    /// What the tree holds of memory that is its own, in bytes: what would be free without it. `nil` where it is unknown.
    var memoryBytes: Int64? { get }

    /// How the counters are read here.
    var counterSources: [Usage.Counter: CounterSource] { get }
}

/// What happens to a workload.
package enum WorkloadEvent: Sendable, Equatable {
    /// The command runs.
    case started(pid: Int32)
    /// Every process of the tree is frozen; confirmed this long after the request.
    case frozen(latency: Duration)
    /// The tree could not be frozen; it runs.
    case freezeFailed(String)
    /// Every process of the tree runs again; confirmed this long after the request.
    case thawed(latency: Duration)
    /// The main process ended; what was left of its tree has been killed, and ``Workload/launch()`` may follow.
    case exited(ProcessStatus)
    /// The supervision itself was lost, for this reason; the tree has been taken down.
    case lost(cause: String)
    /// Something worth a line.
    case note(String)
}

/// Which freezer is in use, and why.
public struct FreezerDescription: Sendable, Equatable, Codable {
    /// `cgroup`, `signal`, `virtual`, or what a plug-in calls itself.
    public var kind: String
    /// Why this one.
    public var reason: String
    /// The cgroup of the tree, if it has one.
    public var path: String?

    /// Describes a freezer.
    public init(kind: String, reason: String, path: String? = nil) {
        self.kind = kind
        self.reason = reason
        self.path = path
    }
}

extension Workload {
    package var isVirtual: Bool { false }

    package func counters() -> Usage { usage() }
    package var memoryBytes: Int64? { nil }

    package var counterSources: [Usage.Counter: CounterSource] { [:] }
}
