import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveText

/// Converts a YAML or JSON text into a JSON value, for arguments of commands.
package enum YAMLText {
    /// Returns the first value of a text. If the text is JSON, numbers and Booleans keep their types; in YAML, every
    /// scalar becomes a string.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` if the text is neither JSON nor YAML.
    package static func json(_ text: String) throws -> JSONValue {
        if let value = try? JSONValue(parsing: text.utf8) { return value }
        guard let value = try YAMLParser.documents(of: text, file: "argument").first else { return .null }
        return json(value)
    }

    private static func json(_ value: YAMLValue) -> JSONValue {
        switch value.content {
        case .scalar(let text): .string(text)
        case .list(let elements): .array(elements.map(json))
        case .mapping(let pairs):
            .object(Dictionary(pairs.map { (text(of: $0.key), json($0.value)) }) { $1 })
        }
    }

    private static func text(of key: YAMLValue) -> String {
        if case .scalar(let text) = key.content { text } else { "" }
    }
}
