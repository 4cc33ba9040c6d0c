import KeepAliveEngine
import KeepAliveFormats
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveProtocol

/// An app to start on a running device, as `ctl launch` describes it.
struct AppLaunch {
    let command: [String]
    let infoPlist: String?
    let modes: [BackgroundMode]
    let strategies: [String]
    let directory: String?
    let variables: [String: String]
    let container: String?
    let standardOutput: String?
    let standardError: String?
    let speaks: Bool?
    /// True if the app is only installed: it gets a process when the user opens it or a wake launches it.
    let isInstalledOnly: Bool

    // MARK: Parameters

    static let command = Parameter("command", .list(.text)) { value in
        let command = try value.list().map { try $0.text() }
        guard let first = command.first, !first.isEmpty else {
            throw JSONRPCError.invalidParams("'command' must name a command")
        }
        return command
    } write: {
        .array($0.map { .string($0) })
    }

    static let environment = Parameter("environment", .map(.text)) { value in
        let variables = try value.map().mapValues { try $0.text() }
        guard !variables.keys.contains(where: { $0.isEmpty || $0.contains("=") }) else {
            throw JSONRPCError.invalidParams("the names in 'environment' must not be empty, and have no '='")
        }
        return variables
    } write: {
        .object($0.mapValues { .string($0) })
    }

    /// Returns the configuration of the app's run: the device's configuration with the app's settings.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` if a strategy's name or path is invalid.
    func configuration(on device: RunConfiguration) throws -> RunConfiguration {
        var app = AppSetup(command: command.map { RawText($0) })
        app.infoPlist = infoPlist.map { path in
            path.hasPrefix("/") ? path : directory.map { "\($0)/\(path)" } ?? path
        }
        app.modes = modes
        app.strategies = try strategies.map { name in
            // The process of `ctl launch` has already started the strategy's program and read its description. Starting
            // the program again here would block the device.
            if name.hasPrefix(StrategyChoice.prefix) { return try StrategyChoice.unasked(name) }
            return try StrategyChoice.named(name)
        }
        app.strategyOptions = device.app.strategyOptions
        app.directory = directory
        app.container = container
        app.speaks = speaks
        app.streams = SupervisedProcess.Streams(standardOutput: standardOutput, standardError: standardError)
        app.environment =
            Machine.rawEnvironment.filter { entry in
                !variables.keys.contains { entry.text.hasPrefix("\($0)=") }
            } + variables.sorted { $0.key < $1.key }.map { RawText("\($0.key)=\($0.value)") }
        var result = RunConfiguration(app)
        result.policy = device.policy
        result.machine = device.machine
        result.machine.sound = .silence
        result.plan = device.plan
        result.plan.backgroundAfter = nil
        result.plan.foregroundAfter = nil
        result.plan.endAfter = nil
        // An app outlives its process on a device, because the user or a wake may start it again.
        result.plan.outlivesProcess = true
        result.plan.launchesAtStart = !isInstalledOnly
        return result
    }
}
