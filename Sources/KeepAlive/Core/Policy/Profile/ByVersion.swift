/// A value for each iOS version: each entry has the first version for which it holds, like `[4: .seconds(600), 7:
/// .seconds(180), 13: .seconds(30)]`.
///
/// The first entry of a table is for 4.0, the version of the first profile.
struct ByVersion<Value: Sendable>: Sendable, ExpressibleByDictionaryLiteral {
    /// An iOS version as a key of a table: a whole number such as `13`, or a decimal such as `13.4`.
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

    /// Creates a table with the same value for every version.
    init(_ value: Value) { steps = [(ProfileCatalogue.versions.lowerBound, value)] }

    /// Returns the value for a version.
    func value(in version: IOSVersion) -> Value {
        // Every table must have an entry for the oldest version; a test fails for a table without one.
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
