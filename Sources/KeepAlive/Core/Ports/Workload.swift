import KeepAliveModel

/// The supervised process tree, as the engine sees it.
package protocol Workload: AnyObject {
    /// The receiver of the workload's events; set before ``launch()``. It may call ``launch()``.
    var onEvent: ((WorkloadEvent) -> Void)? { get set }

    /// A description of the freezer, for the summary: its kind and reason stay the same from one life to the next.
    var freezerDescription: FreezerDescription { get }

    /// Starts the command; ``WorkloadEvent/started(pid:)`` follows.
    ///
    /// After ``WorkloadEvent/exited(_:)`` it may be called again. This begins a new life of the same app, running and
    /// not frozen, and everything here holds as for the first one. A launch that failed may be tried again, too.
    ///
    /// - Parameter variables: what this life has in its environment besides, such as `NAME=value`.
    /// - Throws: ``KeepAliveError`` with code `commandNotFound`, `commandNotExecutable` or `supervision`; from the
    ///   second life on also `freezer`, when the freezer of the first one is no longer available.
    func launch(variables: [String]) throws

    /// Asks for the whole tree to be frozen; ``WorkloadEvent/frozen(latency:)`` or ``WorkloadEvent/freezeFailed(_:)``
    /// follows, unless ``resume()`` comes first.
    func suspend()

    /// Thaws the whole tree, even during an unfinished freeze. ``WorkloadEvent/thawed(latency:)`` follows.
    func resume()

    /// Looks whether a frozen tree still stands still: some of what others do is not noticed otherwise. When it does not,
    /// ``WorkloadEvent/disturbed(note:)`` comes before this returns.
    func checkFrozen()

    /// Sends a signal to the main process; a frozen one gets it when it is thawed.
    func signal(_ number: Int32)

    /// Ends the app as Ctrl-C does: like ``terminate(signal:grace:)``, with the signal to its whole foreground group.
    func interrupt(signal: Int32, grace: Duration)

    /// Ends the app: thaws it, and sends the signal to its main process; SIGKILL follows after `grace`. The app is not
    /// frozen again afterwards.
    func terminate(signal: Int32, grace: Duration)

    /// True when the last process was still there at the end of that time, and got SIGKILL.
    var outlastedGrace: Bool { get }

    /// True when there is no process: callbacks return when the plan says, not when a process ends.
    var isVirtual: Bool { get }

    /// Paths of the files in the app-group directory that a process of the tree holds a lock on now; empty when no
    /// directory was given or the machine cannot tell (RB-15).
    func sharedFileLocks() -> [String]

    /// Ends the connections of the frozen tree, and its listening sockets, where the run is told to (LC-23).
    ///
    /// - Parameter spared: the inodes of sockets that stay.
    func reclaimSockets(except spared: Set<UInt64>) -> ReclaimedSockets

    /// Returns CPU time and voluntary switches of the tree since the first launch, summed over its lives. The limits
    /// are about these two, and they are cheap to read.
    func usage() -> Usage

    /// Returns all counters of the machine for the tree, since the first launch.
    func counters() -> Usage

    /// The memory that only the tree holds, in bytes: it would be free without the tree. `nil` where it is unknown.
    var memoryBytes: Int64? { get }

    /// The way in which each counter is read here.
    var counterSources: [Usage.Counter: CounterSource] { get }
}

/// An event of a workload.
package enum WorkloadEvent: Sendable, Equatable {
    /// The command runs.
    case started(pid: Int32)
    /// Every process of the tree is frozen; confirmed this long after the request.
    case frozen(latency: Duration)
    /// The tree could not be frozen; it runs.
    case freezeFailed(String)
    /// Somebody else has let the frozen tree run, or a part of it. It is frozen again: ``frozen(latency:)`` or
    /// ``freezeFailed(_:)`` follows, unless ``Workload/resume()`` comes first. The note is `nil` where this goes on and has
    /// been told.
    case disturbed(note: String?)
    /// Every process of the tree runs again; confirmed this long after the request.
    case thawed(latency: Duration)
    /// The main process ended; what was left of its tree has been killed, and ``Workload/launch()`` may follow.
    case exited(ProcessStatus)
    /// The supervision itself was lost, for this reason; the tree has been ended.
    case lost(cause: String)
    /// A message that is worth a line.
    case note(String)
}

/// The freezer that is in use, and the reason for its choice.
public struct FreezerDescription: Sendable, Equatable, Codable {
    /// `cgroup`, `signal`, `virtual`, or the name of a plug-in's freezer.
    public var kind: String
    /// The reason for the choice of this freezer.
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
    package func launch() throws { try launch(variables: []) }
    package var isVirtual: Bool { false }
    package var outlastedGrace: Bool { false }

    package func checkFrozen() {}

    package func counters() -> Usage { usage() }
    package var memoryBytes: Int64? { nil }

    package var counterSources: [Usage.Counter: CounterSource] { [:] }
}

/// The sockets that were taken from a suspended app.
package struct ReclaimedSockets: Sendable, Equatable {
    package var count = 0
    /// True when the kernel or a sandbox forbids to take at least one of them: pidfd_getfd(2).
    package var isForbidden = false
    /// True when the app has more descriptors than are looked at.
    package var isPartial = false

    package init() {}
}
