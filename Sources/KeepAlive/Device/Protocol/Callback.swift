import KeepAliveFormats
import KeepAliveModel

/// A call of iOS into an app: the name, the parameters that keepalive-run writes and the app reads, and the app's
/// reply.
public struct Callback<Answer: Sendable, each Value: Sendable>: Sendable {
    /// The callback's name in messages, such as `willTerminate`.
    public let name: String
    /// The callback's description in one line, which says when the callback comes.
    public let summary: String
    /// The app's reply; `nil` if iOS does not wait for a reply.
    package let reply: Reply<Answer>?
    private let parameters: ParameterPack<repeat each Value>

    /// The parameters that the app gets with the callback.
    package var fields: [Shape.Field] { parameters.writtenFields }

    /// Creates a callback that the app does not answer.
    public init(_ name: String, _ summary: String, _ parameters: repeat Parameter<each Value>) where Answer == Void {
        self.init(name, summary, repeat each parameters, reply: nil)
    }

    /// Creates a callback that the app answers.
    package init(
        _ name: String, _ summary: String, _ parameters: repeat Parameter<each Value>, reply: Reply<Answer>?
    ) {
        self.name = name
        self.summary = summary
        self.parameters = ParameterPack(repeat each parameters)
        self.reply = reply
    }

    /// Returns the callback's parameters as members of a JSON object.
    package func members(_ values: repeat each Value) -> [String: JSONValue] {
        parameters.members(repeat each values)
    }

    /// Returns the values of a message's parameters. Unknown members are ignored, because keepalive-run may be newer
    /// than the app.
    ///
    /// - Throws: ``JSONRPCError`` for a member that is missing or has a wrong type.
    package func read(_ message: JSONValue) throws -> (repeat each Value) {
        try parameters.read(all: CallParameters(message, isStrict: false))
    }
}

/// The reply of an app to a callback.
package struct Reply<Value: Sendable>: Sendable {
    package let shape: Shape
    /// Returns the JSON of a reply, as the app sends it.
    package let write: @Sendable (Value) -> JSONValue
    /// Returns the value of a JSON reply; the reply is `nil` if the app has answered with an error. A reply of an
    /// unexpected form has a value, too.
    package let read: @Sendable (JSONValue?) -> Value
    /// The reply of an app that has no object, such as a delegate, for the callback, or that cannot read the callback.
    package let unserved: JSONValue

    /// Creates a reply from its shape and the conversions to and from JSON.
    ///
    /// - Parameter unserved: the reply of an app that has no object, such as a delegate, for the callback; `nil` for
    ///   null.
    package init(
        _ shape: Shape, unserved: Value? = nil, write: @escaping @Sendable (Value) -> JSONValue,
        read: @escaping @Sendable (JSONValue?) -> Value
    ) {
        self.shape = shape
        self.unserved = unserved.map(write) ?? .null
        self.write = write
        self.read = read
    }
}

extension Reply where Value == Void {
    /// The reply that says only that the app's method has returned.
    package static var returned: Self {
        Reply(.null) {
            .null
        } read: { _ in
        }
    }
}
