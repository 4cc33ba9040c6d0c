import KeepAliveModel

/// The supervised process tree of an app, with the operations that the engine needs.
package protocol Workload: AnyObject {
    /// The handler of the workload's events; set before ``launch()``. The handler may call ``launch()``.
    var onEvent: ((WorkloadEvent) -> Void)? { get set }

    /// A description of the freezer, for the summary. Kind and reason stay the same in later launches.
    var freezerDescription: FreezerDescription { get }

    /// Starts the command; ``WorkloadEvent/started(pid:)`` follows.
    ///
    /// The method may be called again after ``WorkloadEvent/exited(_:)``, or after a launch that failed. The app then
    /// starts anew, running and not frozen, and all methods act as after the first launch.
    ///
    /// - Parameter variables: additional environment variables for this launch, as `NAME=value`.
    /// - Throws: ``KeepAliveError`` with code `commandNotFound`, `commandNotExecutable` or `supervision`; from the
    ///   second launch on also `freezer`, if the freezer of the first launch is no longer available.
    func launch(variables: [String]) throws

    /// Begins to freeze the whole tree. ``WorkloadEvent/frozen(latency:)`` or ``WorkloadEvent/freezeFailed(_:)``
    /// follows, unless ``resume()`` is called first.
    func suspend()

    /// Thaws the whole tree, even during an unfinished freeze. ``WorkloadEvent/thawed(latency:)`` follows.
    func resume()

    /// Checks whether a frozen tree is still frozen, because another process may thaw the tree unnoticed. If the tree
    /// was thawed, ``WorkloadEvent/disturbed(note:)`` is reported before the method returns.
    func checkFrozen()

    /// Sends a signal to the main process; a frozen process receives it when it is thawed.
    func signal(_ number: Int32)

    /// Ends the app as Ctrl-C does: like ``terminate(signal:grace:)``, but the signal goes to the whole foreground
    /// process group.
    func interrupt(signal: Int32, grace: Duration)

    /// Ends the app: thaws the tree and sends the signal to the main process; SIGKILL follows after the time `grace`.
    /// The app is not frozen again.
    func terminate(signal: Int32, grace: Duration)

    /// True if the main process of the last launch did not end within the time `grace` and was killed with SIGKILL.
    var outlastedGrace: Bool { get }

    /// True if the workload has no real process. The engine then lets `willTerminate` return after the time that the
    /// run's plan states; otherwise `willTerminate` lasts until the process ends.
    var isVirtual: Bool { get }

    /// Returns the paths of files in the app-group directory that a process of the tree has locked. The result is empty
    /// if no directory was given or the locks cannot be read (RB-15).
    func sharedFileLocks() -> [String]

    /// Closes the connections and listening sockets of the frozen tree, if the run is configured so (LC-23).
    ///
    /// - Parameter spared: the inodes of sockets that are not closed.
    func reclaimSockets(except spared: Set<UInt64>) -> ReclaimedSockets

    /// Returns the CPU time and the voluntary context switches since the first launch, summed over all launches. Only
    /// these two counters have limits, and reading them is cheap.
    func usage() -> Usage

    /// Returns all counters of the tree that the machine has, since the first launch.
    func counters() -> Usage

    /// The memory that only the tree uses, in bytes: the end of the tree would free this memory. `nil` if it is
    /// unknown.
    var memoryBytes: Int64? { get }

    /// The way in which each counter is read on this machine.
    var counterSources: [Usage.Counter: CounterSource] { get }
}

/// An event that a ``Workload`` reports to its handler `onEvent`.
package enum WorkloadEvent: Sendable, Equatable {
    case started(pid: Int32)
    /// Every process of the tree is frozen; the latency is the time from the request to the confirmation.
    case frozen(latency: Duration)
    /// The tree could not be frozen and runs.
    case freezeFailed(String)
    /// Another process has thawed the frozen tree or a part of it. The tree is frozen again: ``frozen(latency:)`` or
    /// ``freezeFailed(_:)`` follows, unless ``Workload/resume()`` is called first. The note is `nil` if the disturbance
    /// continues and was reported before.
    case disturbed(note: String?)
    /// Every process of the tree runs again; the latency is the time from the request to the confirmation.
    case thawed(latency: Duration)
    /// The main process has ended and the rest of its tree has been killed. ``Workload/launch()`` may follow.
    case exited(ProcessStatus)
    /// The supervision of the tree has failed, and the tree has been killed; the cause is given.
    case lost(cause: String)
    /// A note for the timeline.
    case note(String)
}

/// The freezer in use, and the reason why it was chosen.
public struct FreezerDescription: Sendable, Equatable, Codable {
    /// `cgroup`, `signal`, `virtual`, or the name of a plug-in's freezer.
    public var kind: String
    /// The reason why this freezer was chosen.
    public var reason: String
    /// The cgroup of the tree; `nil` if the freezer uses none.
    public var path: String?

    /// Creates a description; `path` is `nil` for a freezer without a cgroup.
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

/// The sockets that the system has reclaimed from a suspended app.
package struct ReclaimedSockets: Sendable, Equatable {
    /// The number of sockets that were closed.
    package var count = 0
    /// True if the kernel or a sandbox forbids pidfd_getfd(2) for at least one of the sockets.
    package var isForbidden = false
    /// True if the app has more file descriptors than were searched for sockets.
    package var isPartial = false

    package init() {}
}
