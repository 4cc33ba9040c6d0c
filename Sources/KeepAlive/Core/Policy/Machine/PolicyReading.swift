/// A choice between sources that contradict each other: the constants and switches that follow one of them, together.
///
/// The profiles follow Apple's documentation and what was seen on devices. Where an article has another value, the reading
/// of the articles has that one.
public struct PolicyReading: Sendable, Hashable {
    /// The name, as `--reading` takes it.
    public let name: String
    /// The sources that the reading follows, in one line.
    public let summary: String
    let rows: [Row]

    /// A constant or switch to which the reading gives another value.
    struct Row: Sendable {
        /// The name of the constant or switch.
        let constant: String
        /// The value, as `--set` takes it.
        let value: String
        /// The first version with that value, and the first one without it.
        let since: IOSVersion
        let until: IOSVersion?
        /// The rule that the profile follows in place of the source.
        let rule: RuleID
        /// The rule that says what the source has.
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

    /// The default of the profiles: Apple's documentation, and observations on devices.
    public static let apple = PolicyReading(
        name: "apple", summary: "Apple's documentation, and what was seen on devices", rows: [])

    /// The articles on keeping an app alive, where they differ from Apple.
    public static let articles = PolicyReading(
        name: "articles", summary: "the articles on keeping an app alive, where they differ from Apple",
        rows: [
            Row("enterBackgroundLimit", "5", against: "LC-09", by: "SD-04"),
            Row("renewalGainsTime", "true", against: "BT-12", by: "SD-14"),
            Row("callsHandleEventsForSessions", "false", since: 13, against: "UR-04", by: "SD-42"),
            Row("oneKeySharesDocuments", "true", against: "LN-21", by: "SD-48"),
            // setKeepAliveTimeout has no effect from iOS 9 on.
            Row("voipKeepAliveBudget", "30", until: 9, against: "WK-13", by: "SD-51"),
            Row("keepAliveOverrunKills", "true", until: 9, against: "WK-13", by: "SD-51"),
            Row("localNotificationLimit", "128", against: "LN-01", by: "SD-60"),
        ])

    /// All readings, the default first.
    public static let all = [apple, articles]

    /// Finds a reading by its name.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage`, with the names that there are.
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

    /// Readings are the same that have the same name.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
    /// The name stands for the whole.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A constant or switch that a reading changes, as `keepalive-run list profiles` prints it.
package struct ReadingChange: Sendable, Hashable, Codable {
    /// The name of the constant or switch.
    package var constant: String
    /// The value that the reading gives it, without its unit.
    package var value: String
    /// The unit, or empty.
    package var unit: String
    /// The versions that it changes: `4+`, `4-8`.
    package var versions: String
    /// The rule that the profile follows in place of the source.
    package var rule: RuleID
    /// The rule that says what the source has.
    package var source: RuleID
}

extension PolicyReading {
    /// The changes of the reading, in the order of the table.
    ///
    /// - Parameter profile: only those that hold in its version; `nil` for all.
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
    /// Returns the profile as a reading has it. Values that are set afterwards win over the reading's.
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
