/// One constant or switch of a profile, as `keepalive-run list profiles` prints it.
public struct ProfileConstant: Sendable, Hashable, Codable {
    /// The name of the property.
    public var name: String
    /// The value as text, without its unit; `none` where the version has no such constant.
    public var value: String
    /// The unit: `s`, `m`, `MB`, `per hour` and the like, or empty.
    public var unit: String
    /// The rows that state it.
    public var rules: [RuleID]
    /// Why this value, where the sources leave it open or disagree; may be empty.
    public var note: String
    /// Whether it is a switch: something that the sources leave open.
    public var isSwitch: Bool
}

extension PolicyProfile {
    /// Where a constant is kept.
    enum Field: Sendable {
        case duration(WritableKeyPath<PolicyProfile, Duration> & Sendable)
        case optionalDuration(WritableKeyPath<PolicyProfile, Duration?> & Sendable)
        case count(WritableKeyPath<PolicyProfile, Int> & Sendable)
        case optionalCount(WritableKeyPath<PolicyProfile, Int?> & Sendable)
        case metres(WritableKeyPath<PolicyProfile, Double> & Sendable)
        case flag(WritableKeyPath<PolicyProfile, Bool> & Sendable)
        case text(WritableKeyPath<PolicyProfile, String> & Sendable)
    }

    /// What the table knows of a constant.
    struct Entry: Sendable {
        var name: String
        var field: Field
        var unit: String
        var rules: @Sendable (IOSVersion) -> [RuleID]
        var note: @Sendable (IOSVersion) -> String
        /// Whether the time scale applies: to iOS's durations, not to the machine's.
        var scales: Bool

        init(
            _ name: String, _ field: Field, unit: String = "", _ rules: [RuleID], _ note: String = "",
            scales: Bool = true
        ) {
            self.init(name, field, unit: unit, rules: { _ in rules }, note: { _ in note }, scales: scales)
        }

        init(
            _ name: String, _ field: Field, unit: String = "", rules: @escaping @Sendable (IOSVersion) -> [RuleID],
            note: @escaping @Sendable (IOSVersion) -> String, scales: Bool = true
        ) {
            self.name = name
            self.field = field
            self.unit = unit
            self.rules = rules
            self.note = note
            self.scales = scales
        }
    }

    /// Every constant and switch with its unit, its rows and, where the sources leave it open, why it has this value.
    public var constants: [ProfileConstant] {
        Self.table.map { entry in
            let value = text(of: entry.field)
            var unit = entry.unit
            if case .duration = entry.field { unit = "s" }
            if case .optionalDuration = entry.field { unit = "s" }
            var isSwitch = false
            if case .flag(let path) = entry.field { isSwitch = path != \.finishTaskOverrunWritesReport }
            return ProfileConstant(
                name: entry.name, value: value, unit: value == "none" ? "" : unit, rules: entry.rules(version),
                note: entry.note(version), isSwitch: isSwitch)
        }
    }

    /// Changes one constant or switch by its name.
    ///
    /// - Parameters:
    ///   - name: as ``constants`` names it.
    ///   - value: `true` or `false`; a number; for durations, seconds, or with a unit.
    /// - Throws: ``KeepAliveError`` with code `usage`, saying what was expected.
    public mutating func set(_ name: String, to value: String) throws {
        guard let entry = Self.table.first(where: { $0.name == name }) else {
            let hint = NearestName.find(for: name, among: Self.table.map(\.name)).map { "did you mean '\($0)'?" }
            throw KeepAliveError(
                .usage, "no constant or switch '\(name)'", remedy: hint ?? "'keepalive-run list profiles' prints all")
        }
        func failure(_ expected: String) -> KeepAliveError {
            KeepAliveError(.usage, "\(name): '\(value)' is not \(expected)")
        }
        func number() throws -> Double {
            guard let number = Double(value), (0...1e9).contains(number) else {
                throw failure("a number from 0 to 1000000000")
            }
            return number
        }
        func count() throws -> Int {
            guard let count = Int(value), (0...1_000_000).contains(count) else {
                throw failure("a whole number from 0 to 1000000")
            }
            return count
        }
        func duration() throws -> Duration {
            if let duration = Duration(parsing: value), duration <= .seconds(1_000_000_000) { return duration }
            guard let seconds = Double(value), (0...1e9).contains(seconds) else {
                throw failure("a number of seconds from 0 to 1000000000, or a duration such as 200ms")
            }
            return .seconds(1).scaled(by: seconds)
        }
        switch entry.field {
        case .duration(let path): self[keyPath: path] = try duration()
        case .optionalDuration(let path): self[keyPath: path] = value == "none" ? nil : try duration()
        case .count(let path): self[keyPath: path] = try count()
        case .optionalCount(let path): self[keyPath: path] = value == "none" ? nil : try count()
        case .metres(let path): self[keyPath: path] = try number()
        case .text(let path): self[keyPath: path] = value
        case .flag(let path):
            guard let flag = Bool(value) else { throw failure("true or false") }
            self[keyPath: path] = flag
        }
    }

    private func text(of field: Field) -> String {
        switch field {
        case .duration(let path): Self.plain(self[keyPath: path].inSeconds)
        case .optionalDuration(let path): self[keyPath: path].map { Self.plain($0.inSeconds) } ?? "none"
        case .count(let path): String(self[keyPath: path])
        case .optionalCount(let path): self[keyPath: path].map { String($0) } ?? "none"
        case .metres(let path): Self.plain(self[keyPath: path])
        case .flag(let path): String(self[keyPath: path])
        case .text(let path): self[keyPath: path]
        }
    }

    private static func plain(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
    }
}
