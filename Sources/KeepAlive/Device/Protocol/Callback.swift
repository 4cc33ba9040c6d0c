import KeepAliveFormats
import KeepAliveModel

/// A call of the system into an app: its name, its parameters, which the system writes and the app reads, and the app's reply.
public struct Callback<Answer: Sendable, each Value: Sendable>: Sendable {
    /// The callback's name.
    public let name: String
    /// The callback's description, in one line: when it comes.
    public let summary: String
    /// The parameters as an app gets them.
    package let fields: [Shape.Field]
    /// The app's reply; `nil` where the system does not wait for one.
    package let reply: Reply<Answer>?
    private let parameters: (repeat Parameter<each Value>)

    /// Describes a callback that is not answered.
    public init(_ name: String, _ summary: String, _ parameters: repeat Parameter<each Value>) where Answer == Void {
        self.init(name, summary, repeat each parameters, reply: nil)
    }

    /// Describes a callback that is answered.
    package init(
        _ name: String, _ summary: String, _ parameters: repeat Parameter<each Value>, reply: Reply<Answer>?
    ) {
        self.name = name
        self.summary = summary
        self.parameters = (repeat each parameters)
        self.reply = reply
        var fields: [Shape.Field] = []
        for parameter in repeat each parameters { fields += parameter.writtenFields }
        self.fields = fields
    }

    /// Returns the members of the message.
    package func members(_ values: repeat each Value) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        repeat (each parameters).write(each values, &members)
        return members
    }

    /// Returns the values of a message. Members that the app does not know are passed over: the system may be newer.
    ///
    /// - Throws: ``JSONRPCError`` for one that is missing or of another kind.
    package func read(_ message: JSONValue) throws -> (repeat each Value) {
        let message = try CallParameters(message, isStrict: false)
        return (repeat try (each parameters).read(message))
    }
}

/// What an app replies to a callback.
package struct Reply<Value: Sendable>: Sendable {
    package let shape: Shape
    /// Returns a reply as the app sends it.
    package let write: @Sendable (Value) -> JSONValue
    /// Returns what a reply means. An app that has failed gives none; whatever else comes means something, too.
    package let read: @Sendable (JSONValue?) -> Value

    package init(
        _ shape: Shape, write: @escaping @Sendable (Value) -> JSONValue,
        read: @escaping @Sendable (JSONValue?) -> Value
    ) {
        self.shape = shape
        self.write = write
        self.read = read
    }
}

extension Reply where Value == Void {
    /// The app's method has returned.
    package static var returned: Self {
        Reply(.null) {
            .null
        } read: { _ in
        }
    }
}
