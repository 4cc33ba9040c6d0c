import KeepAliveRewriting

/// What a slice of an app consists of beside its own files: the text of `Slice.txt`, a line an item, fields separated by
/// tabs.
package struct SliceList: Equatable, Sendable {
    /// A part of an app's file that is not compiled, because the compiler does not accept it here.
    package struct Cut: Hashable, Sendable {
        package enum Kind: String, CaseIterable, Sendable {
            /// A statement, which becomes a note in the timeline.
            case statement
            /// A value, which becomes the empty value of its type.
            case value
            /// The body of a function, an initializer or a computed property, which returns an empty value.
            case body
            case member
            /// The word `override` of a declaration.
            case override
            /// The adoption of a protocol, which `digest` names.
            case adoption
            /// The lack of an initial value: stored properties of a class that no initializer sets get one.
            case initial
        }
        package var kind: Kind
        /// The path of the file, as in `Sources.txt`.
        package var file: String
        /// The declaration, such as `AppDelegate.setUp(_:)`; empty for code outside any.
        package var declaration: String
        /// The text of the statement or value without its spaces, as a hash; empty for a whole declaration.
        package var digest = ""
        /// The line and the message of the compiler's error.
        package var reason = ""

        package func hash(into hasher: inout Hasher) { hasher.combine(identity) }
        package static func == (first: Cut, second: Cut) -> Bool { first.identity == second.identity }

        /// The cut without its reason.
        private var identity: String { "\(kind.rawValue)\t\(file)\t\(declaration)\t\(digest)" }
        fileprivate var line: String { "cut\t\(identity)\t\(reason)" }
    }

    /// A name that no file of the app declares, of a module that is not here.
    package enum Unknown: String, Sendable {
        /// A class whose objects have every member.
        case type
        /// A protocol without requirements.
        case `protocol`
        /// A superclass in place of one of UIKit's, by its name: `RxViewController` derives from `UIViewController`.
        case superclass
        /// A global variable or function.
        case global
        /// A property wrapper or macro: the attribute is left out.
        case attribute
    }

    /// The files of the app whose declarations stand-ins are made from.
    package var files: [String] = []
    /// The modules of packages that are built, and that the slice's files import.
    package var modules: Set<String> = []
    package var unknown: [String: Unknown] = [:]
    /// Members that types lack, by the type's name and the member's; the value is true for a static member.
    package var members: [String: Bool] = [:]
    /// The stand-ins that do not compile, and are left out.
    package var dropped: Set<String> = []
    /// The stand-ins that are no overrides here.
    package var plain: Set<String> = []
    /// The types whose stand-ins adopt all their protocols, with all members.
    package var whole: Set<String> = []
    package var cuts: [Cut] = []

    package init() {}

    /// Reads the text of `Slice.txt`.
    ///
    /// - Throws: a ``SourceProblem`` with the line that is no item.
    package init(_ text: String, path: String) throws {
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard let word = fields.first, !word.isEmpty, !word.hasPrefix("#") else { continue }
            guard add(word, Array(fields.dropFirst())) else {
                throw SourceProblem(
                    file: path, line: index + 1, column: 1,
                    message: "this is no item of a slice; 'keepalive-run init --slice --force' writes the file again")
            }
        }
    }

    private mutating func add(_ word: String, _ fields: [String]) -> Bool {
        switch (word, fields.count) {
        case ("from", 1): files.append(fields[0])
        case ("module", 1): modules.insert(fields[0])
        case ("unknown", 2):
            guard let kind = Unknown(rawValue: fields[1]) else { return false }
            unknown[fields[0]] = kind
        case ("member", 1): members[fields[0]] = false
        case ("static", 1): members[fields[0]] = true
        case ("drop", 1): dropped.insert(fields[0])
        case ("plain", 1): plain.insert(fields[0])
        case ("whole", 1): whole.insert(fields[0])
        case ("cut", 4...):
            guard let kind = Cut.Kind(rawValue: fields[0]) else { return false }
            cuts.append(
                Cut(
                    kind: kind, file: fields[1], declaration: fields[2], digest: fields[3],
                    reason: fields.count > 4 ? fields[4] : ""))
        default: return false
        }
        return true
    }

    /// The text of `Slice.txt`.
    package var text: String {
        var lines = [
            "# What stands for the rest of the app, made by 'keepalive-run init --slice'. Without a line of 'cut', the code",
            "# is compiled again; without one of 'drop', the stand-in is made again.",
        ]
        lines += files.map { "from\t\($0)" }
        lines += modules.sorted().map { "module\t\($0)" }
        lines += unknown.sorted { $0.key < $1.key }.map { "unknown\t\($0)\t\($1.rawValue)" }
        lines += members.sorted { $0.key < $1.key }.map { "\($1 ? "static" : "member")\t\($0)" }
        lines += whole.sorted().map { "whole\t\($0)" }
        lines += plain.sorted().map { "plain\t\($0)" }
        lines += dropped.sorted().map { "drop\t\($0)" }
        lines += cuts.map(\.line)
        return lines.joined(separator: "\n") + "\n"
    }
}
