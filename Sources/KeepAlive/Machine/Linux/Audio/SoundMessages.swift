import KeepAlivePolicy
import KeepAlivePorts

/// An order from the runner to the process that plays sound.
enum SoundOrder: Sendable, Codable {
    /// The first order: the device to play on, the sound, and the reason not to try the machine's default device.
    case open(AudioDeviceChoice, Sound, defaultFailure: String?)
    /// Opens the device; answered with ``SoundReply/prepared`` or ``SoundReply/failed(_:remedy:)``.
    case prepare
    /// Sets the sound to loop from the next start on; `nil` for the sound of ``SoundOrder/open(_:_:defaultFailure:)``.
    case load(Sound?)
    /// Starts to play, after what has been played; the events that follow carry this run's number.
    case start(run: Int, after: SoundProgress = SoundProgress())
    case stop
    /// Begins or ends to lower other programs' sound.
    case duck(Bool)
    /// Reads the device's pointer; ``SoundReply/answered(_:)`` follows after the events that the reading causes.
    case sample(Int)
    /// Asks for the length of one loop of a sound; answered with ``SoundReply/length(_:)`` or
    /// ``SoundReply/noLength(_:remedy:)``. The answers come in the order of the questions.
    case length(Sound)
    /// The state of the private server for which the process asked.
    case server(SoundServerState, SoundServerFacts)
    /// No private server could be started, for this reason.
    case noServer(String, remedy: String?)
    /// Finds out which sound devices and programs the machine has; answered with ``SoundReply/found(_:)``.
    case look
}

/// The state of playing that a process takes over from the process before it.
struct SoundProgress: Sendable, Codable {
    /// The frames that have been played.
    var frames: Int64 = 0
    /// The time since which no sound flows although it should; `nil` while sound flows.
    var interrupted: MonotonicInstant?
}

/// A message from the process that plays sound to the runner.
enum SoundReply: Sendable, Codable {
    /// The description of the device that plays, sent when the description has changed.
    case state(AudioOutputDescription, isPrepared: Bool)
    /// An event of the device in a run.
    case event(AudioOutputEvent, run: Int)
    /// The device is open.
    case prepared
    /// The order failed, for this reason.
    case failed(String, remedy: String?)
    /// The pointer has been read for the ``SoundOrder/sample(_:)`` with this number.
    case answered(Int)
    /// The length of one loop of a sound in seconds; `nil` for a sound without end.
    case length(Double?)
    /// The length of a sound is not known, because its file cannot be read.
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
    /// A description of the machine's default device; `nil` if the machine has no usable one.
    package var device: String?
    /// The reason why the machine has no usable default device; empty if it has one.
    package var reason: String
    /// Descriptions of the parts that are missing for a private sound server.
    package var missingForPrivateServer: [String]
    /// The command that installs the missing parts; `nil` where a command would not help.
    package var remedy: String?
    /// The name of the program that would be started as a private sound server; `nil` if none is usable.
    package var privateServer: String?
}
