import Yams

/// A value of a YAML file that knows where it stands, read as one thing or another; the errors name file, line and column.
struct YAMLValue: Sendable {
    let content: YAMLContent
    let file: String
    let line: Int
    let column: Int

    /// The documents of a file.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` when the text is no YAML.
    static func documents(of text: String, file: String) throws -> [YAMLValue] {
        do {
            var documents: [YAMLValue] = []
            var count = 0
            let sequence = try Yams.compose_all(yaml: text)
            for node in sequence { documents.append(try YAMLValue(node, file: file, depth: 0, count: &count)) }
            if let error = sequence.error { throw error }
            return documents
        } catch let error as KeepAliveError {
            throw error
        } catch let error as YamlError {
            throw KeepAliveError(.usage, explanation(of: error, file: file))
        }
    }

    private static func explanation(of error: YamlError, file: String) -> String {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            "\(file):\(mark.line):\(mark.column): not YAML: \(problem)"
        default: "\(file): not YAML: \(error)"
        }
    }

    /// Deeper nesting is refused: no file has it, and what reads recurses.
    private static let depthMax = 32
    /// More values are refused: aliases of aliases make a small file endless.
    private static let countMax = 500_000

    private init(_ node: Node, file: String, depth: Int, count: inout Int) throws {
        self.file = file
        line = node.mark?.line ?? 1
        column = node.mark?.column ?? 1
        guard depth < Self.depthMax else {
            throw KeepAliveError(.usage, "\(file):\(line):\(column): nested deeper than \(Self.depthMax) levels")
        }
        count += 1
        guard count <= Self.countMax else {
            throw KeepAliveError(.usage, "\(file):\(line):\(column): more than \(Self.countMax) values")
        }
        switch node {
        case .scalar(let scalar): content = .scalar(scalar.string)
        case .sequence(let sequence):
            var values: [YAMLValue] = []
            for node in sequence { values.append(try YAMLValue(node, file: file, depth: depth + 1, count: &count)) }
            content = .list(values)
        case .mapping(let mapping):
            var pairs: [YAMLPair] = []
            for (key, value) in mapping {
                pairs.append(
                    YAMLPair(
                        key: try YAMLValue(key, file: file, depth: depth + 1, count: &count),
                        value: try YAMLValue(value, file: file, depth: depth + 1, count: &count)))
            }
            content = .mapping(pairs)
        case .alias:
            throw KeepAliveError(.usage, "\(file):\(line):\(column): aliases are not used here")
        }
    }

    // MARK: Errors

    /// An error at this place.
    func error(_ text: String, remedy: String? = nil) -> KeepAliveError {
        KeepAliveError(.usage, "\(file):\(line):\(column): \(text)", remedy: remedy)
    }

    /// What stands here, for errors.
    var kind: String {
        switch content {
        case .scalar(let text): text.isEmpty ? "nothing" : "'\(text)'"
        case .list: "a list"
        case .mapping: "a mapping"
        }
    }

    private func expected(_ what: String) -> KeepAliveError {
        error("expected \(what), found \(kind)")
    }

    // MARK: Reading

    /// The text of a scalar.
    func text(_ what: String = "a text") throws -> String {
        guard case .scalar(let text) = content, !text.isEmpty else { throw expected(what) }
        return text
    }

    /// `true` or `false`.
    func flag() throws -> Bool {
        guard case .scalar(let text) = content,
            let flag = ["true": true, "false": false, "on": true, "off": false][text]
        else { throw expected("true or false") }
        return flag
    }

    /// A whole number within bounds.
    func integer(_ what: String = "a whole number", in range: ClosedRange<Int> = 0...Int.max) throws -> Int {
        guard case .scalar(let text) = content, let number = Int(text) else { throw expected(what) }
        guard range.contains(number) else {
            throw error("\(number) is not \(what) from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A number, with or without a unit behind it.
    func number(_ what: String, unit: String = "") throws -> Double {
        guard case .scalar(let text) = content else { throw expected(what) }
        let digits = !unit.isEmpty && text.hasSuffix(unit) ? String(text.dropLast(unit.count)) : text
        guard let number = Double(digits.filter { $0 != " " }), number.isFinite else { throw expected(what) }
        return number
    }

    /// One of the names of an enumeration.
    func choice<Choice: CaseIterable & RawRepresentable>(_ what: String) throws -> Choice
    where Choice.RawValue == String {
        let name = try text(what)
        if let choice = Choice(rawValue: name) { return choice }
        throw unknown(what, name, among: Choice.allCases.map(\.rawValue))
    }

    /// The error for a name that is not known, with the nearest one that is.
    func unknown(_ what: String, _ name: String, among names: [String]) -> KeepAliveError {
        let hint =
            NearestName.find(for: name, among: names).map { "did you mean '\($0)'?" }
            ?? "known: \(names.joined(separator: ", "))"
        return error("'\(name)' is not \(what); \(hint)")
    }

    /// The elements of a list; a single value stands for a list of one.
    var elements: [YAMLValue] {
        switch content {
        case .list(let values): values
        case .scalar(let text): text.isEmpty ? [] : [self]
        case .mapping: [self]
        }
    }

    /// The elements, where a list must stand.
    func list(_ what: String) throws -> [YAMLValue] {
        guard case .list(let values) = content else { throw expected("a list of \(what)") }
        return values
    }

    /// The keys and values, where a mapping must stand.
    func fields(_ what: String) throws -> YAMLFields {
        guard case .mapping(let pairs) = content else { throw expected(what) }
        return try YAMLFields(pairs, of: self, what: what)
    }

    /// Whether a mapping stands here.
    var isMapping: Bool { if case .mapping = content { true } else { false } }
}

/// What a value of a YAML file is.
indirect enum YAMLContent: Sendable {
    case scalar(String)
    case list([YAMLValue])
    case mapping([YAMLPair])
}

/// A key of a mapping and what stands behind it.
struct YAMLPair: Sendable {
    let key: YAMLValue
    let value: YAMLValue
}

/// The keys of a mapping, each to be taken once; those that nobody takes are mistakes.
struct YAMLFields {
    private var values: [String: YAMLPair] = [:]
    private var known: [String] = []
    private let what: String
    let place: YAMLValue

    init(_ pairs: [YAMLPair], of place: YAMLValue, what: String) throws {
        self.place = place
        self.what = what
        for pair in pairs {
            let name = try pair.key.text("a key")
            guard values[name] == nil else { throw pair.key.error("the key '\(name)' stands here twice") }
            values[name] = pair
        }
    }

    /// The names of the keys that have not been taken.
    var names: [String] { values.keys.sorted() }

    /// Takes a key that may be absent.
    mutating func take(_ name: String) -> YAMLValue? {
        known.append(name)
        return values.removeValue(forKey: name)?.value
    }

    /// Takes a key that must be there.
    mutating func require(_ name: String) throws -> YAMLValue {
        guard let value = take(name) else { throw place.error("\(what) needs '\(name)'") }
        return value
    }

    /// Fails on the first key that nobody has taken.
    func finish() throws {
        let left = values.values.min { ($0.key.line, $0.key.column) < ($1.key.line, $1.key.column) }
        guard let left else { return }
        throw left.key.unknown("a key of \(what)", try left.key.text(), among: known)
    }
}
