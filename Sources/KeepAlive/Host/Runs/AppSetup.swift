import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveStrategies

/// An app that is to be supervised: what is started, what it declares, and what acts for it.
package struct AppSetup {
    /// The command and its arguments; empty where nothing is started.
    package var command: [RawText]
    /// What its environment is; the runner's where it is not said.
    package var environment: [RawText]?
    /// Where it is started; where the runner was, if it is not said.
    package var directory: String?
    /// The directory that is the app's container: its home, with `Documents` and `Library`; its user's where it is not said.
    package var container: String?
    /// Where its output goes; to where the runner's goes, with the terminal, if it is not said.
    package var streams: SupervisedProcess.Streams?
    /// Whether it speaks the protocol of `KEEPALIVE_SOCKET`, so that its launch ends when it says so; `nil` to find out.
    package var speaks: Bool?
    /// The shared container: a file in it that is locked at suspension ends the app (RB-15).
    package var appGroup: String?
    /// The path of the Info.plist, or `nil` for a manifest that declares nothing.
    package var infoPlist: String?
    /// Modes declared beside it.
    package var modes: [BackgroundMode] = []
    /// The strategies that act for the app.
    package var strategies: [StrategyFactory] = []
    /// What the user chooses for them.
    package var strategyOptions = StrategyOptions()

    package init(command: [RawText] = []) {
        self.command = command
    }

    /// New ones of the strategies that are no programs.
    var ownStrategies: [any KeepAliveStrategy] {
        strategies.filter { $0.program == nil }.map { $0.make(strategyOptions) }
    }

    /// Whether the app speaks for itself, as is said or as its file shows.
    var mayUseAnything: Bool {
        speaks
            ?? AppMark.isIn(
                command: command[0], environment: environment ?? Machine.rawEnvironment, directory: directory)
    }

    /// What the app declares, with the modes of the command line.
    ///
    /// - Throws: ``KeepAliveError`` with code `manifest`.
    package func manifest() throws -> Manifest {
        // Without a file there is nobody who could have forgotten the usage strings.
        var manifest = try infoPlist.map { try ManifestFile.load($0) } ?? Manifest.withUsageStrings
        manifest.declare(modes)
        return manifest
    }
}
