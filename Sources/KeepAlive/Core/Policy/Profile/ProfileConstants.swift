/// A constant or switch of a profile, as `keepalive-run list profiles` prints it.
public struct ProfileConstant: Sendable, Hashable, Codable {
    /// The name of the constant or switch.
    public var name: String
    /// The value as text, without its unit; `none` if the version has no such constant.
    public var value: String
    /// The unit: `s`, `m`, `MB`, `per hour` and others; empty if the value has none.
    public var unit: String
    /// The rules that state the value.
    public var rules: [RuleID]
    /// The reason for the value, if the sources do not decide it or disagree; may be empty.
    public var note: String
    /// True for a switch: a choice that the sources do not decide.
    public var isSwitch: Bool
}

/// A type that the value of a constant can have. Its values can be formatted, parsed and scaled.
protocol ConstantValue: Sendable, Hashable {
    /// The value as text, without a unit.
    var asText: String { get }
    /// The unit of all values of the type; empty if they have none.
    static var unit: String { get }

    /// Parses a value.
    ///
    /// - Throws: ``ExpectedValue`` if the text is no value of the type.
    init(asText text: String) throws

    /// Returns the value multiplied by the time scale. Only durations change.
    func scaled(by factor: Double) -> Self
}

extension ConstantValue {
    static var unit: String { "" }
    func scaled(by factor: Double) -> Self { self }
}

/// The error for a text that is no value; it says what was expected.
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

/// An optional constant is `nil` if the version has no such constant.
extension Optional: ConstantValue where Wrapped: ConstantValue {
    static var unit: String { Wrapped.unit }
    var asText: String { self?.asText ?? "none" }
    init(asText text: String) throws { self = text == "none" ? nil : try Wrapped(asText: text) }
    func scaled(by factor: Double) -> Self { map { $0.scaled(by: factor) } }
}

extension PolicyProfile {
    /// A row of the table: the name of a constant, its property, its values by version, and the rules that state them.
    struct Row: Sendable {
        let name: String
        let unit: String
        let isSwitch: Bool
        let rules: ByVersion<[RuleID]>
        let note: ByVersion<String>
        /// The property of the profile that stores the constant; used to compare rows.
        let path: AnyKeyPath & Sendable
        let text: @Sendable (PolicyProfile) -> String
        let set: @Sendable (inout PolicyProfile, _ text: String) throws -> Void
        let begin: @Sendable (inout PolicyProfile, IOSVersion) -> Void
        let scale: @Sendable (inout PolicyProfile, Double) -> Void

        /// Creates a row.
        ///
        /// - Parameters:
        ///   - name: the name that `list profiles` prints.
        ///   - scales: true if the time scale changes the value: true for durations of iOS, false for durations of the
        ///     machine.
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

        /// Creates the row of a switch: a choice that no source decides, or on which sources contradict each other.
        static func choice(
            _ name: String, _ path: WritableKeyPath<PolicyProfile, Bool> & Sendable, _ values: ByVersion<Bool>,
            _ rules: ByVersion<[RuleID]>, _ note: ByVersion<String>
        ) -> Self {
            Self(name, path, values, rules, note, isSwitch: true)
        }
    }

    /// All constants, switches and features with their units and rules, and with the reason for a value that the
    /// sources do not decide.
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

    /// Sets a constant, switch or feature by its name.
    ///
    /// - Parameters:
    ///   - name: the name, as in ``constants``.
    ///   - value: `true` or `false`, or a number. A duration is in seconds, or has a unit.
    /// - Throws: ``KeepAliveError`` with code `usage`, which says what was expected.
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

    /// Returns the profile with every duration of iOS multiplied by a factor. The durations of the machine do not
    /// change.
    ///
    /// - Parameter factor: a finite factor above 0; with 0.1 the time runs ten times faster.
    public func scaled(by factor: Double) -> PolicyProfile {
        var scaled = self
        for row in Self.table { row.scale(&scaled, factor) }
        scaled.timeScale *= factor
        return scaled
    }

    /// Returns the profile with every duration of iOS multiplied by a factor, for an app in a real process.
    ///
    /// The app's code runs no faster than before. So the limits on callbacks are not scaled below `leastTimeForCode`,
    /// unless iOS's own limit is shorter.
    ///
    /// - Parameters:
    ///   - factor: a finite factor above 0; with 0.01 the time runs a hundred times faster.
    ///   - leastTimeForCode: the shortest limit of a watchdog, above 0.
    package func scaled(by factor: Double, leastTimeForCode: Duration) -> PolicyProfile {
        var scaled = scaled(by: factor)
        for limit in Self.limitsOnCode {
            scaled[keyPath: limit] = max(scaled[keyPath: limit], min(self[keyPath: limit], leastTimeForCode))
        }
        // `enterBackgroundAdvice` keeps its ratio to `enterBackgroundLimit`.
        let ratio = enterBackgroundAdvice.inSeconds / max(enterBackgroundLimit.inSeconds, 1e-9)
        scaled.enterBackgroundAdvice = max(
            scaled.enterBackgroundAdvice, scaled.enterBackgroundLimit.scaled(by: min(ratio, 1)))
        return scaled
    }

    /// The time limits of the app's callbacks: on an overrun the app is killed, or the callback is no longer awaited.
    /// The limits of tasks and wakes are not in the list: they are scaled fully, because the policy itself enforces
    /// them. `enterBackgroundAdvice` is not in the list either: it keeps its ratio to the limit (LC-08).
    private static let limitsOnCode: [WritableKeyPath<PolicyProfile, Duration> & Sendable] = [
        \.launchLimit, \.backgroundLaunchLimit, \.backgroundLaunchCPULimit, \.willResignActiveLimit,
        \.enterBackgroundLimit, \.enterForegroundLimit, \.willTerminateLimit,
    ]
}
