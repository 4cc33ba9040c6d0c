import ArgumentParser
import KeepAlivePolicy

/// The verbs that come from the table of the control socket: each row there is a verb here, with its help and the
/// completions of a shell.
///
/// The parser wants a type for each verb, so each of these types stands for one row of its kind, by its place.
extension Control {
    /// The verb of a row that takes nothing.
    struct PlainVerb<Place: Ordinal>: ParsableCommand {
        private static var verb: ControlVerb.Entry { ControlVerb.plain[Place.number] }

        static var configuration: CommandConfiguration { verb.configuration(usage: "") }

        @OptionGroup var system: SystemOption

        func run() throws { try system.tell(Self.verb.method, Self.verb.verb.fixed) }
    }

    /// The verb of a row that is about one app.
    struct AppVerb<Place: Ordinal>: ParsableCommand {
        private static var verb: ControlVerb.Entry { ControlVerb.aboutApps[Place.number] }

        static var configuration: CommandConfiguration { verb.configuration(usage: " [APP]") }

        @OptionGroup var app: AppOption

        func run() throws { try app.tell(Self.verb.method, Self.verb.verb.fixed) }
    }

    /// The verb of a row that takes one of several words, or a name.
    struct WordVerb<Place: Ordinal>: ParsableCommand {
        private static var verb: ControlVerb.Entry { ControlVerb.withWord[Place.number] }
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
        func find(_ entries: [ControlVerb.Entry], _ type: (Int) -> any ParsableCommand.Type)
            -> (any ParsableCommand.Type)?
        {
            entries.firstIndex { $0.verb.command == verb.command }.map(type)
        }
        return find(ControlVerb.plain) { plain($0, First.self) } ?? find(ControlVerb.aboutApps) { app($0, First.self) }
            ?? find(ControlVerb.withWord) { word($0, First.self) }
    }

    private static func plain<Place: Ordinal>(_ steps: Int, _ from: Place.Type) -> any ParsableCommand.Type {
        steps == 0 ? PlainVerb<Place>.self : plain(steps - 1, Next<Place>.self)
    }

    private static func app<Place: Ordinal>(_ steps: Int, _ from: Place.Type) -> any ParsableCommand.Type {
        steps == 0 ? AppVerb<Place>.self : app(steps - 1, Next<Place>.self)
    }

    private static func word<Place: Ordinal>(_ steps: Int, _ from: Place.Type) -> any ParsableCommand.Type {
        steps == 0 ? WordVerb<Place>.self : word(steps - 1, Next<Place>.self)
    }
}

/// A place in a table as a type.
protocol Ordinal: Sendable {
    static var number: Int { get }
}

enum First: Ordinal {
    static var number: Int { 0 }
}

enum Next<Before: Ordinal>: Ordinal {
    static var number: Int { Before.number + 1 }
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
