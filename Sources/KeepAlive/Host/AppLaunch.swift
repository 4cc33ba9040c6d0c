import KeepAliveEngine
import KeepAliveLinux
import KeepAlivePolicy

/// An app that is to be started on a running device, as `ctl launch` describes it.
struct AppLaunch {
    private let command: [String]
    private let infoPlist: String?
    private let modes: [BackgroundMode]
    private let strategies: [String]
    private let directory: String?
    private let variables: [String: String]
    private let container: String?
    private let standardOutput: String?
    private let standardError: String?
    private let speaks: Bool?
    /// Whether it begins without being shown: only a wake, or the user, gives it a process.
    let isInstalledOnly: Bool

    init(_ parameters: AppParameters) throws {
        func texts(_ name: String) throws -> [String] {
            guard let list = parameters.optional(name) else { return [] }
            guard let values = list.json.array, case let texts = values.compactMap(\.string),
                texts.count == values.count
            else { throw JSONRPCError.invalidParams("'\(name)' must be a list of strings") }
            return texts
        }
        command = try texts("command")
        guard let first = command.first, !first.isEmpty else {
            throw JSONRPCError.invalidParams("'command' must name a command")
        }
        infoPlist = try parameters.optional("infoPlist")?.text()
        modes = try texts("modes").map { name in
            guard let mode = BackgroundMode(rawValue: name) else {
                throw JSONRPCError.invalidParams("'modes': there is no background mode '\(name.shortened(to: 60))'")
            }
            return mode
        }
        strategies = try texts("strategies")
        directory = try parameters.optional("directory")?.text()
        container = try parameters.optional("container")?.text()
        standardOutput = try parameters.optional("stdout")?.text()
        standardError = try parameters.optional("stderr")?.text()
        speaks = try parameters.optional("speaks")?.flag()
        isInstalledOnly = try parameters.optional("install")?.flag() ?? false
        variables =
            switch parameters.optional("environment")?.json {
            case nil: [:]
            case .object(let members):
                try members.mapValues { value in
                    guard let text = value.string else {
                        throw JSONRPCError.invalidParams("'environment' must hold strings")
                    }
                    return text
                }
            default: throw JSONRPCError.invalidParams("'environment' must be an object")
            }
    }

    /// The configuration of its run: the device's, with what is said of the app.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage`.
    func configuration(on device: RunConfiguration) throws -> RunConfiguration {
        var result = RunConfiguration(command: command.map { RawText($0) })
        result.infoPlist = infoPlist.map { path in
            path.hasPrefix("/") ? path : directory.map { "\($0)/\(path)" } ?? path
        }
        result.modes = modes
        result.strategies = try strategies.map { name in
            // Who launches has spoken with it; here nobody may wait for it.
            if name.hasPrefix(StrategyChoice.prefix) { return try StrategyChoice.unasked(name) }
            return try StrategyChoice.named(name)
        }
        result.strategyOptions = device.strategyOptions
        result.profile = device.profile
        result.overrides = device.overrides
        result.freezer = device.freezer
        result.audioDevice = device.audioDevice
        result.location = device.location
        result.directory = directory
        result.container = container
        result.speaks = speaks
        result.streams = SupervisedProcess.Streams(
            standardOutput: standardOutput, standardError: standardError)
        result.environment =
            Machine.rawEnvironment.filter { entry in
                !variables.keys.contains { entry.text.hasPrefix("\($0)=") }
            } + variables.sorted { $0.key < $1.key }.map { RawText("\($0.key)=\($0.value)") }
        result.plan = device.plan
        result.plan.backgroundAfter = nil
        result.plan.foregroundAfter = nil
        result.plan.endAfter = nil
        // On a device an app outlives its process: the user or a wake may start it again.
        result.plan.outlivesProcess = true
        result.plan.launchesAtStart = !isInstalledOnly
        return result
    }
}
