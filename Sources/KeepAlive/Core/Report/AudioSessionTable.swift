import KeepAlivePolicy

/// The result of `setCategory` for every combination of category, option and mode (AS-01 to AS-19).
package struct AudioSessionTable: Sendable {
    /// A combination of category, option and mode, with the result of `setCategory`.
    package struct Row: Sendable, Encodable {
        package var category: String
        /// The option; `nil` for none. The table has no rows with several options, because they are legal together if
        /// each is legal alone.
        package var option: String?
        /// The mode that the app sets.
        package var mode: String
        /// The status: 0 if the combination is legal, otherwise the error's number.
        package var status: Int32
        /// The rule by which iOS refuses the combination; `nil` if it is legal.
        package var rule: RuleID?
        /// The line that iOS logs when it refuses the combination; `nil` if it is legal.
        package var log: String?
        /// True if a session with this combination mixes with others.
        package var mixes: Bool
        /// The mode in effect: a mode that the category does not support acts as `default` (AS-18).
        package var effectiveMode: String
    }

    /// The rows of all combinations of 7 categories, 9 options and 11 modes. "No option" counts as an option.
    package let rows: [Row]
    private let version: IOSVersion

    /// Creates the table by checking every combination with the policy of an iOS version.
    ///
    /// - Parameter profile: the profile of the iOS version.
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

    /// Returns the table as text: a line for each category with each option, followed by the modes that are in effect
    /// with it.
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
