import KeepAlivePolicy

/// What one device takes for what: the coefficients of the energy model, each with its range and its source.
package struct EnergyProfile: Sendable, Equatable, Codable {
    /// Where a coefficient comes from.
    package enum Quality: String, Sendable, CaseIterable, Codable {
        /// A meter on the device, or on one like it.
        case measured
        /// What the maker of a part says.
        case datasheet
        /// Calculated from measured ones.
        case derived
        /// Somebody's guess, better than nothing.
        case placeholder
    }

    /// What a second or an event of a term takes.
    package struct Coefficient: Sendable, Equatable, Codable {
        /// In watts or joules.
        package var value: EnergyRange
        /// Where it comes from.
        package var quality: Quality
        /// Where exactly, in words.
        package var source: String

        package init(value: EnergyRange, quality: Quality, source: String) {
            self.value = value
            self.quality = quality
            self.source = source
        }

        /// As in files: the three numbers beside the rest.
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

    /// What a full battery holds.
    package struct Battery: Sendable, Equatable, Codable {
        /// In joules.
        package var joules: Double
        /// Where that comes from.
        package var source: String

        package init(joules: Double, source: String) {
            self.joules = joules
            self.source = source
        }
    }

    /// Its name.
    package var name: String
    /// What device it is, in words.
    package var description: String
    /// Its battery, if it has one.
    package var battery: Battery?
    /// By term; one that is missing is not part of the estimate.
    package var coefficients: [EnergyTerm: Coefficient]

    package init(
        name: String, description: String, battery: Battery? = nil, coefficients: [EnergyTerm: Coefficient] = [:]
    ) {
        self.name = name
        self.description = description
        self.battery = battery
        self.coefficients = coefficients
    }

    /// The profiles that come with the program, by name.
    package static let builtIn: [EnergyProfile] = [
        PackageResources.pixel_3_json, PackageResources.oneplus_3_json, PackageResources.sbc_m8q_wm8904_json,
    ].reduce(into: []) { known, bytes in
        // A test reads each of them; what does not read is not there.
        if let profile = try? EnergyProfileReader.profile(in: bytes, file: "built in", among: known) {
            known.append(profile)
        }
    }

    /// The profile of a name that comes with the program.
    package static func named(_ name: String) -> EnergyProfile? { builtIn.first { $0.name == name } }
}
