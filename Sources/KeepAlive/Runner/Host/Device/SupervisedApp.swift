import KeepAliveEngine
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveStrategies

/// An app on a running device: its processes, its engine, the service for its own calls, and the parts of the machine
/// that it uses.
final class SupervisedApp {
    /// The name of the app on the device.
    let name: String
    let workload: SupervisedProcess
    let engine: Engine
    let service: AppVoice
    private(set) var parts: AppParts
    /// Returns the app's figures up to now; `nil` if the app has ended.
    var figures: (() -> RunSummary?)?
    /// The directory of the app's container; `nil` if the app uses the user's home.
    let container: String?
    private let socket: AppSocket?
    private let programs: StrategyPrograms

    /// Prepares the app's parts; no process runs before the engine is started.
    ///
    /// - Parameters:
    ///   - device: the device, whose other apps share its parts.
    ///   - record: receives each event of the app's timeline.
    /// - Throws: ``KeepAliveError`` with code `freezer`, `audio`, `location` or `usage` if a part cannot be prepared.
    init(
        _ configuration: RunConfiguration, _ prepared: PreparedApp, plan: RunPlan,
        strategies: @escaping () -> [any KeepAliveStrategy], on device: RunningDevice,
        record: @escaping (TimelineEvent) -> Void
    ) throws {
        let setup = configuration.app
        let manifest = prepared.manifest
        let loop = device.loop
        var machine = try configuration.policyMachine(of: manifest, conditions: device.model.conditions)
        machine.restoreKeychain(prepared.keychain)
        container = setup.container
        let keychain = setup.container.map {
            KeychainFiles(container: $0, items: prepared.keychain, workers: device.files)
        }
        name = device.model.name(for: manifest.bundleIdentifier)
        let path = device.socketPath()
        service = AppVoice(.ofDevice, speaks: path != nil && prepared.speaks)
        workload = try SupervisedProcess(
            command: setup.command, program: prepared.program, environment: Self.environment(of: setup, socket: path),
            directory: setup.directory, streams: setup.streams, freezer: configuration.machine.freezer,
            appGroup: setup.appGroup, reclaimsSockets: configuration.reclaimsSockets,
            measures: configuration.outputs.measures,
            cleanupDirectory: device.control?.directory, loop: loop, notifier: device.notifier,
            nursery: setup.streams == nil ? nil : { [unowned device] in device.nursery() })
        socket = try path.map { [workload] path in
            try AppSocket(path: path, loop: loop) { [weak workload] pid in workload?.contains(pid) ?? false }
        }
        device.prepared = workload
        defer { device.prepared = nil }
        parts = AppParts()
        do {
            try parts.prepare(configuration, prepared, on: device, canSpeak: path != nil)
        } catch {
            workload.end()
            throw error
        }
        programs = StrategyPrograms(setup.strategies.compactMap(\.program), loop: loop)
        engine = Engine(
            machine: machine, scheduler: loop, workload: workload, audio: parts.audio, location: parts.location,
            otherApps: parts.otherApps, transfers: parts.transfers,
            sockets: path == nil ? nil : TaggedSocketWatch(loop: loop), pushTokens: parts.pushTokens,
            keychain: keychain, app: path == nil ? nil : service,
            companions: { [programs] in programs.start() }, strategies: strategies, plan: plan,
            record: record)
        socket?.onMessage = { [service] client, message in service.take(message, from: client) }
        socket?.onEnd = { [service] client in service.ended(client) }
        service.onSuspension = { [weak socket] in socket?.mayWait = $0 }
        workload.onRest = { [weak socket] in socket?.isAtRest = $0 }
        socket?.onFailure = { [weak engine] in engine?.note($0) }
        keychain?.onNote = { [weak engine] in engine?.note($0) }
    }

    /// Returns the environment variables of the app's processes.
    ///
    /// - Parameter socket: the path of the socket for the app's own calls; `nil` if there is none.
    private static func environment(of setup: AppSetup, socket: String?) -> [RawText] {
        var environment = setup.environment ?? Machine.rawEnvironment
        // An inherited variable is always removed, because it leads to another device.
        environment.removeAll { $0.text.hasPrefix("\(AppSocket.variable)=") }
        if let container = setup.container {
            environment = AppContainer(container).environment(from: environment)
        }
        environment.removeAll { $0.text.hasPrefix("\(AppContainer.infoPlistVariable)=") }
        if let plist = setup.infoPlist {
            environment.append(RawText("\(AppContainer.infoPlistVariable)=\(Machine.absolute(plist))"))
        }
        if let socket { environment.append(RawText("\(AppSocket.variable)=\(socket)")) }
        return environment
    }

    /// The parts of the machine in use, for the app's figures.
    var environment: RunSummary.Environment {
        RunSummary.Environment(
            kernel: Machine.kernelRelease, freezer: workload.freezerDescription,
            audio: parts.audio.flatMap { $0.isPrepared ? $0.description : nil },
            gpsd: parts.location.flatMap { $0.isPrepared ? $0.description : nil })
    }

    /// Ends the app's processes and closes its parts.
    func close() {
        workload.end()
        programs.end()
        socket?.close()
        parts.close()
    }
}
