import KeepAlivePolicy
import KeepAlivePorts

/// What the process that plays sound is asked by the runner.
enum SoundOrder: Sendable, Codable {
    /// Comes first: what to play on, and what.
    case open(AudioDeviceChoice, Sound, defaultFailure: String?)
    /// Opens the device; answered with ``SoundReply/prepared`` or ``SoundReply/failed(_:remedy:)``.
    case prepare
    /// What to loop from the next start on.
    case load(Sound?)
    /// Starts; what follows belongs to this run.
    case start(run: Int)
    /// Stops.
    case stop
    /// Lowers others, or lets them be.
    case duck(Bool)
    /// Reads the device's pointer; answered with ``SoundReply/answered(_:)``, after what there is to tell.
    case sample(Int)
    /// Asks how long one loop of a sound is; answered with ``SoundReply/length(_:)`` or ``SoundReply/failed(_:remedy:)``.
    case length(Sound)
    /// How the private server is that was asked for.
    case server(SoundServerState, address: String, name: String)
    /// There is no private server.
    case noServer(String, remedy: String?)
    /// Looks what there is; answered with ``SoundReply/found(_:)``.
    case look
}

/// What the process that plays sound tells the runner.
enum SoundReply: Sendable, Codable {
    /// What it plays on, when that has changed.
    case state(AudioOutputDescription, isPrepared: Bool)
    /// Something that happened to the device in a run.
    case event(AudioOutputEvent, run: Int)
    /// The device is open.
    case prepared
    /// What was asked for cannot be.
    case failed(String, remedy: String?)
    /// The pointer has been read.
    case answered(Int)
    /// In seconds.
    case length(Double?)
    /// A private server is wanted.
    case wantsServer
    /// It is not any more.
    case leavesServer
    /// What there is for sound.
    case found(SoundFindings)
}

/// What a machine has for sound.
package struct SoundFindings: Sendable, Codable {
    /// The machine's own device in words; `nil` when it has none.
    package var device: String?
    /// Why it has none.
    package var reason: String
    /// What is missing for a private sound server.
    package var missingForPrivateServer: [String]
    /// What would be started as a private sound server.
    package var privateServer: String?
}
