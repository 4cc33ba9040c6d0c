import KeepAliveFormats
import KeepAliveModel

/// A call of an app to the system: its name, its parameters, which the app writes and the system reads, and the result.
public struct Method<Result: Sendable, each Value: Sendable>: Sendable {
    /// The method's name: that of Apple's call where there is one.
    public let name: String
    /// The method's description, in one line.
    public let summary: String
    /// The parameters that the method takes.
    package let fields: [Shape.Field]
    package let result: Returned<Result>
    private let parameters: (repeat Parameter<each Value>)

    /// Describes a method that returns nothing.
    public init(_ name: String, _ summary: String, _ parameters: repeat Parameter<each Value>) where Result == Void {
        self.init(name, summary, repeat each parameters, returns: .nothing)
    }

    /// Describes a method.
    public init(
        _ name: String, _ summary: String, _ parameters: repeat Parameter<each Value>, returns result: Returned<Result>
    ) {
        self.name = name
        self.summary = summary
        self.parameters = (repeat each parameters)
        self.result = result
        var fields: [Shape.Field] = []
        for parameter in repeat each parameters { fields += parameter.fields }
        self.fields = fields
    }

    /// Returns the members of a call.
    package func members(_ values: repeat each Value) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        repeat (each parameters).write(each values, &members)
        return members
    }

    /// Returns the values of a call.
    ///
    /// - Throws: ``JSONRPCError`` for a parameter that is missing, unknown or of another kind.
    package func read(_ call: CallParameters) throws -> (repeat each Value) {
        try call.expect(Set(fields.map(\.name)))
        return (repeat try (each parameters).read(call))
    }
}

/// The result of a method.
public struct Returned<Value: Sendable>: Sendable {
    package let shape: Shape
    package let write: @Sendable (Value) -> JSONValue
    /// Reads a result. Members that the app does not know are passed over: the system may be newer.
    package let read: @Sendable (JSONValue) throws -> Value

    /// An object with these members.
    public static func object(_ members: Parameter<Value>) -> Self {
        Self(shape: .object(members.writtenFields), write: members.object) {
            try members.read(CallParameters($0, isStrict: false))
        }
    }

    /// A list of objects with these members.
    public static func list<Element>(_ members: Parameter<Element>) -> Self where Value == [Element] {
        let element = Returned<Element>.object(members)
        return Self(shape: .list(element.shape)) {
            .array($0.map(element.write))
        } read: {
            try ($0.array ?? []).map(element.read)
        }
    }

    /// An object with several members.
    package static func members<each Part: Sendable>(_ parts: repeat Parameter<each Part>) -> Self
    where Value == (repeat each Part) {
        object(
            .group(repeat each parts) { (values: repeat each Part) in
                (repeat each values)
            } split: {
                $0
            })
    }

    /// Any JSON, of this shape.
    package static func json(_ shape: Shape) -> Self where Value == JSONValue {
        Self(shape: shape) {
            $0
        } read: {
            $0
        }
    }
}

extension Returned where Value == Void {
    package static var nothing: Self {
        Self(shape: .null) { _ in
            .null
        } read: { _ in
        }
    }
}

extension Returned where Value == [String] {
    package static var texts: Self {
        Self(shape: .list(.text)) {
            .array($0.map { .string($0) })
        } read: {
            ($0.array ?? []).compactMap(\.string)
        }
    }
}
