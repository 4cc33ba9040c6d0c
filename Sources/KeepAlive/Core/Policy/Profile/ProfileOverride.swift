/// A value for a constant or switch that replaces the profile's value: from `--set` or from the `profile` of a
/// scenario.
package struct ProfileOverride: Sendable, Hashable {
    /// The name of the constant or switch, as in ``PolicyProfile/constants``.
    package var name: String
    /// The value: `true` or `false`, or a number. A duration is in seconds, or has a unit.
    package var value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Parses `NAME=VALUE`, and checks it with the newest profile, because all versions have the same names.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage`, which says what was expected.
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

/// In files an override is written as the string `NAME=VALUE`, as on the command line.
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
    /// Returns the profile with the values of the overrides. The last override of a name counts.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage`, which says what was expected.
    package func applying(_ overrides: [ProfileOverride]) throws -> PolicyProfile {
        var profile = self
        for override in overrides { try profile.set(override.name, to: override.value) }
        return profile
    }
}
