/// A value for a constant or switch that replaces the profile's: from `--set` or the `profile` of a scenario.
package struct ProfileOverride: Sendable, Hashable {
    /// The name, as in ``PolicyProfile/constants``.
    package var name: String
    /// The value: `true` or `false`; a number; for durations, seconds, or with a unit.
    package var value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Reads `NAME=VALUE`, and tries it on the newest profile: every version has the same names.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage`, saying what was expected.
    package init(parsing text: String) throws {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw KeepAliveError(
                .usage, "'\(text)': expected NAME=VALUE",
                remedy: "Such as finishTaskBudget=60; durations are in seconds")
        }
        self.init(name: String(parts[0]), value: String(parts[1]))
        _ = try ProfileCatalogue.newest.applying([self])
    }
}

extension ProfileOverride: CustomStringConvertible {
    package var description: String { "\(name)=\(value)" }
}

/// In files it is a text, as on the command line.
extension ProfileOverride: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            try self.init(parsing: container.decode(String.self))
        } catch let error as KeepAliveError {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension PolicyProfile {
    /// Returns the profile with other values. Of two for one name, the later holds.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage`, saying what was expected.
    package func applying(_ overrides: [ProfileOverride]) throws -> PolicyProfile {
        var profile = self
        for override in overrides { try profile.set(override.name, to: override.value) }
        return profile
    }
}
