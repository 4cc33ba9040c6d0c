import KeepAliveEngine
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveScenarios
import KeepAliveStrategies

/// One app on the device that this process hosts: its processes, its engine, its voice, and the parts that it uses.
final class HostedApp {
    /// What it is called on the device.
    let name: String
    let manifest: Manifest
    let workload: SupervisedProcess
    let engine: Engine
    let service: AppService
    private(set) var parts: DeviceParts
    /// Its figures up to now; `nil` when there are none any more.
    var figures: (() -> RunSummary?)?
    private let socket: AppSocket?
    private let programs: StrategyPrograms

    /// Prepares everything; nothing runs before the engine is started.
    ///
    /// - Parameters:
    ///   - machine: its policy.
    ///   - device: what it shares with the other apps.
    ///   - record: takes each line of its timeline.
    /// - Throws: ``KeepAliveError`` with code `freezer`, `audio`, `location` or `usage`.
    init(
        _ configuration: RunConfiguration, manifest: Manifest, machine: PolicyMachine, name: String, plan: RunPlan,
        strategies: @escaping () -> [any KeepAliveStrategy], on host: DeviceHost,
        record: @escaping (TimelineEvent) -> Void
    ) throws {
        self.name = name
        self.manifest = manifest
        let loop = host.loop
        var environment = configuration.environment ?? Machine.rawEnvironment
        let path = host.socketPath()
        // Without a socket of ours, one that was inherited would lead to another device.
        environment.removeAll { $0.text.hasPrefix("\(AppSocket.variable)=") }
        if let container = configuration.container {
            environment = try AppContainer(container).environment(from: environment)
        }
        environment.removeAll { $0.text.hasPrefix("\(AppContainer.infoPlistVariable)=") }
        if let plist = configuration.infoPlist {
            environment.append(RawText("\(AppContainer.infoPlistVariable)=\(Machine.absolute(plist))"))
        }
        if let path {
            environment.append(RawText("\(AppSocket.variable)=\(path)"))
        }
        let service = AppService(.ofDevice, speaks: path != nil && configuration.mayUseAnything)
        let workload = try SupervisedProcess(
            command: configuration.command, environment: environment, directory: configuration.directory,
            streams: configuration.streams, freezer: configuration.freezer, appGroup: configuration.appGroup,
            measures: configuration.measures,
            cleanupDirectory: host.control?.directory, loop: loop,
            nursery: configuration.streams == nil ? nil : { [unowned host] in host.nursery() })
        self.workload = workload
        self.service = service
        socket = try path.map { path in
            try AppSocket(path: path, loop: loop) { [weak workload] pid in workload?.contains(pid) ?? false }
        }
        host.prepared = workload
        defer { host.prepared = nil }
        do {
            parts = DeviceParts()
            try parts.prepare(
                configuration, manifest: manifest, on: host, canSpeak: path != nil)
        } catch {
            workload.end()
            throw error
        }
        let programs = StrategyPrograms(configuration.strategies.compactMap(\.program), loop: loop)
        self.programs = programs
        engine = Engine(
            machine: machine, scheduler: loop, workload: workload, audio: parts.audio, location: parts.location,
            otherApps: parts.otherApps, app: path == nil ? nil : service,
            companions: { [programs] in programs.start() }, strategies: strategies, plan: plan,
            record: record)
        socket?.onMessage = { [service] client, message in service.take(message, from: client) }
        socket?.onEnd = { [service] client in service.ended(client) }
        service.onSuspension = { [weak socket] in socket?.mayWait = $0 }
    }

    /// Ends its processes and gives everything back.
    func close() {
        workload.end()
        programs.end()
        socket?.close()
        parts.close()
    }
}
