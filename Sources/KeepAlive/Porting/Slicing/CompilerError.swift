/// An error of the compiler, as it prints one: `path:line:column: error: message`.
package struct CompilerError: Hashable, Sendable {
    package let file: String
    package let line: Int
    package let message: String

    /// Returns the errors in a compiler's output, each once, in their order.
    package static func all(in output: String) -> [CompilerError] {
        var seen: Set<CompilerError> = []
        return output.split(whereSeparator: \.isNewline).compactMap { CompilerError($0) }.filter {
            seen.insert($0).inserted
        }
    }

    private init?(_ line: Substring) {
        guard let mark = line.firstRange(of: ": error: ") else { return nil }
        let place = line[..<mark.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
        guard place.count >= 3, let number = Int(place[place.count - 2]), Int(place[place.count - 1]) != nil else {
            return nil
        }
        file = place.dropLast(2).joined(separator: ":")
        self.line = number
        message = String(line[mark.upperBound...])
    }

    init(file: String, line: Int, message: String) {
        self.file = file
        self.line = line
        self.message = message
    }

    /// The texts between single quotation marks.
    var quoted: [String] {
        message.split(separator: "'", omittingEmptySubsequences: false).enumerated().compactMap {
            $0.offset.isMultiple(of: 2) ? nil : String($0.element)
        }
    }
}
