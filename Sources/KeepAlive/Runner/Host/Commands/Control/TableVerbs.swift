import ArgumentParser
import KeepAlivePolicy

/// The verbs from the table of the control socket. Each row of the table becomes a subcommand of `ctl`, with its help
/// and shell completions.
///
/// ArgumentParser needs a type for each verb. A generic type such as ``PlainVerb`` stands for one row of its kind, and
/// its generic parameter is the index of the row.
extension Control {
    /// The subcommand for a row whose verb has no argument.
    struct PlainVerb<Place: Ordinal>: ParsableCommand {
        private static var verb: ControlVerb.Entry { ControlVerb.plain[Place.number] }

        static var configuration: CommandConfiguration { verb.configuration(usage: "") }

        @OptionGroup var system: SystemOption

        func run() throws { try system.tell(Self.verb.method, Self.verb.verb.fixed) }
    }

    /// The subcommand for a row whose verb concerns one app.
    struct AppVerb<Place: Ordinal>: ParsableCommand {
        private static var verb: ControlVerb.Entry { ControlVerb.aboutApps[Place.number] }

        static var configuration: CommandConfiguration { verb.configuration(usage: " [APP]") }

        @OptionGroup var app: AppOption

        func run() throws { try app.tell(Self.verb.method, Self.verb.verb.fixed) }
    }

    /// The subcommand for a row whose verb has an argument, which is one of several words, or a name.
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

    /// Returns the subcommands of a group in the order of the table. Verbs with a type of their own are in `others`,
    /// by the name of their method.
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

/// The index of a row in a table, as a type.
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
    /// A verb with the method of the control socket that it calls.
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
    /// The words that the argument accepts; empty if the verb has no argument.
    var words: [String] {
        switch self {
        case .nothing: []
        case .flag(_, let words), .word(_, let words, _), .named(_, let words, _): words
        }
    }

    /// True if the words are only examples, because only the device knows the other valid words.
    var isOpen: Bool { if case .named = self { true } else { false } }

    var valueName: String {
        switch self {
        case .nothing: ""
        case .flag(_, let words): words.joined(separator: "|")
        case .word(_, _, let name), .named(_, _, let name): name
        }
    }

    /// Returns the parameter's name and value for an argument; `nil` if the verb has no argument.
    func parameter(_ word: String) -> (String, JSONValue)? {
        switch self {
        case .nothing: nil
        case .flag(let parameter, let words): (parameter, .bool(word == words.first))
        case .word(let parameter, _, _), .named(let parameter, _, _): (parameter, .string(word))
        }
    }
}
