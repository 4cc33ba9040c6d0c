/// The build settings of a target; variables in their values are resolved on access.
package struct BuildSettings: Sendable {
    private let values: [String: String]

    /// Merges levels of settings. Later levels override earlier ones, and `$(inherited)` stands for the value of the
    /// earlier levels.
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

    /// The limit for the work on one value, in bytes. Settings that refer to each other could otherwise grow without
    /// end.
    private static let workMax = 1_000_000

    /// The resolved value of a setting; `nil` if the setting is missing or its value is empty.
    package subscript(key: String) -> String? {
        guard let value = values[key] else { return nil }
        let text = resolve(value).trimmed
        return text.isEmpty ? nil : text
    }

    /// The names of all settings, sorted.
    package var keys: [String] { values.keys.sorted() }

    /// Returns a text with `$(NAME)` and `${NAME}` replaced by the values of settings, as Xcode does in an
    /// Info.plist.
    ///
    /// `$(NAME:rfc1034identifier)` and `$(NAME:c99extidentifier)` replace characters that are not allowed in such an
    /// identifier, and `$(NAME:default=TEXT)` uses the text if the setting has no value. A missing setting is
    /// replaced by an empty text, as is a setting that refers to itself or whose value exceeds a million bytes.
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

    /// Parses an `.xcconfig` file and the files that it includes: at most 200 files, with a million bytes in all.
    ///
    /// - Parameters:
    ///   - text: the content of an `.xcconfig` file.
    ///   - include: returns the content of an included file, or `nil` if it cannot be read.
    package static func parse(_ text: String, include: (String) -> String?) -> [String: String] {
        var work = workMax
        return parse(text, include: include, depth: 0, &work)
    }

    private static func parse(
        _ text: String, include: (String) -> String?, depth: Int, _ work: inout Int
    ) -> [String: String] {
        var found: [String: String] = [:]
        // Each file costs a fixed part of the limit, because a file may include itself, or another file many times.
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
            // Skip settings for one architecture or SDK only, such as `KEY[sdk=…]`.
            guard !key.contains("[") else { continue }
            let value = line[line.index(after: equals)...].trimmed
            found[key] = value.hasSuffix(";") ? String(value.dropLast()) : value
        }
        return found
    }
}

extension StringProtocol {
    /// The text without leading and trailing whitespace.
    var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }

    func mapped(_ change: (Character) -> Character) -> String { String(map(change)) }
}

extension Character {
    var isASCIILetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
