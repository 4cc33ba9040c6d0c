import FoundationEssentials
import KeepAlivePolicy

/// Encodes values as JSON with the keys in alphabetical order, so that equal values give equal text.
package enum JSONText {
    /// Returns the JSON on one line, with a line break at the end.
    package static func line(_ value: some Encodable) throws -> String {
        try text(value, [.sortedKeys, .withoutEscapingSlashes]) + "\n"
    }

    /// Returns indented JSON, with a line break at the end.
    package static func pretty(_ value: some Encodable) throws -> String {
        try text(value, [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]) + "\n"
    }

    private static func text(_ value: some Encodable, _ format: JSONEncoder.OutputFormatting) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = format
        return escapingControls(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Escapes the control characters that `JSONEncoder` leaves unescaped. They occur only in strings, where the escape
    /// sequence means the same.
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
