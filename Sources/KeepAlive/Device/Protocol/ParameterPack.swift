import KeepAliveFormats
import KeepAliveModel

/// The parameters of one message, in their order.
package struct ParameterPack<each Value: Sendable>: Sendable {
    /// The members that a message may or must have when it is read.
    package let fields: [Shape.Field]
    /// The members that ``write(_:into:)`` adds to a message.
    package let writtenFields: [Shape.Field]
    private let names: Set<String>
    private let parameters: (repeat Parameter<each Value>)

    package init(_ parameters: repeat Parameter<each Value>) {
        self.parameters = (repeat each parameters)
        var fields: [Shape.Field] = []
        var writtenFields: [Shape.Field] = []
        for parameter in repeat each parameters {
            fields += parameter.fields
            writtenFields += parameter.writtenFields
        }
        self.fields = fields
        self.writtenFields = writtenFields
        names = Set(fields.map(\.name))
    }

    /// Returns values as members of a JSON object.
    package func members(_ values: repeat each Value) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        write(repeat each values, into: &members)
        return members
    }

    func write(_ values: repeat each Value, into members: inout [String: JSONValue]) {
        repeat (each parameters).write(each values, &members)
    }

    /// Returns the values of the parameters in a message that has no members other than the parameters and `others`.
    ///
    /// - Parameter others: the names of further permitted members, which the caller reads itself.
    /// - Throws: ``JSONRPCError`` for a member that is missing or of a wrong type and, if `message.isStrict` is true,
    ///   for an unknown member.
    package func read(all message: CallParameters, besides others: Set<String> = []) throws -> (repeat each Value) {
        try message.expect(names.union(others))
        return try read(message)
    }

    /// Returns the values of a message that may have other members, too.
    func read(_ message: CallParameters) throws -> (repeat each Value) {
        (repeat try (each parameters).read(message))
    }
}
