/// An interpretation of sources that contradict each other, called a reading: the values of all constants and switches
/// that follow one source.
///
/// The profiles follow Apple's documentation and observations on devices. The reading `articles` has the values of the
/// articles on keeping an app alive, where they differ from the profiles.
public struct PolicyReading: Sendable, Hashable {
    /// The name of the reading, as `--reading` takes it.
    public let name: String
    /// The sources that the reading follows, in one line.
    public let summary: String
    let rows: [Row]

    /// A constant or switch that the reading changes.
    struct Row: Sendable {
        /// The name of the constant or switch.
        let constant: String
        /// The value in the reading, in the form that `--set` takes.
        let value: String
        /// The first iOS version with this value, and the first later version without it; `nil` if there is no such
        /// version.
        let since: IOSVersion
        let until: IOSVersion?
        /// The rule that the profile follows, and the reading does not.
        let rule: RuleID
        /// The rule that states the reading's value.
        let source: RuleID

        init(
            _ constant: String, _ value: String, since: Int = ProfileCatalogue.versions.lowerBound.major,
            until: Int? = nil, against rule: RuleID, by source: RuleID
        ) {
            self.constant = constant
            self.value = value
            self.since = IOSVersion(since)
            self.until = until.map { IOSVersion($0) }
            self.rule = rule
            self.source = source
        }

        var versions: String {
            until.map { "\(since.major)-\($0.major - 1)" } ?? "\(since.major)+"
        }
    }

    /// The default of the profiles: Apple's documentation and observations on devices.
    public static let apple = PolicyReading(
        name: "apple", summary: "Apple's documentation, and what was seen on devices", rows: [])

    /// The values of the articles on keeping an app alive, where they differ from Apple's values.
    public static let articles = PolicyReading(
        name: "articles", summary: "the articles on keeping an app alive, where they differ from Apple",
        rows: [
            Row("enterBackgroundLimit", "5", against: "LC-09", by: "SD-04"),
            Row("renewalGainsTime", "true", against: "BT-12", by: "SD-14"),
            Row("callsHandleEventsForSessions", "false", since: 13, against: "UR-04", by: "SD-42"),
            Row("oneKeySharesDocuments", "true", against: "LN-21", by: "SD-48"),
            // The reading changes the next two values up to iOS 8: from iOS 9 on setKeepAliveTimeout has no effect.
            Row("voipKeepAliveBudget", "30", until: 9, against: "WK-13", by: "SD-51"),
            Row("keepAliveOverrunKills", "true", until: 9, against: "WK-13", by: "SD-51"),
            Row("localNotificationLimit", "128", against: "LN-01", by: "SD-60"),
        ])

    /// All readings; the default comes first.
    public static let all = [apple, articles]

    /// Finds a reading by its name.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` and the list of valid names.
    public init(named name: String) throws {
        guard let found = Self.all.first(where: { $0.name == name }) else {
            let names = Self.all.map(\.name)
            let hint = NearestName.find(for: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
            throw KeepAliveError(.usage, "'\(name)' is none of \(names.joined(separator: ", "))\(hint)")
        }
        self = found
    }

    private init(name: String, summary: String, rows: [Row]) {
        self.name = name
        self.summary = summary
        self.rows = rows
    }

    /// Readings with the same name are equal.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
    /// Hashes the name, which alone identifies a reading.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A constant or switch that a reading changes, as `keepalive-run list profiles` prints it.
package struct ReadingChange: Sendable, Hashable, Codable {
    /// The name of the constant or switch.
    package var constant: String
    /// The value of the constant or switch in the reading, without its unit.
    package var value: String
    /// The unit; empty if the value has none.
    package var unit: String
    /// The iOS versions for which the reading changes the value, like `4+` or `4-8`.
    package var versions: String
    /// The rule that the profile follows, and the reading does not.
    package var rule: RuleID
    /// The rule that states the reading's value.
    package var source: RuleID
}

extension PolicyReading {
    /// Returns the changes of the reading, in the order of its table.
    ///
    /// - Parameter profile: limits the list to the changes for the profile's iOS version; `nil` lists all changes.
    package func changes(in profile: PolicyProfile? = nil) -> [ReadingChange] {
        rows.filter { profile?.has(since: $0.since, until: $0.until) ?? true }.map { row in
            let unit = PolicyProfile.table.first { $0.name == row.constant }?.unit ?? ""
            return ReadingChange(
                constant: row.constant, value: row.value, unit: unit, versions: row.versions, rule: row.rule,
                source: row.source)
        }
    }
}

extension PolicyProfile {
    /// Returns the profile with the values of a reading. Values that are set afterwards replace the reading's values.
    package func reading(_ reading: PolicyReading) -> PolicyProfile {
        var profile = self
        for row in reading.rows where has(since: row.since, until: row.until) {
            do {
                try profile.set(row.constant, to: row.value)
            } catch {
                preconditionFailure("the reading '\(reading.name)': \(error)")
            }
        }
        return profile
    }
}
