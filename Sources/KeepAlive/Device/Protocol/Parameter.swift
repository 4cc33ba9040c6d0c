import KeepAliveFormats
import KeepAliveModel

/// A parameter of a method: its name, its shape, and the code that reads it.
public struct Parameter<Value: Sendable>: Sendable {
    package let field: Shape.Field
    package let read: @Sendable (CallParameters) throws -> Value

    package init(_ name: String, _ shape: Shape, _ read: @escaping @Sendable (CallParameters.Value) throws -> Value) {
        field = Shape.Field(name, shape)
        self.read = { try read($0.required(name)) }
    }

    private init(_ field: Shape.Field, _ read: @escaping @Sendable (CallParameters) throws -> Value) {
        self.field = field
        self.read = read
    }

    /// The same parameter, but it may be missing or null.
    public var optional: Parameter<Value?> {
        let (name, read) = (field.name, read)
        return Parameter<Value?>(Shape.Field(name, field.shape, isOptional: true)) { parameters in
            parameters.has(name) ? try read(parameters) : nil
        }
    }

    /// Returns the same parameter, but with a default for when it is missing or null.
    public func or(_ standard: Value) -> Parameter<Value> {
        let optional = optional
        return Parameter(optional.field) { try optional.read($0) ?? standard }
    }

    /// The same parameter: it must be there, and may be null.
    public var orNull: Parameter<Value?> {
        let optional = optional
        return Parameter<Value?>(Shape.Field(field.name, .orNull(field.shape)), optional.read)
    }
}

extension Parameter where Value == String {
    /// - Parameter lengthMax: the most bytes that it may have; stored text is bounded.
    public static func text(_ name: String, lengthMax: Int? = nil) -> Self {
        Self(name, .text) { value in
            let text = try value.text()
            if let lengthMax, text.utf8.count > lengthMax {
                throw JSONRPCError.invalidParams("'\(name)' is longer than \(lengthMax) bytes")
            }
            return text
        }
    }

    /// One of several words.
    public static func word(_ name: String, _ words: [String]) -> Self {
        Self(name, .word(words)) { value in
            let word = try value.text()
            guard words.contains(word) else {
                throw JSONRPCError.invalidParams("'\(name)' must be one of \(words.joined(separator: ", "))")
            }
            return word
        }
    }
}

extension Parameter where Value == Bool {
    /// `true` or `false`.
    public static func flag(_ name: String) -> Self { Self(name, .flag) { try $0.flag() } }
}

extension Parameter where Value == Double {
    /// A number within bounds; the bounds belong to it.
    public static func number(_ name: String, _ range: ClosedRange<Double>) -> Self {
        Self(name, .number(range)) { try $0.number(in: range) }
    }
}

extension Parameter where Value == Int {
    /// A whole number within bounds; the bounds belong to it.
    public static func whole(_ name: String, _ range: ClosedRange<Int>) -> Self {
        Self(name, .whole(range)) { try $0.whole(in: range) }
    }
}

extension Parameter where Value == Duration {
    /// Seconds of device time, at most a year.
    public static func seconds(_ name: String) -> Self {
        let range = 0.0...31_536_000
        return Self(name, .number(range)) { .seconds(1).scaled(by: try $0.number(in: range)) }
    }
}

extension Parameter where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of the names of a type.
    public static func choice(_ name: String, of type: Value.Type = Value.self) -> Self {
        Self(name, .word(of: type)) { try $0.choice() }
    }
}

extension Parameter {
    /// A list of texts.
    public static func texts(_ name: String) -> Self where Value == [String] {
        Self(name, .list(.text)) { try $0.list().map { try $0.text() } }
    }

    /// A list of some of these words.
    public static func words(_ name: String, _ words: [String]) -> Self where Value == [String] {
        Self(name, .list(.word(words))) { value in
            try value.list().map { element in
                let word = try element.text()
                guard words.contains(word) else {
                    throw JSONRPCError.invalidParams("'\(name)' holds some of \(words.joined(separator: ", "))")
                }
                return word
            }
        }
    }

    /// Texts by name.
    public static func texts(byName name: String) -> Self where Value == [String: String] {
        Self(name, .map(.text)) { value in try value.map().mapValues { try $0.text() } }
    }

    /// A list of names of a type.
    public static func choices<Choice>(_ name: String, of type: Choice.Type) -> Self
    where Value == [Choice], Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
        Self(name, .list(.word(of: type))) { try $0.list().map { try $0.choice() } }
    }
}

extension Parameter where Value == JSONValue {
    /// Any JSON but null.
    public static func json(_ name: String, _ shape: Shape = .anything) -> Self {
        Self(name, shape) { $0.json }
    }
}

/// The parameters of a method, and the code that uses them.
package struct ParameterList<Subject, Answer>: Sendable {
    package let fields: [Shape.Field]
    private let names: Set<String>
    private let perform: @Sendable (CallParameters, Subject) throws -> Answer

    package init<each Value: Sendable>(
        _ parameters: repeat Parameter<each Value>,
        perform: @escaping @Sendable (Subject, repeat each Value) throws -> Answer
    ) {
        var fields: [Shape.Field] = []
        for parameter in repeat each parameters { fields.append(parameter.field) }
        self.fields = fields
        names = Set(fields.map(\.name))
        self.perform = { values, subject in
            try perform(subject, repeat (each parameters).read(values))
        }
    }

    /// Reads the parameters, and calls the code with them.
    ///
    /// - Parameter others: names that may also be among the parameters; other code reads them.
    /// - Throws: ``JSONRPCError`` for a parameter that is missing, unknown or of another kind, before anything is done.
    package func callAsFunction(
        _ values: CallParameters, on subject: Subject, besides others: Set<String> = []
    ) throws -> Answer {
        try values.expect(names.union(others))
        return try perform(values, subject)
    }
}
