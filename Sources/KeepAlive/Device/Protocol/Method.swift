import KeepAliveFormats
import KeepAliveModel

/// A call of an app to iOS: the name, the parameters that the app writes and keepalive-run reads, and the result.
public struct Method<Result: Sendable, each Value: Sendable>: Sendable {
    /// The method's name, which is the name of Apple's call if Apple has one.
    public let name: String
    /// The method's description, in one line.
    public let summary: String
    package let result: Returned<Result>
    private let parameters: ParameterPack<repeat each Value>

    /// The parameters that the method takes.
    package var fields: [Shape.Field] { parameters.fields }

    /// Creates a method without a result.
    public init(_ name: String, _ summary: String, _ parameters: repeat Parameter<each Value>) where Result == Void {
        self.init(name, summary, repeat each parameters, returns: .nothing)
    }

    /// Creates a method with a result.
    public init(
        _ name: String, _ summary: String, _ parameters: repeat Parameter<each Value>, returns result: Returned<Result>
    ) {
        self.name = name
        self.summary = summary
        self.parameters = ParameterPack(repeat each parameters)
        self.result = result
    }

    /// Returns the parameters of a call as members of a JSON object.
    package func members(_ values: repeat each Value) -> [String: JSONValue] {
        parameters.members(repeat each values)
    }

    /// Returns the values of a call's parameters.
    ///
    /// - Throws: ``JSONRPCError`` for a parameter that is missing, unknown or of a wrong type.
    package func read(_ call: CallParameters) throws -> (repeat each Value) {
        try parameters.read(all: call)
    }
}

/// The description of a method's result: its shape, and the functions that write and read it as JSON.
public struct Returned<Value: Sendable>: Sendable {
    package let shape: Shape
    package let write: @Sendable (Value) -> JSONValue
    /// Reads a result. Unknown members are ignored, because keepalive-run may be newer than the app.
    package let read: @Sendable (JSONValue) throws -> Value

    /// Returns a result that is a JSON object with the given members.
    public static func object(_ members: Parameter<Value>) -> Self {
        Self(shape: .object(members.writtenFields), write: members.object) {
            try members.read(CallParameters($0, isStrict: false))
        }
    }

    /// Returns a result that is a list of JSON objects, each with the given members.
    public static func list<Element>(_ members: Parameter<Element>) -> Self where Value == [Element] {
        let element = Returned<Element>.object(members)
        return Self(shape: .list(element.shape)) {
            .array($0.map(element.write))
        } read: {
            ($0.array ?? []).compactMap { try? element.read($0) }
        }
    }

    /// Returns a result that is an object with several members, whose values form a tuple.
    public static func members<each Part: Sendable>(_ parts: repeat Parameter<each Part>) -> Self
    where Value == (repeat each Part) {
        object(
            .group(repeat each parts) { (values: repeat each Part) in
                (repeat each values)
            } split: {
                $0
            })
    }

    /// Returns a result that is passed on as JSON without being read. The shape only describes the result in the
    /// documentation.
    public static func json(_ shape: Shape) -> Self where Value == JSONValue {
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
    /// The description of a result that is a list of strings.
    public static var texts: Self {
        Self(shape: .list(.text)) {
            .array($0.map { .string($0) })
        } read: {
            ($0.array ?? []).compactMap(\.string)
        }
    }
}
