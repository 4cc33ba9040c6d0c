/// The build settings of a target, with the variables in them resolved.
package struct BuildSettings: Sendable {
    private let values: [String: String]

    /// Joins settings, the ones that count more later. `$(inherited)` in a value is the one before.
    package init(_ levels: [[String: String]]) {
        var values: [String: String] = [:]
        for level in levels {
            for (key, value) in level {
                values[key] = value.replacing("$(inherited)", with: values[key] ?? "")
                    .replacing("${inherited}", with: values[key] ?? "")
            }
        }
        self.values = values
    }

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
    /// `$(NAME:default=TEXT)` has a text for a setting without a value. A setting that is not set is an empty text.
    package func resolve(_ text: String) -> String { resolve(text, depth: 0) }

    private func resolve(_ text: String, depth: Int) -> String {
        guard depth < 20 else { return "" }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "$") {
            result += rest[..<start]
            let open = rest.index(after: start)
            guard open < rest.endIndex, let close = Self.closing[rest[open]],
                let end = Self.end(of: rest[rest.index(after: open)...], open: rest[open], close: close)
            else {
                result.append("$")
                rest = rest[open...]
                continue
            }
            let inside = resolve(String(rest[rest.index(after: open)..<end]), depth: depth + 1)
            result += value(of: inside, depth: depth)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static let closing: [Character: Character] = ["(": ")", "{": "}"]

    private static func end(of text: Substring, open: Character, close: Character) -> Substring.Index? {
        var depth = 0
        for index in text.indices {
            if text[index] == open { depth += 1 }
            if text[index] == close {
                if depth == 0 { return index }
                depth -= 1
            }
        }
        return nil
    }

    private func value(of expression: String, depth: Int) -> String {
        let parts = expression.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        var value = resolve(values[parts[0]] ?? "", depth: depth + 1)
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

    /// Reads a file of settings.
    ///
    /// - Parameters:
    ///   - text: the content of an `.xcconfig`.
    ///   - include: returns the content of a file that it includes, or `nil`.
    package static func parse(_ text: String, include: (String) -> String?) -> [String: String] {
        parse(text, include: include, depth: 0)
    }

    private static func parse(_ text: String, include: (String) -> String?, depth: Int) -> [String: String] {
        var found: [String: String] = [:]
        guard depth < 20 else { return found }
        for line in text.split(whereSeparator: \.isNewline) {
            let line = (line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line).trimmed
            if line.hasPrefix("#include") {
                let path = line.split(separator: "\"").dropFirst().first.map(String.init)
                if let text = path.flatMap(include) {
                    found.merge(parse(text, include: include, depth: depth + 1)) { $1 }
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
