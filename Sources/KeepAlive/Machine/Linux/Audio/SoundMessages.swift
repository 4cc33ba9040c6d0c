import KeepAlivePolicy
import KeepAlivePorts

/// An order from the runner to the process that plays sound.
enum SoundOrder: Sendable, Codable {
    /// The first order: the device to play on, and the sound.
    case open(AudioDeviceChoice, Sound, defaultFailure: String?)
    /// Opens the device; answered with ``SoundReply/prepared`` or ``SoundReply/failed(_:remedy:)``.
    case prepare
    /// Sets the sound to loop from the next start on.
    case load(Sound?)
    /// Starts; later events belong to this run.
    case start(run: Int)
    /// Stops.
    case stop
    /// Lowers others, or ends that.
    case duck(Bool)
    /// Reads the device's pointer; answered with ``SoundReply/answered(_:)``, after any events.
    case sample(Int)
    /// Asks for the length of one loop of a sound; answered with ``SoundReply/length(_:)`` or
    /// ``SoundReply/noLength(_:remedy:)``, in the order of the questions.
    case length(Sound)
    /// The state of the private server that was asked for.
    case server(SoundServerState, SoundServerFacts)
    /// There is no private server.
    case noServer(String, remedy: String?)
    /// Finds out what the machine has for sound; answered with ``SoundReply/found(_:)``.
    case look
}

/// A message from the process that plays sound to the runner.
enum SoundReply: Sendable, Codable {
    /// The device that it plays on, when that has changed.
    case state(AudioOutputDescription, isPrepared: Bool)
    /// Something that happened to the device in a run.
    case event(AudioOutputEvent, run: Int)
    /// The device is open.
    case prepared
    /// The order could not be fulfilled.
    case failed(String, remedy: String?)
    /// The pointer has been read.
    case answered(Int)
    /// The length of a sound in seconds.
    case length(Double?)
    /// A sound has no length: its file cannot be read.
    case noLength(String, remedy: String?)
    /// The process needs a private server.
    case wantsServer
    /// The process no longer needs the private server.
    case leavesServer
    /// The findings of ``SoundOrder/look``.
    case found(SoundFindings)
}

/// The devices and programs that a machine has for sound.
package struct SoundFindings: Sendable, Codable {
    /// The machine's own device in words; `nil` when it has none.
    package var device: String?
    /// The reason why it has none.
    package var reason: String
    /// The parts that are missing for a private sound server, in words.
    package var missingForPrivateServer: [String]
    /// The command that installs it; `nil` where that would not help.
    package var remedy: String?
    /// The program that would be started as a private sound server.
    package var privateServer: String?
}
