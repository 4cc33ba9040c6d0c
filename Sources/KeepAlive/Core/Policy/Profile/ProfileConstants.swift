/// One constant or switch of a profile, as `keepalive-run list profiles` prints it.
public struct ProfileConstant: Sendable, Hashable, Codable {
    /// The name of the property.
    public var name: String
    /// The value as text, without its unit; `none` where the version has no such constant.
    public var value: String
    /// The unit: `s`, `m`, `MB`, `per hour` and the like, or empty.
    public var unit: String
    /// The rules that state it.
    public var rules: [RuleID]
    /// The reason for this value, where the sources leave it open or disagree; may be empty.
    public var note: String
    /// True for a switch: something that the sources leave open.
    public var isSwitch: Bool
}

/// The type of a constant's value: it can be written, read and scaled.
protocol ConstantValue: Sendable, Hashable {
    /// The value as text, without a unit.
    var asText: String { get }
    /// The unit that all values of the type have, or empty.
    static var unit: String { get }

    /// Reads a value.
    ///
    /// - Throws: ``ExpectedValue`` where the text is something else.
    init(asText text: String) throws

    /// Returns the value with the time scale applied, which changes durations only.
    func scaled(by factor: Double) -> Self
}

extension ConstantValue {
    static var unit: String { "" }
    func scaled(by factor: Double) -> Self { self }
}

/// The error that tells what was expected in place of a text.
struct ExpectedValue: Error {
    let text: String
}

extension Duration: ConstantValue {
    static var unit: String { "s" }
    var asText: String { inSeconds.asText }

    init(asText text: String) throws {
        if let duration = Duration(parsing: text), duration <= .seconds(1_000_000_000) {
            self = duration
        } else if let seconds = Double(text), (0...1e9).contains(seconds) {
            self = .seconds(1).scaled(by: seconds)
        } else {
            throw ExpectedValue(text: "a number of seconds from 0 to 1000000000, or a duration such as 200ms")
        }
    }
}

extension Int: ConstantValue {
    var asText: String { String(self) }

    init(asText text: String) throws {
        guard let count = Int(text), (0...1_000_000).contains(count) else {
            throw ExpectedValue(text: "a whole number from 0 to 1000000")
        }
        self = count
    }
}

extension Double: ConstantValue {
    var asText: String { self == rounded() && abs(self) < 1e15 ? String(Int(clamping: self)) : String(self) }

    init(asText text: String) throws {
        guard let number = Double(text), (0...1e9).contains(number) else {
            throw ExpectedValue(text: "a number from 0 to 1000000000")
        }
        self = number
    }
}

extension Bool: ConstantValue {
    var asText: String { String(self) }

    init(asText text: String) throws {
        guard let flag = Bool(text) else { throw ExpectedValue(text: "true or false") }
        self = flag
    }
}

extension String: ConstantValue {
    var asText: String { self }
    init(asText text: String) { self = text }
}

extension IOSVersion: ConstantValue {
    var asText: String { description }

    init(asText text: String) throws {
        guard let version = IOSVersion(parsing: text) else { throw ExpectedValue(text: "a version such as 13.0") }
        self = version
    }
}

extension LifecycleEra: ConstantValue {
    var asText: String { rawValue }

    init(asText text: String) throws {
        guard let era = LifecycleEra(rawValue: text) else {
            throw ExpectedValue(text: Self.allCases.map(\.rawValue).joined(separator: " or "))
        }
        self = era
    }
}

/// `nil` where the version has no such constant.
extension Optional: ConstantValue where Wrapped: ConstantValue {
    static var unit: String { Wrapped.unit }
    var asText: String { self?.asText ?? "none" }
    init(asText text: String) throws { self = text == "none" ? nil : try Wrapped(asText: text) }
    func scaled(by factor: Double) -> Self { map { $0.scaled(by: factor) } }
}

extension PolicyProfile {
    /// A row of the table: a constant, its property, its values by version, and the rules that state it.
    struct Row: Sendable {
        let name: String
        let unit: String
        let isSwitch: Bool
        let rules: ByVersion<[RuleID]>
        let note: ByVersion<String>
        /// The property, for comparing rows.
        let path: AnyKeyPath & Sendable
        let text: @Sendable (PolicyProfile) -> String
        let set: @Sendable (inout PolicyProfile, _ text: String) throws -> Void
        let begin: @Sendable (inout PolicyProfile, IOSVersion) -> Void
        let scale: @Sendable (inout PolicyProfile, Double) -> Void

