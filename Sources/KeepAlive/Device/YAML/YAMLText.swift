import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveText

/// A YAML or JSON text as a JSON value, for arguments of commands.
package enum YAMLText {
    /// Reads a text with one value; scalars become strings, except numbers, true and false.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage`.
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
