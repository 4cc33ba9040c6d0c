import KeepAlivePolicy

/// The answers of `setCategory` to every combination of category, option and mode (AS-01 to AS-19).
package struct AudioSessionTable: Sendable {
    /// One combination.
    package struct Row: Sendable, Encodable {
        /// The category.
        package var category: String
        /// The option, or `nil` for none. Several options are legal together when each of them is legal alone.
        package var option: String?
        /// The mode.
        package var mode: String
        /// 0, or the error's number.
        package var status: Int32
        /// The row by which it is refused.
        package var rule: RuleID?
        /// The line that iOS logs when it refuses.
        package var log: String?
        /// True if a session with this combination mixes with others.
        package var mixes: Bool
        /// The mode in force: a mode that the category does not support behaves as `default` (AS-18).
        package var effectiveMode: String
    }

    /// All 7 × 9 × 11 combinations.
    package let rows: [Row]
    private let version: IOSVersion

    /// Asks the policy for all combinations.
    ///
    /// - Parameter profile: the version, and its switches.
    package init(_ profile: PolicyProfile) {
        version = profile.version
        rows = AudioSessionConfiguration.Category.allCases.flatMap { category in
            ([nil] + AudioSessionConfiguration.Option.allCases).flatMap { option in
                AudioSessionConfiguration.Mode.allCases.map { mode in
                    Self.row(category, option, mode, profile)
                }
            }
        }
    }

    private static func row(
        _ category: AudioSessionConfiguration.Category, _ option: AudioSessionConfiguration.Option?,
        _ mode: AudioSessionConfiguration.Mode, _ profile: PolicyProfile
    ) -> Row {
        let session = AudioSessionConfiguration(category: category, options: option.map { [$0] } ?? [], mode: mode)
        let violation = session.violation(ios: profile.version)
        return Row(
            category: category.rawValue, option: option?.name, mode: mode.rawValue,
            status: violation == nil ? 0 : AudioSessionError.badParam.code, rule: violation?.rule,
            log: violation?.text, mixes: violation == nil && session.isMixable,
            effectiveMode: session.effectiveMode.rawValue)
    }

    /// The table as text: a line for each category with each option, followed by the modes that have an effect with it.
    package func rendered() -> String {
        var table = TextTable(["category", "option", "mixes", "modes with an effect"])
        for category in AudioSessionConfiguration.Category.allCases.map(\.rawValue) {
            for option in [nil] + AudioSessionConfiguration.Option.allCases.map({ Optional($0.name) }) {
                let these = rows.filter { $0.category == category && $0.option == option }
                let legal = these.filter { $0.status == 0 }
                let refusal = these.first.flatMap(\.rule).map { "none: -50 [\($0)]" } ?? ""
                table.add([
                    category, option ?? "-", legal.contains(where: \.mixes) ? "yes" : legal.isEmpty ? "" : "no",
                    legal.isEmpty
                        ? refusal : legal.filter { $0.mode == $0.effectiveMode }.map(\.mode).joined(separator: ", "),
                ])
            }
        }
        return "iOS \(version)\n\n" + table.rendered()
            + "\n\(rows.count) combinations, \(rows.count { $0.status == 0 }) of them legal; the others are refused with -50.\n"
            + "Another mode that this version has behaves as 'default' (AS-18). Several options are legal when each is.\n"
    }
}
