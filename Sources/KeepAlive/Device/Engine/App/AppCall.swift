import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol
import KeepAlivePorts
import KeepAliveStrategies

/// A call that an app or a strategy program has made, while a service carries the call out.
public struct AppCall {
    /// The state that the calls of one program share: the audio session configuration that an earlier call has set.
    package final class Memory {
        package var configuration = AudioSessionConfiguration(category: .soloAmbient)

        package init() {}
    }

    /// The host that carries out what an app or a strategy can ask for, such as beginning a background task.
    public let host: any StrategyHost
    package let memory: Memory
    private let device: (engine: Engine, voice: SocketVoice, client: any MessageClient, host: VoiceHost)?
    private let passed: PassedDescriptor?

    /// Creates a call of an app, or of a companion program of the app.
    ///
    /// - Parameter passed: the file descriptor that came with the message; `nil` if the message came without one.
    init(
        _ voice: SocketVoice, from client: any MessageClient, passed: PassedDescriptor?, engine: Engine, host: VoiceHost
    ) {
        self.passed = passed
        self.host = host
        memory = voice.memory
        device = (engine, voice, client, host)
    }

    /// Creates a call of a strategy program that runs with a host but without a device.
    package init(host: any StrategyHost, memory: Memory) {
        self.host = host
        self.memory = memory
        device = nil
        passed = nil
    }

    /// True when the call was made on a device; false when there is only a host.
    package var hasDevice: Bool { device != nil }

    /// The engine of the app on the device.
    ///
    /// - Throws: ``JSONRPCError`` when the call was made without a device.
    package var engine: Engine {
        get throws { try there.engine }
    }

    /// The voice of the program that sent the call.
    package var voice: SocketVoice {
        get throws { try there.voice }
    }

    /// The connection on which the call arrived.
    var client: any MessageClient {
        get throws { try there.client }
    }

    private var there: (engine: Engine, voice: SocketVoice, client: any MessageClient, host: VoiceHost) {
        get throws {
            guard let device else { throw JSONRPCError.refused("there is no device to ask here") }
            return device
        }
    }

    /// Returns the file descriptor that came with the call, and the process that sent the descriptor; `nil` if the
    /// call came without a descriptor. The caller of this function closes the descriptor.
    package func takeDescriptor() throws -> (descriptor: Int32, process: Int32)? {
        let peer = try client.peer
        return passed?.take().map { ($0, peer) }
    }

    /// The number of the calling program's timers that have not fired; 0 without a device.
    package var openTimers: Int { device?.host.openTimers ?? 0 }

    /// Requests location authorization for the app. If iOS asks the user, the user gives the answer of the run's plan.
    /// Does nothing without a device.
    package func requestAuthorization(always: Bool) {
        _ = device?.host.requestAuthorization(always: always)
    }

    /// The app's bundle identifier, such as `com.example.app`.
    ///
    /// - Throws: ``JSONRPCError`` when the call was made without a device.
    public var app: String {
        get throws { try engine.machine.manifest.bundleIdentifier }
    }

    /// Sends a callback to the calling program. A callback that still waits to be sent is lost when the program's
    /// process ends.
    ///
    /// - Throws: ``JSONRPCError`` when the call was made without a device.
    public func tell<each Value: Sendable>(
        _ callback: Callback<Void, repeat each Value>, _ values: repeat each Value
    ) throws { try voice.tell(callback, repeat each values) }

    /// Runs an action later, on the policy's clock.
    ///
    /// - Parameter delay: device time, not negative; the run's time scale applies to the delay.
    /// - Throws: ``JSONRPCError`` when the call was made without a device.
    public func after(_ delay: Duration, _ action: @escaping () -> Void) throws {
        let engine = try engine
        _ = engine.scheduler.schedule(after: delay.scaled(by: engine.plan.timeScale), action)
    }

    /// Reports an action of the app to the policy, and throws the error that Apple's framework would return.
    ///
    /// - Throws: ``AppleException`` or ``JSONRPCError``; ``NotACallOfTheApp`` for an event that the app's own code
    ///   cannot cause.
    public func report(_ event: PolicyEvent) throws { try host.report(event) }
}

/// The state that a service keeps for one process of an app, such as the app's audio players. The state ends with the
/// process.
package protocol ServiceMemory: AnyObject {
    init()

    /// Called when the policy has decided about an event.
    func settled(_ engine: Engine)
}
