import FoundationEssentials
import KeepAlivePolicy

/// Writes values as JSON with the keys in alphabetical order, so that output is stable.
package enum JSONText {
    /// Returns one line, with a line break only at its end.
    package static func line(_ value: some Encodable) throws -> String {
        try text(value, [.sortedKeys, .withoutEscapingSlashes]) + "\n"
    }

    /// Returns indented text with a line break at its end.
    package static func pretty(_ value: some Encodable) throws -> String {
        try text(value, [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]) + "\n"
    }

    private static func text(_ value: some Encodable, _ format: JSONEncoder.OutputFormatting) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = format
        return escapingControls(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// The encoder leaves some control characters as they are. They stand in strings only, where an escape means the same.
    private static func escapingControls(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.isControlOfTerminals) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if scalar.isControlOfTerminals {
                result += scalar.escapedForJSON
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
}
