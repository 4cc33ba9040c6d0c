import KeepAlivePolicy

/// A value in a YAML file, with its position. It can be read as various types; errors name the file, the line and the
/// column.
package struct YAMLValue: Sendable {
    package let content: YAMLContent
    package let file: String
    package let line: Int
    let column: Int

    package init(content: YAMLContent, file: String, line: Int, column: Int) {
        self.content = content
        self.file = file
        self.line = line
        self.column = column
    }

    // MARK: Errors

    /// Returns an error at the value's position.
    package func error(_ text: String, remedy: String? = nil) -> KeepAliveError {
        KeepAliveError(.usage, "\(file):\(line):\(column): \(text.shortened(to: 1000).withoutControls)", remedy: remedy)
    }

    /// A description of the value for error messages.
    package var kind: String {
        switch content {
        case .scalar(let text): text.isEmpty ? "nothing" : "'\(text.shortened(to: 60))'"
        case .list: "a list"
        case .mapping: "a mapping"
        }
    }

    private func expected(_ what: String) -> KeepAliveError {
        error("expected \(what), found \(kind)")
    }

    // MARK: Reading

    /// Returns the text of a scalar; throws an error if the value is empty or not a scalar.
    package func text(_ what: String = "a text") throws -> String {
        guard case .scalar(let text) = content, !text.isEmpty else { throw expected(what) }
        // System calls would cut off a path or a name at a NUL character, so such a text is an error.
        guard !text.utf8.contains(0) else { throw error("\(what) must have no NUL character") }
        return text
    }

    /// Returns the text parsed by a function; an error of the function is rethrown with the value's position.
    package func read<Value>(_ what: String, by reader: (String) throws -> Value) throws -> Value {
        let text = try text(what)
        do {
            return try reader(text)
        } catch let error as KeepAliveError {
            throw self.error(error.message, remedy: error.remedy)
        }
    }

    /// Returns true for `true` or `on`, false for `false` or `off`; throws an error for another value.
    package func flag() throws -> Bool {
        guard case .scalar(let text) = content,
            let flag = ["true": true, "false": false, "on": true, "off": false][text]
        else { throw expected("true or false") }
        return flag
    }

    /// Returns a whole number; throws an error if the number is outside of the range.
    package func integer(_ what: String = "a whole number", in range: ClosedRange<Int> = 0...Int.max) throws -> Int {
        guard case .scalar(let text) = content, let number = Int(text) else { throw expected(what) }
        guard range.contains(number) else {
            throw error("\(number) is not \(what) from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Returns a number; throws an error if the number is outside of the range, or the text does not end with the unit.
    package func number(_ what: String, unit: String = "", in range: ClosedRange<Double> = 0...1e9) throws -> Double {
        guard case .scalar(let text) = content else { throw expected(what) }
        guard text.hasSuffix(unit), let number = Double(text.dropLast(unit.count).filter { $0 != " " }), number.isFinite
        else { throw expected(what) }
        guard range.contains(number) else {
            let bounds = [range.lowerBound, range.upperBound].map { "\(Int(clamping: $0))\(unit)" }
            throw error("'\(text)' is out of range: expected \(what), \(bounds[0]) to \(bounds[1])")
        }
        return number
    }

    /// Returns the case of an enumeration whose raw value is the text; throws an error if there is no such case.
    package func choice<Choice: CaseIterable & RawRepresentable>(_ what: String) throws -> Choice
    where Choice.RawValue == String {
        let name = try text(what)
        if let choice = Choice(rawValue: name) { return choice }
        throw unknown(what, name, among: Choice.allCases.map(\.rawValue))
    }

    /// Returns the text if it is one of the names; otherwise throws an error.
    package func oneOf(_ names: [String], _ what: String) throws -> String {
        let name = try text(what)
        guard names.contains(name) else { throw unknown(what, name, among: names) }
        return name
    }

    /// Returns the error for an unknown name, with the nearest known name or all known names.
    package func unknown(_ what: String, _ name: String, among names: [String]) -> KeepAliveError {
        let hint =
            NearestName.find(for: name, among: names).map { "did you mean '\($0)'?" }
            ?? "known: \(names.joined(separator: ", "))"
        return error("'\(name.shortened(to: 60))' is not \(what); \(hint)")
    }

    /// The elements of a list; a single value counts as a list of one element, an empty scalar as an empty list.
    package var elements: [YAMLValue] {
        switch content {
        case .list(let values): values
        case .scalar(let text): text.isEmpty ? [] : [self]
        case .mapping: [self]
        }
    }

    /// Returns the elements of a list; throws an error if the value is not a list.
    package func list(_ what: String) throws -> [YAMLValue] {
        guard case .list(let values) = content else { throw expected("a list of \(what)") }
        return values
    }

    /// Returns the keys and values of a mapping; throws an error if the value is not a mapping.
    ///
    /// - Parameter form: an example of the expected mapping, for the error's remedy.
    package func fields(_ what: String, form: String? = nil) throws -> YAMLFields {
        guard case .mapping(let pairs) = content else {
            throw error("expected \(what), found \(kind)", remedy: form.map { "Write \($0)" })
        }
        return try YAMLFields(pairs, of: self, what: what)
    }

    /// True if the value is a mapping.
    package var isMapping: Bool { if case .mapping = content { true } else { false } }
}

extension YAMLValue {
    /// Creates a value from JSON. The value and all values in it have the position 1:1.
    ///
    /// - Parameter file: the name that error messages give in place of a file name.
    package init(_ json: JSONValue, file: String) {
        func value(_ content: YAMLContent) -> YAMLValue { YAMLValue(content: content, file: file, line: 1, column: 1) }
        self =
            switch json {
            case .string(let text): value(.scalar(text))
            case .null, .bool, .number: value(.scalar(json.text))
            case .array(let elements): value(.list(elements.map { YAMLValue($0, file: file) }))
            case .object(let members):
                value(
                    .mapping(
                        members.sorted { $0.key < $1.key }.map { key, member in
                            YAMLPair(key: value(.scalar(key)), value: YAMLValue(member, file: file))
                        }))
            }
    }
}

/// The content of a YAML value.
package indirect enum YAMLContent: Sendable {
    case scalar(String)
    case list([YAMLValue])
    case mapping([YAMLPair])
}

/// A key and a value of a mapping.
package struct YAMLPair: Sendable {
    package let key: YAMLValue
    package let value: YAMLValue

    package init(key: YAMLValue, value: YAMLValue) {
        self.key = key
        self.value = value
    }
}

/// The keys of a mapping. The reader takes each known key once; ``finish()`` then reports the remaining, unknown keys.
package struct YAMLFields {
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

    /// The names of the keys that have not been taken yet.
    package var names: [String] { values.keys.sorted() }

    /// Takes an optional key; returns `nil` if it is absent.
    package mutating func take(_ name: String) -> YAMLValue? {
        known.append(name)
        return values.removeValue(forKey: name)?.value
    }

    /// Takes a required key; throws an error if it is absent.
    package mutating func require(_ name: String) throws -> YAMLValue {
        if let value = take(name) { return value }
        // A key that is present may be a misspelling of the required key; the error then names that key.
        if let typo = NearestName.find(for: name, among: names), let key = values[typo]?.key {
            throw key.error("'\(typo)' is not a key of \(what); did you mean '\(name)'?")
        }
        throw place.error("\(what) needs '\(name)'")
    }

    /// Throws an error for the first key in the file that has not been taken.
    package func finish() throws {
        let left = values.values.min { ($0.key.line, $0.key.column) < ($1.key.line, $1.key.column) }
        guard let left else { return }
        throw left.key.unknown("a key of \(what)", try left.key.text(), among: known)
    }
}
