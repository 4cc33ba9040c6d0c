import KeepAlivePolicy

/// The state of a private sound server.
package enum SoundServerState: Sendable, Equatable, Codable {
    /// The process runs; its socket does not answer yet.
    case starting
    /// Clients can connect.
    case ready
    /// It ended by itself, with this cause.
    case ended(cause: String)
    /// It was closed.
    case closed
}

/// A sound server that is started where the machine has no device.
package protocol SoundServer: AnyObject {
    /// Where it is, and what it has.
    var facts: SoundServerFacts { get }
    /// The state of the server.
    var state: SoundServerState { get }

    /// Adds a user, which is told of changes until ``leave(_:)``.
    func use(_ user: AnyObject, onChange: @escaping (SoundServerState) -> Void)

    /// Removes a user; the last one closes the server.
    func leave(_ user: AnyObject)
}

/// Where a private sound server is, and what it has.
package struct SoundServerFacts: Sendable, Equatable, Codable {
    /// The address for `PULSE_SERVER`.
    package var address: String
    /// The name of the server program: `PulseAudio` or `PipeWire`.
    package var name: String
    /// The sink for silence alone; `nil` where silence plays on the one for all sounds.
    package var silenceSink: String?
    /// Whether it plays silence where a stream has no data, whatever the format.
    package var missingIsSilent = false
    /// The time of its start, on the monotonic clock.
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
    /// The longest time until it answers, our choice; 60 ms measured on an idle machine.
    static let readyTimeout = Duration.seconds(5)
}
