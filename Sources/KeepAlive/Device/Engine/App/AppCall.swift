import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol
import KeepAlivePorts
import KeepAliveStrategies

/// A call from an app, or from a strategy that is a program, while it is carried out.
public struct AppCall {
    /// The audio session configuration that a strategy has set, for its later calls.
    package final class Memory {
        package var configuration = AudioSessionConfiguration(category: .soloAmbient)

        package init() {}
    }

    /// The calls that the app, or the strategy, can make.
    public let host: any StrategyHost
    package let memory: Memory
    private let device: (engine: Engine, voice: SocketVoice, client: any MessageClient, host: VoiceHost)?
    private let passed: PassedDescriptor?

    /// Creates a call of an app, or of a program beside it.
    ///
    /// - Parameter passed: the descriptor that came with it.
    init(
        _ voice: SocketVoice, from client: any MessageClient, passed: PassedDescriptor?, engine: Engine, host: VoiceHost
    ) {
        self.passed = passed
        self.host = host
        memory = voice.memory
        device = (engine, voice, client, host)
    }

    /// Creates a call of a program that plays with a host but without a device.
    package init(host: any StrategyHost, memory: Memory) {
        self.host = host
        self.memory = memory
        device = nil
        passed = nil
    }

    /// True when there is a device behind the host.
    package var hasDevice: Bool { device != nil }

    /// The device.
    ///
    /// - Throws: ``JSONRPCError`` where there is none.
    package var engine: Engine {
        get throws { try there.engine }
    }

    /// The voice of the program that sent the call.
    package var voice: SocketVoice {
        get throws { try there.voice }
    }

    /// The connection that the call came over.
    var client: any MessageClient {
        get throws { try there.client }
    }

    private var there: (engine: Engine, voice: SocketVoice, client: any MessageClient, host: VoiceHost) {
        get throws {
            guard let device else { throw JSONRPCError.refused("there is no device to ask here") }
            return device
        }
    }

    /// Returns the descriptor that came with the call, and the process that has sent it; `nil` without one. It is the
    /// caller's to close.
    package func takeDescriptor() throws -> (descriptor: Int32, process: Int32)? {
        let peer = try client.peer
        return passed?.take().map { ($0, peer) }
    }

    /// The number of timers of the calling program that are set or due.
    package var openTimers: Int { device?.host.openTimers ?? 0 }

    /// Asks for the app to know the position. If iOS asks the user, the user answers as the run says.
    package func requestAuthorization(always: Bool) {
        _ = device?.host.requestAuthorization(always: always)
    }

    /// The app's bundle identifier, such as `com.example.app`.
    ///
    /// - Throws: ``JSONRPCError`` where there is no device.
    public var app: String {
        get throws { try engine.machine.manifest.bundleIdentifier }
    }

    /// Sends a callback to the calling program, now or later. It is lost if the process has ended by then.
    ///
    /// - Throws: ``JSONRPCError`` where there is no device.
    public func tell<each Value: Sendable>(
        _ callback: Callback<Void, repeat each Value>, _ values: repeat each Value
    ) throws { try voice.tell(callback, repeat each values) }

    /// Runs an action later, on the policy's clock.
    ///
    /// - Parameter delay: device time, not negative; a time scale applies to it.
    /// - Throws: ``JSONRPCError`` where there is no device.
    public func after(_ delay: Duration, _ action: @escaping () -> Void) throws {
        let engine = try engine
        _ = engine.scheduler.schedule(after: delay.scaled(by: engine.plan.timeScale), action)
    }

    /// Tells the policy what the app has done, and throws the error with which a framework answers.
    ///
    /// - Throws: ``AppleException`` or ``JSONRPCError``; ``NotACallOfTheApp`` for a fact that the app's own code cannot
    ///   cause.
    public func report(_ event: PolicyEvent) throws { try host.report(event) }
}

/// The state that a service keeps for one process of an app, such as its players. It ends with the process.
package protocol ServiceMemory: AnyObject {
    init()

    /// Called when the policy has decided about a fact.
    func settled(_ engine: Engine)
}
