import KeepAlivePolicy
import KeepAlivePorts

/// A freezer that does not ship with KeepAlive.
public struct FreezerPlugIn: Sendable {
    /// The name that `--freezer` takes.
    public let name: String
    /// Makes the freezer for one life of an app. An error that it throws ends the run before the command is started,
    /// with status 125.
    let make: @Sendable (any Scheduler) throws -> any Freezer

    /// Describes a freezer.
    ///
    /// - Parameters:
    ///   - name: the name that `--freezer` takes: letters, digits, `-` and `_`; not `auto`, `cgroup` or `signal`.
    ///   - make: makes the freezer for one life of an app; the scheduler calls back on the thread that the freezer
    ///     belongs to.
    public init(_ name: String, make: @escaping @Sendable (any Scheduler) throws -> any Freezer) {
        self.name = name
        self.make = make
    }
}

/// The freezers that can be chosen by name.
package enum FreezerRegistry {
    // Written while the process has one thread: before the command begins.
    private nonisolated(unsafe) static var added: [FreezerPlugIn] = []

    /// The names that `--freezer` takes.
    package static var names: [String] { ["auto", "cgroup", "signal"] + added.map(\.name) }

    /// Adds a freezer that can be chosen by name.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` when its name is taken or not valid.
    package static func add(_ freezer: FreezerPlugIn) throws {
        try PlugInName.check(freezer.name, of: "freezer", taken: names)
        added.append(freezer)
    }

    static func plugIn(named name: String) -> FreezerPlugIn? { added.first { $0.name == name } }
}

/// The user's choice of a freezer.
package enum FreezerChoice: Sendable {
    /// The cgroup v2 freezer where it is writable, else SIGSTOP.
    case auto
    case cgroup
    case signal
    case plugIn(FreezerPlugIn)

    /// Finds the choice that has a name; `nil` if none has it.
    package init?(named name: String) {
        switch name {
        case "auto": self = .auto
        case "cgroup": self = .cgroup
        case "signal": self = .signal
        default:
            guard let plugIn = FreezerRegistry.plugIn(named: name) else { return nil }
            self = .plugIn(plugIn)
        }
    }
}
