/// An output of the audio route, with the values of `AVAudioSession.Port`.
public enum AudioPort: String, Sendable, Hashable, Codable, CaseIterable {
    /// The built-in receiver, which the user holds to the ear.
    case builtInReceiver = "Receiver"
    /// The built-in speaker.
    case builtInSpeaker = "Speaker"
    /// Wired headphones.
    case headphones = "Headphones"
    /// Bluetooth headphones with the music profile A2DP (AS-12).
    case bluetoothA2DP = "BluetoothA2DPOutput"
    /// A Bluetooth Low Energy output.
    case bluetoothLE = "BluetoothLE"
    /// A Bluetooth headset with the hands-free profile HFP (AS-11).
    case bluetoothHFP = "BluetoothHFP"
    /// An AirPlay device (AS-13).
    case airPlay = "AirPlay"

    /// The port's name in options, scenarios and messages of KeepAlive, such as `speaker`, `headphones` or
    /// `bluetoothA2DP`; unlike the raw value, which is Apple's.
    public var name: String {
        switch self {
        case .builtInReceiver: "receiver"
        case .builtInSpeaker: "speaker"
        default: "\(self)"
        }
    }

    /// Creates the port whose ``name`` is the given name; `nil` for an unknown name.
    public init?(name: String) {
        guard let port = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = port
    }
}

// In JSON a port is written as its `name`, as everywhere else in KeepAlive, and not as its raw value.
extension AudioPort {
    /// Reads a port from its ``name``.
    public init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        guard let port = Self(name: name) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "'\(name)' is no output of the audio route"))
        }
        self = port
    }

    /// Writes the port's ``name``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
