import KeepAliveModel

/// A mistake in a project, or a remark on it.
package struct Finding: Sendable, Hashable {
    /// The consequence of a finding.
    package enum Level: String, Sendable, Comparable {
        /// A remark. The sources do not tell whether there is a mistake, so the remark does not count.
        case note
        /// The app loses time in the background, or a call has no effect.
        case warning
        /// An exception or a kill, or code that never runs.
        case error

        private var weight: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }

        package static func < (left: Level, right: Level) -> Bool {
            left.weight < right.weight
        }
    }

    /// A position in a file.
    package struct Place: Sendable, Hashable, Comparable {
        /// The path, relative to the project's folder.
        package var file: String
        /// The line, from 1.
        package var line: Int
        /// The column, from 1.
        package var column: Int

        package init(file: String, line: Int, column: Int) {
            self.file = file
            self.line = line
            self.column = column
        }

        package static func < (left: Place, right: Place) -> Bool {
            (left.file, left.line, left.column) < (right.file, right.line, right.column)
        }
    }

    /// The rule of the rule book.
    package var rule: RuleID
    package var level: Level
    /// The position; for a mistake in the Info.plist, the first line of the file.
    package var place: Place
    /// The mistake and its consequence, without a full stop.
    package var message: String
    /// The change that mends the mistake; `nil` if the message says it.
    package var cure: String?

    package init(_ rule: RuleID, _ level: Level, at place: Place, _ message: String, cure: String? = nil) {
        self.rule = rule
        self.level = level
        self.place = place
        self.message = message
        self.cure = cure
    }
}
