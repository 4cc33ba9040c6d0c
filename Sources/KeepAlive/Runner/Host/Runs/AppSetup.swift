import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveStrategies

/// An app that is to be supervised: its command, its declarations, and the strategies that act for it.
package struct AppSetup {
    /// The command and its arguments; empty where nothing is started.
    package var command: [RawText]
    /// Its environment; the runner's if none is set.
    package var environment: [RawText]?
    /// The directory that it starts in; the runner's if none is set.
    package var directory: String?
    /// The directory that is the app's container: its home, with `Documents` and `Library`; the user's home if none is
    /// set.
    package var container: String?
    /// The destinations of its output; the runner's, with the terminal, if none are set.
    package var streams: SupervisedProcess.Streams?
    /// True when it speaks the protocol of `KEEPALIVE_SOCKET`, so that its launch ends when it says so; `nil` to find
    /// out.
    package var speaks: Bool?
    /// The shared container: a file in it that is locked at suspension ends the app (RB-15).
    package var appGroup: String?
    /// The path of the Info.plist, or `nil` for a manifest that declares nothing.
    package var infoPlist: String?
    /// Modes declared beside it.
    package var modes: [BackgroundMode] = []
    /// The strategies that act for the app.
    package var strategies: [StrategyFactory] = []
    /// The user's choices for the strategies.
    package var strategyOptions = StrategyOptions()

    package init(command: [RawText] = []) {
        self.command = command
    }

    /// Makes new strategies, without those that are programs.
    var ownStrategies: [any KeepAliveStrategy] {
        strategies.filter { $0.program == nil }.map { $0.make(strategyOptions) }
    }

    /// The files that it is started from, to be looked at by a process of their own.
    var files: AppFiles {
        AppFiles(
            command: command[0].text, environment: environment ?? Machine.rawEnvironment, directory: directory,
            infoPlist: infoPlist, container: container, streams: streams)
    }

    /// True when the app speaks for itself, by the settings or by a mark in its file.
    var mayUseAnything: Bool {
        speaks
            ?? AppMark.isIn(
                command: command[0], environment: environment ?? Machine.rawEnvironment, directory: directory)
    }

    /// Returns the app's manifest, with the modes of the command line.
    ///
    /// - Throws: ``KeepAliveError`` with code `manifest`.
    package func manifest() throws -> Manifest {
        complete(try infoPlist.map { try ManifestFile.load($0) })
    }

    /// Returns a manifest with the modes of the command line.
    func complete(_ read: Manifest?) -> Manifest {
        // Without a file, the usage strings cannot be missing by mistake.
        var manifest = read ?? Manifest.withUsageStrings
        manifest.declare(modes)
        return manifest
    }
}
