import KeepAlivePolicy

/// The state of a private sound server.
package enum SoundServerState: Sendable, Equatable, Codable {
    /// The process runs; its socket does not answer yet.
    case starting
    /// Clients can connect.
    case ready
    /// The server ended by itself, for this cause.
    case ended(cause: String)
    case closed
}

/// A sound server that is started for a machine without a sound device.
package protocol SoundServer: AnyObject {
    /// The address and the properties of the server.
    var facts: SoundServerFacts { get }
    /// The state of the server.
    var state: SoundServerState { get }

    /// Registers an object that uses the server. `onChange` is called when the state changes, until ``leave(_:)``.
    func use(_ user: AnyObject, onChange: @escaping (SoundServerState) -> Void)

    /// Unregisters an object that uses the server. The server is closed when no registered object is left.
    func leave(_ user: AnyObject)
}

/// The address and the properties of a private sound server.
package struct SoundServerFacts: Sendable, Equatable, Codable {
    /// The address for `PULSE_SERVER`.
    package var address: String
    /// The name of the server program: `PulseAudio` or `PipeWire`.
    package var name: String
    /// The name of the sink for silence only; `nil` where silence plays on the sink for all sounds.
    package var silenceSink: String?
    /// True if the server plays silence where a stream has no data, in every sample format.
    package var missingIsSilent = false
    /// The time of the server's start, on the monotonic clock.
    package var startedAt = MonotonicInstant.zero
}

extension SoundServer {
    /// The address for `PULSE_SERVER`.
    package var server: String { facts.address }
    /// The name of the server program.
    package var name: String { facts.name }
}

/// The limits for every private sound server.
enum PrivateSound {
    /// The longest time until a started server answers. The limit is this project's choice; 60 ms were measured on an
    /// idle machine.
    static let readyTimeout = Duration.seconds(5)
}
