/// One small mistake that somebody could have made.
struct Mutant {
    /// What kind of mistake.
    enum Kind: String {
        /// A condition that holds when it should not, and the other way round.
        case negated
        /// `<` in place of `<=`, `&&` in place of `||`.
        case `operator`
        /// A statement that is not there.
        case dropped
        /// Another rule as the reason.
        case rule
    }

    /// What the switch is called by: the value of `KEEPALIVE_MUTANT`, from 1.
    var number: Int
    var kind: Kind
    /// The file, from the directory that is mutated.
    var file: String
    /// Where it stands in the file as it was.
    var line: Int
    /// The function or property that holds it.
    var place: String
    /// What stands there, in one line.
    var text: String

    /// A line of the list: fields between tabs.
    var row: String {
        [String(number), kind.rawValue, file, String(line), place, text].joined(separator: "\t")
    }
}