        /// - Parameters:
        ///   - name: the name that `list profiles` prints.
        ///   - scales: whether the time scale applies: it does to iOS's durations, not to the machine's.
        init<Value: ConstantValue>(
            _ name: String, _ path: WritableKeyPath<PolicyProfile, Value> & Sendable, _ values: ByVersion<Value>,
            unit: String = "", _ rules: ByVersion<[RuleID]>, _ note: ByVersion<String> = "", isSwitch: Bool = false,
            scales: Bool = true
        ) {
            self.name = name
            self.unit = Value.unit + unit
            self.isSwitch = isSwitch
            self.rules = rules
            self.note = note
            self.path = path
            text = { $0[keyPath: path].asText }
            set = { $0[keyPath: path] = try Value(asText: $1) }
            begin = { $0[keyPath: path] = values.value(in: $1) }
            scale = { if scales { $0[keyPath: path] = $0[keyPath: path].scaled(by: $1) } }
        }

        /// A switch: something that the sources leave open or contradict.
        static func choice(
            _ name: String, _ path: WritableKeyPath<PolicyProfile, Bool> & Sendable, _ values: ByVersion<Bool>,
            _ rules: ByVersion<[RuleID]>, _ note: ByVersion<String>
        ) -> Self {
            Self(name, path, values, rules, note, isSwitch: true)
        }
    }

    /// Every constant, switch and feature with its unit, its rules and, where the sources leave it open, the reason for
    /// its value.
    public var constants: [ProfileConstant] {
        Self.table.map { row in
            let value = row.text(self)
            return ProfileConstant(
                name: row.name, value: value, unit: value == "none" ? "" : row.unit,
                rules: row.rules.value(in: version), note: row.note.value(in: version), isSwitch: row.isSwitch)
        }
    }

    /// The names of all constants, switches and features.
    package static var constantNames: [String] { table.map(\.name) }

    /// Changes one constant, switch or feature by its name.
    ///
    /// - Parameters:
    ///   - name: the name, as in ``constants``.
    ///   - value: `true` or `false`; a number; for durations, seconds, or with a unit.
    /// - Throws: ``KeepAliveError`` with code `usage`, saying what was expected.
    public mutating func set(_ name: String, to value: String) throws {
        guard let row = Self.table.first(where: { $0.name == name }) else {
            let hint = NearestName.find(for: name, among: Self.constantNames).map { "did you mean '\($0)'?" }
            throw KeepAliveError(
                .usage, "no constant or switch '\(name)'", remedy: hint ?? "'keepalive-run list profiles' prints all")
        }
        do {
            try row.set(&self, value)
        } catch let expected as ExpectedValue {
            throw KeepAliveError(.usage, "\(name): '\(value)' is not \(expected.text)")
        }
    }

    /// Returns the profile with every duration of iOS multiplied. The durations of the machine stay.
    ///
    /// - Parameter factor: a finite factor above 0; 0.1 is ten times faster.
    public func scaled(by factor: Double) -> PolicyProfile {
        var scaled = self
        for row in Self.table { row.scale(&scaled, factor) }
        scaled.timeScale *= factor
        return scaled
    }

    /// Returns the profile with every duration of iOS multiplied, for a process: its code runs no faster than before.
    /// So what limits the time of the app's own code stays at `leastTimeForCode` or more, as far as iOS leaves so much.
    ///
    /// - Parameters:
    ///   - factor: a finite factor above 0; 0.01 is a hundred times faster.
    ///   - leastTimeForCode: the least time that a watchdog has, above 0.
    package func scaled(by factor: Double, leastTimeForCode: Duration) -> PolicyProfile {
        var scaled = scaled(by: factor)
        for limit in Self.limitsOnCode {
            scaled[keyPath: limit] = max(scaled[keyPath: limit], min(self[keyPath: limit], leastTimeForCode))
        }
        // As long before the limit as without a scale.
        let ratio = enterBackgroundAdvice.inSeconds / max(enterBackgroundLimit.inSeconds, 1e-9)
        scaled.enterBackgroundAdvice = max(
            scaled.enterBackgroundAdvice, scaled.enterBackgroundLimit.scaled(by: min(ratio, 1)))
        return scaled
    }

    /// The times in which a callback of the app has to return, or it is killed or no longer waited for. What limits its
    /// tasks and wakes is the policy itself, and is scaled. The advice of LC-08 keeps half of its limit.
    private static let limitsOnCode: [WritableKeyPath<PolicyProfile, Duration> & Sendable] = [
        \.launchLimit, \.backgroundLaunchLimit, \.backgroundLaunchCPULimit, \.willResignActiveLimit,
        \.enterBackgroundLimit, \.enterForegroundLimit, \.willTerminateLimit,
    ]
}
