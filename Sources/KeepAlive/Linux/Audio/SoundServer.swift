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
    /// The address for `PULSE_SERVER`.
    var server: String { get }
    /// The name of the server program: `PulseAudio` or `PipeWire`.
    var name: String { get }
    /// The state of the server.
    var state: SoundServerState { get }

    /// Adds a user, which is told of changes until ``leave(_:)``.
    func use(_ user: AnyObject, onChange: @escaping (SoundServerState) -> Void)

    /// Removes a user; the last one closes the server.
    func leave(_ user: AnyObject)
}

/// The limits for every private sound server.
enum PrivateSound {
    /// The longest time until it answers, our choice; 60 ms measured on an idle machine.
    static let readyTimeout = Duration.seconds(5)
}
