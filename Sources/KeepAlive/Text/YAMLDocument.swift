import CYAML

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
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else {
            throw KeepAliveError(.usage, "\(file): there is no memory to read it")
        }
        defer { yaml_parser_delete(&parser) }
        var copy = text
        return try copy.withUTF8 { bytes in
            yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
            var documents: [YAMLValue] = []
            while true {
                var document = yaml_document_t()
                guard yaml_parser_load(&parser, &document) == 1 else { throw fault(in: parser, file: file) }
                defer { yaml_document_delete(&document) }
                guard let root = yaml_document_get_root_node(&document) else { return documents }
                var count = 0
                documents.append(try read(root, in: &document, file: file, depth: 0, count: &count))
            }
        }
    }

    private static func fault(in parser: yaml_parser_t, file: String) -> KeepAliveError {
        let problem = parser.problem.map { String(cString: $0) } ?? "out of memory"
        let mark = parser.problem_mark
        return KeepAliveError(.usage, "\(file):\(mark.line + 1):\(mark.column + 1): not YAML: \(problem)")
    }

    /// Deeper nesting is refused: no file has it, and what reads recurses.
    private static let depthMax = 32
    /// More values are refused: aliases of aliases make a small file endless.
    private static let countMax = 500_000

    private static func read(
        _ node: UnsafeMutablePointer<yaml_node_t>, in document: inout yaml_document_t, file: String, depth: Int,
        count: inout Int
    ) throws -> YAMLValue {
        let line = node.pointee.start_mark.line + 1
        let column = node.pointee.start_mark.column + 1
        func failure(_ text: String) -> KeepAliveError {
            KeepAliveError(.usage, "\(file):\(line):\(column): \(text)")
        }
        guard depth < depthMax else { throw failure("nested deeper than \(depthMax) levels") }
        count += 1
        guard count <= countMax else { throw failure("more than \(countMax) values") }
        func child(_ index: CInt) throws -> YAMLValue {
            guard let node = yaml_document_get_node(&document, index) else { throw failure("not YAML") }
            return try read(node, in: &document, file: file, depth: depth + 1, count: &count)
        }
        let content: YAMLContent
        switch node.pointee.type {
        case YAML_SEQUENCE_NODE:
            content = .list(try (0..<CYAML_itemCount(node)).map { try child(CYAML_item(node, $0)) })
        case YAML_MAPPING_NODE:
            content = .mapping(
                try (0..<CYAML_pairCount(node)).map {
                    YAMLPair(key: try child(CYAML_key(node, $0)), value: try child(CYAML_value(node, $0)))
                })
        default:
            let bytes = UnsafeBufferPointer(start: CYAML_text(node), count: CYAML_textLength(node))
            content = .scalar(String(decoding: bytes, as: UTF8.self))
        }
        return YAMLValue(content: content, file: file, line: line, column: column)
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
    func number(_ what: String, unit: String = "", in range: ClosedRange<Double> = 0...1e9) throws -> Double {
        guard case .scalar(let text) = content else { throw expected(what) }
        let digits = !unit.isEmpty && text.hasSuffix(unit) ? String(text.dropLast(unit.count)) : text
        guard let number = Double(digits.filter { $0 != " " }), number.isFinite else { throw expected(what) }
        guard range.contains(number) else {
            let bounds = [range.lowerBound, range.upperBound].map { "\(Int($0))\(unit)" }
            throw error("'\(text)' is out of range: expected \(what), \(bounds[0]) to \(bounds[1])")
        }
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
