import KeepAlivePolicy

/// The energy coefficients of one device, each with its range and its source.
package struct EnergyProfile: Sendable, Equatable, Codable {
    /// The kind of source of a coefficient.
    package enum Quality: String, Sendable, CaseIterable, Codable {
        /// A meter on the device, or on one like it.
        case measured
        /// A value that the maker of a part gives.
        case datasheet
        /// Calculated from measured values.
        case derived
        /// A guess.
        case placeholder
    }

    /// The energy of a second or an event of a term.
    package struct Coefficient: Sendable, Equatable, Codable {
        /// The value, in watts or joules.
        package var value: EnergyRange
        /// The kind of its source.
        package var quality: Quality
        /// Its exact source, in words.
        package var source: String

        package init(value: EnergyRange, quality: Quality, source: String) {
            self.value = value
            self.quality = quality
            self.source = source
        }

        /// The keys in files: the three numbers stand beside the other fields.
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
        /// The capacity in joules.
        package var joules: Double
        /// The source of the number.
        package var source: String

        package init(joules: Double, source: String) {
            self.joules = joules
            self.source = source
        }
    }

    /// Its name.
    package var name: String
    /// The device, in words.
    package var description: String
    /// Its battery, if it has one.
    package var battery: Battery?
    /// The coefficients by term. A term that is missing here is not part of the estimate.
    package var coefficients: [EnergyTerm: Coefficient]

    package init(
        name: String, description: String, battery: Battery? = nil, coefficients: [EnergyTerm: Coefficient] = [:]
    ) {
        self.name = name
        self.description = description
        self.battery = battery
        self.coefficients = coefficients
    }

    /// The profiles that the program contains, by name.
    package static let builtIn: [EnergyProfile] = files.reduce(into: []) { known, file in
        // A test reads each of them. A profile that cannot be read is left out.
        if let profile = try? EnergyProfileReader.profile(in: file.value(), file: "built in", among: known) {
            known.append(profile)
        }
    }

    /// The names of ``builtIn``, without reading the profiles: completions ask for them at each start.
    package static var builtInNames: [String] { files.map(\.key) }

    private static let files: KeyValuePairs<String, @Sendable () -> [UInt8]> = [
        "pixel-3": { PackageResources.pixel_3_json }, "oneplus-3": { PackageResources.oneplus_3_json },
        "sbc-m8q-wm8904": { PackageResources.sbc_m8q_wm8904_json },
    ]

    /// Returns the built-in profile of a name.
    package static func named(_ name: String) -> EnergyProfile? { builtIn.first { $0.name == name } }
}
