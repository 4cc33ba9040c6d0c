import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveStrategies

/// A call of an app, or of a strategy that is a program, while it is fulfilled.
public struct AppCall {
    /// What a strategy has set, and makes use of later.
    package final class Memory {
        package var configuration = AudioSessionConfiguration(category: .soloAmbient)

        package init() {}
    }

    /// The calls that the app, or the strategy, can make.
    public let host: any StrategyHost
    package let memory: Memory
    private let device: (engine: Engine, voice: SocketVoice, client: any MessageClient)?

    /// A call of an app, or of a program beside it.
    init(_ voice: SocketVoice, from client: any MessageClient, engine: Engine, host: VoiceHost) {
        self.host = host
        memory = voice.memory
        device = (engine, voice, client)
    }

    /// A call of a program that plays with a host alone.
    package init(host: any StrategyHost, memory: Memory) {
        self.host = host
        self.memory = memory
        device = nil
    }

    /// Whether there is a device behind the host.
    package var hasDevice: Bool { device != nil }

    /// The device.
    ///
    /// - Throws: ``JSONRPCError`` where there is none.
    package var engine: Engine {
        get throws { try there.engine }
    }

    /// Who speaks.
    package var voice: SocketVoice {
        get throws { try there.voice }
    }

    /// The connection that it came over.
    var client: any MessageClient {
        get throws { try there.client }
    }

    private var there: (engine: Engine, voice: SocketVoice, client: any MessageClient) {
        get throws {
            guard let device else { throw JSONRPCError.refused("there is no device to ask here") }
            return device
        }
    }

    /// How many timers of who speaks are set, or due.
    package var openTimers: Int { (host as? VoiceHost)?.openTimers ?? 0 }

    /// The app asks the user what it may know of the position; the user answers as the run says, if iOS asks.
    package func requestAuthorization(always: Bool) {
        _ = (host as? VoiceHost)?.requestAuthorization(always: always)
    }

    /// What the app is called, such as `com.example.app`.
    ///
    /// - Throws: ``JSONRPCError`` where there is no device.
    public var app: String {
        get throws { try engine.machine.manifest.bundleIdentifier }
    }

    /// Tells who speaks something, now or later; it is lost on a process that has ended meanwhile.
    ///
    /// - Throws: ``JSONRPCError`` where there is no device.
    public func tell(_ callback: String, _ parameters: [String: JSONValue] = [:]) throws {
        try voice.tell(callback, parameters.isEmpty ? .null : .object(parameters))
    }

    /// Does something later, on the policy's clock.
    ///
    /// - Parameter delay: device time, not negative; a time scale applies to it.
    /// - Throws: ``JSONRPCError`` where there is no device.
    public func after(_ delay: Duration, _ action: @escaping () -> Void) throws {
        let engine = try engine
        _ = engine.scheduler.schedule(after: delay.scaled(by: engine.plan.timeScale), action)
    }

    /// Tells the policy what the app has done, and throws what a framework answers with.
    ///
    /// - Throws: ``AppleException`` or ``JSONRPCError``.
    public func report(_ event: PolicyEvent) throws { try host.report(event) }
}

/// What a service keeps of a process of an app, such as its players. It goes with the process.
package protocol ServiceState: AnyObject {
    init()

    /// A fact has been decided about.
    func settled(_ engine: Engine)
}
