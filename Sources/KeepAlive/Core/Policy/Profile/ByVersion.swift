/// Values, each with the version of iOS from which it holds: `[4: .seconds(600), 7: .seconds(180), 13: .seconds(30)]`.
///
/// The first version of a table is 4.0, which has the first profile.
struct ByVersion<Value: Sendable>: Sendable, ExpressibleByDictionaryLiteral {
    /// A version as it is written in a table: `13`, or `13.4`.
    struct Key: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
        let version: IOSVersion

        init(integerLiteral major: Int) { version = IOSVersion(major) }

        init(floatLiteral value: Double) {
            let tenths = Int(clamping: (value * 10).rounded())
            version = IOSVersion(tenths / 10, tenths % 10)
        }
    }

    private let steps: [(since: IOSVersion, value: Value)]

    init(dictionaryLiteral steps: (Key, Value)...) {
        self.steps = steps.map { ($0.version, $1) }
    }

    /// The same value for every version.
    init(_ value: Value) { steps = [(ProfileCatalogue.versions.lowerBound, value)] }

    /// The value that holds in a version.
    func value(in version: IOSVersion) -> Value {
        // Every table must have a step for the oldest version. The first test finds a table without one.
        steps.last { $0.since <= version }?.value ?? steps[0].value
    }
}

extension ByVersion: ExpressibleByArrayLiteral where Value == [RuleID] {
    init(arrayLiteral rules: RuleID...) { self.init(rules) }
}

extension ByVersion: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
    ExpressibleByStringLiteral
where Value == String {
    init(stringLiteral text: String) { self.init(text) }
}
