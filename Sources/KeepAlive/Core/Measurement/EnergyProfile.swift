import KeepAlivePolicy

/// The energy coefficients of a device, each with its range and source.
package struct EnergyProfile: Sendable, Equatable, Codable {
    /// The kind of a coefficient's source.
    package enum Quality: String, Sendable, CaseIterable, Codable {
        /// Measured by a meter on the device or on a similar one.
        case measured
        /// Stated by the manufacturer of a component.
        case datasheet
        /// Calculated from measured values.
        case derived
        /// An assumption without a source.
        case placeholder
    }

    /// The energy per second, event or byte of a term.
    package struct Coefficient: Sendable, Equatable, Codable {
        /// The value in watts or in joules, as the term's unit says.
        package var value: EnergyRange
        package var quality: Quality
        /// The origin of the value, in words.
        package var source: String

        package init(value: EnergyRange, quality: Quality, source: String) {
            self.value = value
            self.quality = quality
            self.source = source
        }

        /// The keys in files. The keys `low`, `typical` and `high` of the range are on the same level as the other
        /// keys.
        private enum Key: String, CodingKey {
            case low, typical, high, quality, source
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            value = try EnergyRange(from: decoder)
            quality = try container.decode(Quality.self, forKey: .quality)
            source = try container.decode(String.self, forKey: .source)
        }

        package func encode(to encoder: any Encoder) throws {
            try value.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(quality, forKey: .quality)
            try container.encode(source, forKey: .source)
        }
    }

    /// The capacity of a full battery.
    package struct Battery: Sendable, Equatable, Codable {
        package var joules: Double
        /// The origin of the capacity, in words.
        package var source: String

        package init(joules: Double, source: String) {
            self.joules = joules
            self.source = source
        }
    }

    /// The profile's name, by which an option of a command chooses the profile.
    package var name: String
    /// The device, and the origin of its coefficients, in words.
    package var description: String
    /// The device's battery; `nil` if it has none.
    package var battery: Battery?
    /// The coefficients by term. Terms without a coefficient are not part of estimates.
    package var coefficients: [EnergyTerm: Coefficient]

    package init(
        name: String, description: String, battery: Battery? = nil, coefficients: [EnergyTerm: Coefficient] = [:]
    ) {
        self.name = name
        self.description = description
        self.battery = battery
        self.coefficients = coefficients
    }

    /// The profiles that are built into the program.
    package static let builtIn: [EnergyProfile] = files.reduce(into: []) { known, file in
        // Tests check that every built-in profile can be read. A profile that cannot be read is left out.
        if let profile = try? EnergyProfileReader.profile(in: file.value(), file: "built in", among: known) {
            known.append(profile)
        }
    }

    /// The names of the profiles in ``builtIn``. They are known without parsing the profiles, because shell completion
    /// must be quick.
    package static var builtInNames: [String] { files.map(\.key) }

    private static let files: KeyValuePairs<String, @Sendable () -> [UInt8]> = [
        "pixel-3": { PackageResources.pixel_3_json }, "oneplus-3": { PackageResources.oneplus_3_json },
        "sbc-m8q-wm8904": { PackageResources.sbc_m8q_wm8904_json },
    ]

    /// Returns the built-in profile with a name; `nil` if there is none.
    package static func named(_ name: String) -> EnergyProfile? { builtIn.first { $0.name == name } }
}
