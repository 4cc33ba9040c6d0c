/// The build settings of a target, with the variables in them resolved.
package struct BuildSettings: Sendable {
    private let values: [String: String]

    /// Joins settings, the ones that count more later. `$(inherited)` in a value is the one before.
    package init(_ levels: [[String: String]]) {
        var values: [String: String] = [:]
        for level in levels {
            for (key, value) in level {
                values[key] = Self.inheriting(values[key] ?? "", in: value)
            }
        }
        self.values = values
    }

    private static func inheriting(_ inherited: String, in value: String) -> String {
        var value = value
        for variable in ["$(inherited)", "${inherited}"] {
            let count = value.ranges(of: variable).count
            guard value.utf8.count + count * inherited.utf8.count <= workMax else { return "" }
            value = value.replacing(variable, with: inherited)
        }
        return value
    }

    /// The most characters that are looked at for one value: settings that refer to each other could make it endless.
    private static let workMax = 1_000_000

    /// The value of a setting, resolved; `nil` where it is not set, or empty.
    package subscript(key: String) -> String? {
        guard let value = values[key] else { return nil }
        let text = resolve(value).trimmed
        return text.isEmpty ? nil : text
    }

    /// The keys that are set.
    package var keys: [String] { values.keys.sorted() }

    /// Puts the values of settings in the place of `$(NAME)` and `${NAME}`, as Xcode does in an Info.plist.
    ///
    /// `$(NAME:rfc1034identifier)` and `$(NAME:c99extidentifier)` change the letters that are not allowed there, and
    /// `$(NAME:default=TEXT)` has a text for a setting without a value. A setting that is not set is an empty text, as is one
    /// that refers to itself, or unfolds to more than a million characters.
    package func resolve(_ text: String) -> String {
        var work = Self.workMax
        let result = resolve(text, depth: 0, &work)
        return work > 0 ? result : ""
    }

    private func resolve(_ text: String, depth: Int, _ work: inout Int) -> String {
        guard depth < 20 else { return "" }
        var result = ""
        var rest = text[...]
        while work > 0, let start = rest.firstIndex(of: "$") {
            result += rest[..<start]
            let open = rest.index(after: start)
            guard open < rest.endIndex, let close = Self.closing[rest[open]],
                let end = Self.end(of: rest[rest.index(after: open)...], open: rest[open], close: close, &work)
            else {
                result.append("$")
                rest = rest[open...]
                continue
            }
            let inside = resolve(String(rest[rest.index(after: open)..<end]), depth: depth + 1, &work)
            let value = value(of: inside, depth: depth, &work)
            work -= value.utf8.count
            result += value
            rest = rest[rest.index(after: end)...]
        }
        work -= rest.utf8.count
        return work > 0 ? result + rest : ""
    }

    private static let closing: [Character: Character] = ["(": ")", "{": "}"]

    private static func end(
        of text: Substring, open: Character, close: Character, _ work: inout Int
    ) -> Substring.Index? {
        var depth = 0
        for index in text.indices {
            work -= 1
            guard work > 0 else { return nil }
            if text[index] == open { depth += 1 }
            if text[index] == close {
                if depth == 0 { return index }
                depth -= 1
            }
        }
        return nil
    }

    private func value(of expression: String, depth: Int, _ work: inout Int) -> String {
        let parts = expression.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        var value = resolve(values[parts[0]] ?? "", depth: depth + 1, &work)
        for operation in parts.dropFirst() {
            switch operation {
            case "rfc1034identifier":
                value = value.mapped { $0.isASCIILetterOrDigit || $0 == "-" || $0 == "." ? $0 : "-" }
            case "c99extidentifier", "identifier":
                value = value.mapped { $0.isASCIILetterOrDigit || $0 == "_" ? $0 : "_" }
            case "lower": value = value.lowercased()
            case "upper": value = value.uppercased()
            case _ where operation.hasPrefix("default="): if value.isEmpty { value = String(operation.dropFirst(8)) }
            default: break
            }
        }
        return value
    }

    /// Reads a file of settings, and those that it includes: up to 200, with a million characters in all.
    ///
    /// - Parameters:
    ///   - text: the content of an `.xcconfig`.
    ///   - include: returns the content of a file that it includes, or `nil`.
    package static func parse(_ text: String, include: (String) -> String?) -> [String: String] {
        var work = workMax
        return parse(text, include: include, depth: 0, &work)
    }

    private static func parse(
        _ text: String, include: (String) -> String?, depth: Int, _ work: inout Int
    ) -> [String: String] {
        var found: [String: String] = [:]
        // A file may include itself, or another one many times.
        work -= text.utf8.count + workMax / 200
        guard depth < 20, work >= 0 else { return found }
        for line in text.split(whereSeparator: \.isNewline) {
            let line = (line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line).trimmed
            if line.hasPrefix("#include") {
                let path = line.split(separator: "\"").dropFirst().first.map(String.init)
                if work > 0, let text = path.flatMap(include) {
                    found.merge(parse(text, include: include, depth: depth + 1, &work)) { $1 }
                }
                continue
            }
            guard let equals = line.firstIndex(of: "=") else { continue }
            let key = line[..<equals].trimmed
            // A setting for one architecture or device alone: `KEY[sdk=…]`.
            guard !key.contains("[") else { continue }
            let value = line[line.index(after: equals)...].trimmed
            found[key] = value.hasSuffix(";") ? String(value.dropLast()) : value
        }
        return found
    }
}

extension StringProtocol {
    /// The text without the blanks around it.
    var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }

    func mapped(_ change: (Character) -> Character) -> String { String(map(change)) }
}

extension Character {
    var isASCIILetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
