/// An output of the audio route, with the values of `AVAudioSession.Port`.
public enum AudioPort: String, Sendable, Hashable, Codable, CaseIterable {
    /// The receiver at the ear.
    case builtInReceiver = "Receiver"
    /// The speaker.
    case builtInSpeaker = "Speaker"
    /// Headphones on a wire.
    case headphones = "Headphones"
    /// Bluetooth headphones for music (AS-12).
    case bluetoothA2DP = "BluetoothA2DPOutput"
    /// Bluetooth LE.
    case bluetoothLE = "BluetoothLE"
    /// A Bluetooth headset for calls (AS-11).
    case bluetoothHFP = "BluetoothHFP"
    /// AirPlay (AS-13).
    case airPlay = "AirPlay"

    /// The name of the port in scenarios: `speaker`, `headphones`, `bluetoothA2DP`, …
    public var name: String {
        switch self {
        case .builtInReceiver: "receiver"
        case .builtInSpeaker: "speaker"
        default: "\(self)"
        }
    }

    /// Finds the port of a name; `nil` for an unknown one.
    public init?(name: String) {
        guard let port = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = port
    }
}
