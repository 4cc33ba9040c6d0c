import KeepAlivePolicy
import KeepAlivePorts

/// A freezer that does not ship with KeepAlive.
public struct FreezerPlugIn: Sendable {
    /// The name of the freezer, as a value of `--freezer`.
    public let name: String
    /// Creates the freezer for one life of an app. An error that this closure throws ends the run before the command is
    /// started, with status 125.
    let make: @Sendable (any Scheduler) throws -> any Freezer

    /// Creates the description of a freezer.
    ///
    /// - Parameters:
    ///   - name: the name of the freezer, as a value of `--freezer`: letters, digits, `-` and `_`; not `auto`, `cgroup`
    ///     or `signal`.
    ///   - make: creates the freezer for one life of an app; the scheduler calls back on the freezer's thread.
    public init(_ name: String, make: @escaping @Sendable (any Scheduler) throws -> any Freezer) {
        self.name = name
        self.make = make
    }
}

/// The freezers that can be chosen by name.
package enum FreezerRegistry {
    // Written only before the command begins, while the process has one thread, so no lock is necessary.
    private nonisolated(unsafe) static var added: [FreezerPlugIn] = []

    /// The values that `--freezer` accepts.
    package static var names: [String] { ["auto", "cgroup", "signal"] + added.map(\.name) }

    /// Adds a freezer that can be chosen by name.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` when the freezer's name is taken or not valid.
    package static func add(_ freezer: FreezerPlugIn) throws {
        try PlugInName.check(freezer.name, of: "freezer", taken: names)
        added.append(freezer)
    }

    static func plugIn(named name: String) -> FreezerPlugIn? { added.first { $0.name == name } }
}

/// The freezer that `--freezer` chooses.
package enum FreezerChoice: Sendable {
    /// The cgroup v2 freezer where a cgroup is writable, otherwise SIGSTOP.
    case auto
    case cgroup
    case signal
    case plugIn(FreezerPlugIn)

    /// Creates the choice with a name; `nil` if no freezer has this name.
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
