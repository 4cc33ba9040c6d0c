import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveStrategies

/// The settings of an app to supervise: its command, its declarations, and the strategies that act for it.
package struct AppSetup {
    /// The command and its arguments; empty if no process is started.
    package var command: [RawText]
    /// The environment of the command; `nil` for the runner's environment.
    package var environment: [RawText]?
    /// The working directory of the command; `nil` for the runner's working directory.
    package var directory: String?
    /// The directory of the app's container, which is the app's home with `Documents` and `Library`; `nil` for the
    /// user's home.
    package var container: String?
    /// The destinations of the command's output; `nil` for the runner's output and terminal.
    package var streams: SupervisedProcess.Streams?
    /// True if the app makes calls through `KEEPALIVE_SOCKET`, so that its launch ends when the app says so; `nil` if
    /// that is not known yet.
    package var speaks: Bool?
    /// The directory of the shared container. An app that is suspended while it locks a file in this directory is
    /// killed (RB-15).
    package var appGroup: String?
    /// The path of the Info.plist; `nil` for a manifest that declares nothing.
    package var infoPlist: String?
    /// The background modes that are declared in addition to the manifest's.
    package var modes: [BackgroundMode] = []
    /// The strategies that act for the app.
    package var strategies: [StrategyFactory] = []
    /// The options that the command line sets for the strategies.
    package var strategyOptions = StrategyOptions()

    package init(command: [RawText] = []) {
        self.command = command
    }

    /// Creates new instances of the strategies, except for those that are programs.
    var ownStrategies: [any KeepAliveStrategy] {
        strategies.filter { $0.program == nil }.map { $0.make(strategyOptions) }
    }

    /// The files that a worker process examines before the app is started.
    var files: AppFiles {
        AppFiles(
            command: command[0].text, environment: environment ?? Machine.rawEnvironment, directory: directory,
            infoPlist: infoPlist, container: container, streams: streams)
    }

    /// True if the app makes calls itself, by its settings or by a mark in its executable, and so may use any part of
    /// the machine.
    var mayUseAnything: Bool {
        speaks
            ?? AppMark.isIn(
                command: command[0], environment: environment ?? Machine.rawEnvironment, directory: directory)
    }

    /// Returns the app's manifest, with the modes of the command line added.
    ///
    /// - Throws: ``KeepAliveError`` with code `manifest` if the Info.plist is invalid.
    package func manifest() throws -> Manifest {
        complete(try infoPlist.map { try ManifestFile.load($0) })
    }

    /// Returns a manifest with the modes of the command line added. `nil` stands for a missing Info.plist.
    func complete(_ read: Manifest?) -> Manifest {
        // Without an Info.plist, the manifest has all usage strings, because a missing string is then no mistake of the
        // app.
        var manifest = read ?? Manifest.withUsageStrings
        manifest.declare(modes)
        return manifest
    }
}
