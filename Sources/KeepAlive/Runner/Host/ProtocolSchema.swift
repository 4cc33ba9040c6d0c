import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveProtocol

/// The JSON Schema of a line of the protocol, for `keepalive-run list protocol --schema`.
package enum ProtocolSchema {
    package static var json: JSONValue {
        let table = ServiceTable.ofDevice
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": .string("A line of the KeepAlive protocol, version \(ProtocolVersion.current)"),
            "description":
                "What an app or a strategy asks, what the system calls it with, what ctl asks, and the answers.",
            "anyOf": .array(
                ["app", "callback", "control", "answer"].map { ["$ref": .string("#/$defs/\($0)")] }),
            "$defs": [
                "app": [
                    "oneOf": .array(
                        table.methods.map { call($0.name, shape(of: $0.parameters), $0.summary, anyNumber) })
                ],
                "callback": ["oneOf": .array(table.callbacks.map(callback))],
                "control": [
                    "oneOf": .array(ControlMethod.all.map { call($0.name, $0.shape, $0.summary, anyNumber) })
                ],
                "answer": answer, "error": error,
                "results": [
                    "description": "The result of each call of an app, by its name.", "type": "object",
                    "properties": .object(
                        Dictionary(uniqueKeysWithValues: table.methods.map { ($0.name, $0.result.schema) })),
                ],
            ],
        ]
    }

    private static let anyNumber: JSONValue = ["type": ["integer", "string", "null"]]

    private static func shape(of fields: [Shape.Field]) -> Shape { fields.isEmpty ? .null : .object(fields) }

    private static func callback(_ row: CallbackRow) -> JSONValue {
        call(row.name, shape(of: row.parameters), row.summary, row.answer == nil ? nil : ["type": "integer"])
    }

    /// Returns the schema of a call.
    ///
    /// - Parameter number: the schema of the call's id; `nil` if the call has no id.
    private static func call(
        _ method: String, _ parameters: Shape, _ summary: String, _ number: JSONValue?
    ) -> JSONValue {
        let kind = ".KIND"
        var properties: [String: JSONValue] = [
            "jsonrpc": ["const": "2.0"],
            "method": method.hasSuffix(kind)
                ? ["type": "string", "pattern": .string("^\(method.dropLast(kind.count))\\.[a-zA-Z]+$")]
                : ["const": .string(method)],
            // The `params` of a method without parameters may be missing or an empty object.
            "params": parameters == .null ? Shape.object([Shape.Field]()).schema : parameters.schema,
        ]
        var required: [JSONValue] = ["jsonrpc", "method"]
        if parameters.schema["required"] != nil { required.append("params") }
        if let number {
            properties["id"] = number
            if number != anyNumber { required.append("id") }
        }
        return [
            "description": .string(summary), "type": "object", "required": .array(required),
            "properties": .object(properties), "additionalProperties": false,
        ]
    }

    private static let error = Shape.object([
        .init("code", .whole()), .init("message", .text),
        .init(
            "data",
            .object(
                ["name", "reason", "rule", "domain"].map { .init($0, .text, isOptional: true) }
                    + [.init("code", .whole(), isOptional: true)]), isOptional: true),
    ]).schema

    private static let answer: JSONValue = [
        "description": "The answer to a call, in either direction.", "type": "object", "required": ["jsonrpc", "id"],
        "properties": [
            "jsonrpc": ["const": "2.0"], "id": anyNumber, "result": [:], "error": ["$ref": "#/$defs/error"],
        ],
        "oneOf": [["required": ["result"]], ["required": ["error"]]], "additionalProperties": false,
    ]
}
