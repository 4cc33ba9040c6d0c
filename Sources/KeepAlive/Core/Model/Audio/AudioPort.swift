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

    /// The name of the port wherever KeepAlive itself names it: `speaker`, `headphones`, `bluetoothA2DP`, …
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

// In JSON it has its name, as elsewhere.
extension AudioPort {
    /// Reads a port from its name.
    public init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        guard let port = Self(name: name) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "'\(name)' is no output of the audio route"))
        }
        self = port
    }

    /// Writes the name of the port.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
