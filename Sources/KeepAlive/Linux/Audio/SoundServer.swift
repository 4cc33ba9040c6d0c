import KeepAlivePolicy

/// How far a private sound server got.
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
    /// What it is: `PulseAudio` or `PipeWire`.
    var name: String { get }
    /// How far it got.
    var state: SoundServerState { get }

    /// Counts somebody as a user, who is told of changes until ``leave(_:)``.
    func use(_ user: AnyObject, onChange: @escaping (SoundServerState) -> Void)

    /// Takes a user out; the last one closes it.
    func leave(_ user: AnyObject)
}

/// What holds of every private sound server.
enum PrivateSound {
    /// How long one may take to answer, our choice; 60 ms measured on an idle machine.
    static let readyTimeout = Duration.seconds(5)
}
