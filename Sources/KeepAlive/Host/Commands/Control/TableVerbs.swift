import ArgumentParser
import KeepAlivePolicy

/// The verbs that come from the table of the control socket: each row there is a verb here, with its help and the
/// completions of a shell.
///
/// The parser wants one type for each verb, so each of these types stands for one row of its kind, by its number.
extension Control {
    /// The verb of a row that takes nothing.
    struct PlainVerb<let number: Int>: ParsableCommand {
        private static var verb: ControlVerb.Entry { ControlVerb.plain[number] }

        static var configuration: CommandConfiguration { verb.configuration(usage: "") }

        @OptionGroup var system: SystemOption

        func run() throws { try system.tell(Self.verb.method, Self.verb.verb.fixed) }
    }

    /// The verb of a row that is about one app.
    struct AppVerb<let number: Int>: ParsableCommand {
        private static var verb: ControlVerb.Entry { ControlVerb.aboutApps[number] }

        static var configuration: CommandConfiguration { verb.configuration(usage: " [APP]") }

        @OptionGroup var app: AppOption

        func run() throws { try app.tell(Self.verb.method, Self.verb.verb.fixed) }
    }

    /// The verb of a row that takes one of several words, or a name.
    struct WordVerb<let number: Int>: ParsableCommand {
        private static var verb: ControlVerb.Entry { ControlVerb.withWord[number] }
        private static var words: [String] { verb.verb.argument.words }

        static var configuration: CommandConfiguration {
            verb.configuration(
                usage:
                    " \(words.count < 6 && !verb.verb.argument.isOpen ? words.joined(separator: "|") : verb.verb.argument.valueName)"
            )
        }

        @OptionGroup var system: SystemOption

        @Argument(
            help: ArgumentHelp(
                verb.verb.argument.isOpen
                    ? "For example \(Self.words.joined(separator: " or "))."
                    : "One of \(Self.words.joined(separator: ", ")).", valueName: verb.verb.argument.valueName),
            completion: .list(Self.words),
            transform: { verb.verb.argument.isOpen ? $0 : try Values.word($0, among: words) })
        var word: String

        func run() throws {
            let argument = Self.verb.verb.argument
            guard let (name, value) = argument.parameter(word) else { return }
            try system.tell(Self.verb.method, Self.verb.verb.fixed.merging([name: value]) { $1 })
        }
    }

    /// Returns the commands of the table's verbs, in its order, and the others with a type of their own, by the name of
    /// the method.
    static func verbs(of group: ControlVerb.Group, others: [String: any ParsableCommand.Type])
        -> [any ParsableCommand.Type]
    {
        ControlMethod.all.flatMap { method in
            let own = others[method.name].map { [$0] } ?? []
            return own + method.verbs.filter { $0.group == group }.compactMap { type(of: $0) }
        }
    }

    private static func type(of verb: ControlVerb) -> (any ParsableCommand.Type)? {
        func find(_ entries: [ControlVerb.Entry], _ types: [any ParsableCommand.Type]) -> (any ParsableCommand.Type)? {
            entries.firstIndex { $0.verb.command == verb.command }.flatMap { $0 < types.count ? types[$0] : nil }
        }
        return find(ControlVerb.plain, plainTypes) ?? find(ControlVerb.aboutApps, appTypes)
            ?? find(ControlVerb.withWord, wordTypes)
    }

    // The most verbs of each kind. A type more is needed where there are more rows; a test says so.
    static let plainTypes: [any ParsableCommand.Type] = [
        PlainVerb<0>.self, PlainVerb<1>.self, PlainVerb<2>.self, PlainVerb<3>.self, PlainVerb<4>.self,
        PlainVerb<5>.self, PlainVerb<6>.self, PlainVerb<7>.self,
    ]
    static let appTypes: [any ParsableCommand.Type] = [
        AppVerb<0>.self, AppVerb<1>.self, AppVerb<2>.self, AppVerb<3>.self, AppVerb<4>.self, AppVerb<5>.self,
        AppVerb<6>.self, AppVerb<7>.self,
    ]
    static let wordTypes: [any ParsableCommand.Type] = [
        WordVerb<0>.self, WordVerb<1>.self, WordVerb<2>.self, WordVerb<3>.self, WordVerb<4>.self, WordVerb<5>.self,
        WordVerb<6>.self, WordVerb<7>.self, WordVerb<8>.self, WordVerb<9>.self, WordVerb<10>.self, WordVerb<11>.self,
        WordVerb<12>.self, WordVerb<13>.self, WordVerb<14>.self, WordVerb<15>.self,
    ]
}

extension ControlVerb {
    /// A verb with the method that it tells.
    struct Entry {
        let method: String
        let verb: ControlVerb

        func configuration(usage: String) -> CommandConfiguration {
            CommandConfiguration(
                commandName: verb.command, abstract: verb.abstract,
                usage: "keepalive-run ctl \(verb.command)\(usage) [--system PID]")
        }
    }

    private static let all = ControlMethod.all.flatMap { method in
        method.verbs.map { Entry(method: method.name, verb: $0) }
    }

    static let plain = all.filter { $0.verb.argument.words.isEmpty && !$0.verb.takesApp }
    static let aboutApps = all.filter { $0.verb.takesApp }
    static let withWord = all.filter { !$0.verb.argument.words.isEmpty }
}

extension ControlVerb.Argument {
    /// The words that can be written; empty for nothing.
    var words: [String] {
        switch self {
        case .nothing: []
        case .flag(_, let words), .word(_, let words, _), .named(_, let words, _): words
        }
    }

    /// True where the words are examples, and only the device knows which others there are.
    var isOpen: Bool { if case .named = self { true } else { false } }

    var valueName: String {
        switch self {
        case .nothing: ""
        case .flag(_, let words): words.joined(separator: "|")
        case .word(_, _, let name), .named(_, _, let name): name
        }
    }

    /// Returns the parameter that a word stands for.
    func parameter(_ word: String) -> (String, JSONValue)? {
        switch self {
        case .nothing: nil
        case .flag(let parameter, let words): (parameter, .bool(word == words.first))
        case .word(let parameter, _, _), .named(let parameter, _, _): (parameter, .string(word))
        }
    }
}
