import KeepAliveFormats
import KeepAliveModel

/// A parameter of a message, or several that make one value: the names, the shapes, and the code that reads and writes them.
public struct Parameter<Value: Sendable>: Sendable {
    /// The members that a message may, or must, have.
    package let fields: [Shape.Field]
    /// The members of a message that this package has written.
    package let writtenFields: [Shape.Field]
    package let read: @Sendable (CallParameters) throws -> Value
    package let write: @Sendable (Value, inout [String: JSONValue]) -> Void

    package init(
        _ name: String, _ shape: Shape, written writtenShape: Shape? = nil,
        _ read: @escaping @Sendable (CallParameters.Value) throws -> Value,
        write: @escaping @Sendable (Value) -> JSONValue
    ) {
        fields = [Shape.Field(name, shape)]
        writtenFields = [Shape.Field(name, writtenShape ?? shape)]
        self.read = { try read($0.required(name)) }
        self.write = { $1[name] = write($0) }
    }

    private init(
        _ fields: [Shape.Field], written writtenFields: [Shape.Field],
        _ read: @escaping @Sendable (CallParameters) throws -> Value,
        write: @escaping @Sendable (Value, inout [String: JSONValue]) -> Void
    ) {
        self.fields = fields
        self.writtenFields = writtenFields
        self.read = read
        self.write = write
    }

    /// The same parameter, but it may be missing or null.
    public var optional: Parameter<Value?> {
        Parameter<Value?>(fields.map(\.asOptional), written: writtenFields.map(\.asOptional), readIfThere) {
            [write] value, members in
            if let value { write(value, &members) }
        }
    }

    /// Returns the same parameter, but with a default for when it is missing or null.
    public func or(_ standard: Value) -> Parameter<Value> {
        let read = readIfThere
        return Parameter(
            fields.map(\.asOptional), written: writtenFields, { try read($0) ?? standard }, write: write)
    }

    /// The same parameter, but it may be missing or null, and is written as null.
    public var orNull: Parameter<Value?> {
        let names = fields.map(\.name)
        return Parameter<Value?>(
            fields.map { Shape.Field($0.name, .orNull($0.shape), isOptional: true) },
            written: writtenFields.map { Shape.Field($0.name, .orNull($0.shape)) }, readIfThere
        ) { [write] value, members in
            if let value { return write(value, &members) }
            for name in names { members[name] = .null }
        }
    }

    /// Returns the same parameter, of which null, or nothing, is one value.
    package func unless(_ standard: Value) -> Self where Value: Equatable {
        let orNull = orNull
        return Self(orNull.fields, written: orNull.writtenFields) {
            try orNull.read($0) ?? standard
        } write: {
            orNull.write($0 == standard ? nil : $0, &$1)
        }
    }

    private var readIfThere: @Sendable (CallParameters) throws -> Value? {
        let (names, read) = (fields.map(\.name), read)
        return { parameters in names.contains(where: parameters.has) ? try read(parameters) : nil }
    }

    // MARK: Several that make one value

    /// Returns parameters that stand side by side and make one value.
    ///
    /// - Parameters:
    ///   - parts: the parameters.
    ///   - make: makes the value; throws ``JSONRPCError``.
    ///   - split: returns the parts of a value.
    package static func group<each Part: Sendable>(
        _ parts: repeat Parameter<each Part>, make: @escaping @Sendable (repeat each Part) throws -> Value,
        split: @escaping @Sendable (Value) -> (repeat each Part)
    ) -> Self {
        var fields: [Shape.Field] = []
        var writtenFields: [Shape.Field] = []
        for part in repeat each parts {
            fields += part.fields
            writtenFields += part.writtenFields
        }
        return Self(fields, written: writtenFields) { parameters in
            try make(repeat (each parts).read(parameters))
        } write: { value, members in
            let values = split(value)
            repeat (each parts).write(each values, &members)
        }
    }

    /// Returns a parameter that is an object with these members.
    package static func object(_ name: String, _ members: Parameter<Value>) -> Self {
        Self(name, .object(members.fields), written: .object(members.writtenFields)) {
            try members.read($0.members(named: members.fields))
        } write: {
            members.object($0)
        }
    }

    /// Returns a parameter that is a list of objects with these members.
    package static func list<Element>(_ name: String, of members: Parameter<Element>) -> Self
    where Value == [Element] {
        Self(name, .list(.object(members.fields)), written: .list(.object(members.writtenFields))) { value in
            try value.list().map { try members.read($0.members(named: members.fields)) }
        } write: {
            .array($0.map(members.object))
        }
    }

    /// Returns a value as an object.
    package func object(_ value: Value) -> JSONValue {
        var members: [String: JSONValue] = [:]
        write(value, &members)
        return .object(members)
    }
}

extension Shape.Field {
    fileprivate var asOptional: Shape.Field { Shape.Field(name, shape, isOptional: true) }
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
        } write: {
            .string($0)
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
        } write: {
            .string($0)
        }
    }
}

extension Parameter where Value == Bool {
    /// `true` or `false`.
    public static func flag(_ name: String) -> Self {
        Self(name, .flag) {
            try $0.flag()
        } write: {
            .bool($0)
        }
    }
}

extension Parameter where Value == Double {
    /// A number within bounds; the bounds belong to it.
    public static func number(_ name: String, _ range: ClosedRange<Double>? = nil) -> Self {
        Self(name, .number(range)) {
            try $0.number(in: range ?? -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
        } write: {
            .number($0)
        }
    }
}

extension Parameter where Value == Int {
    /// A whole number within bounds; the bounds belong to it.
    public static func whole(_ name: String, _ range: ClosedRange<Int>) -> Self {
        Self(name, .whole(range)) {
            try $0.whole(in: range)
        } write: {
            .number(String($0))
        }
    }

    /// Any whole number.
    public static func whole(_ name: String) -> Self {
        Self(name, .whole()) {
            try $0.whole(in: Int.min...Int.max)
        } write: {
            .number(String($0))
        }
    }
}

extension Parameter where Value == Duration {
    /// Seconds of device time, at most a year.
    public static func seconds(_ name: String) -> Self { seconds(name, 0...31_536_000) }

    package static func seconds(_ name: String, _ range: ClosedRange<Double>) -> Self {
        Self(name, .number(range)) {
            .seconds(1).scaled(by: try $0.number(in: range))
        } write: {
            .number($0.inSeconds)
        }
    }
}

extension Parameter where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of the names of a type.
    public static func choice(_ name: String, of type: Value.Type = Value.self) -> Self {
        Self(name, .word(of: type)) {
            try $0.choice()
        } write: {
            .string($0.rawValue)
        }
    }
}

extension Parameter {
    /// A list of texts.
    public static func texts(_ name: String) -> Self where Value == [String] {
        Self(name, .list(.text)) {
            try $0.list().map { try $0.text() }
        } write: {
            .array($0.map { .string($0) })
        }
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
        } write: {
            .array($0.map { .string($0) })
        }
    }

    /// Texts by name.
    public static func texts(byName name: String) -> Self where Value == [String: String] {
        Self(name, .map(.text)) { value in
            try value.map().mapValues { try $0.text() }
        } write: {
            .object($0.mapValues { .string($0) })
        }
    }

    /// A list of names of a type.
    public static func choices<Choice>(_ name: String, of type: Choice.Type) -> Self
    where Value == [Choice], Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
        Self(name, .list(.word(of: type))) {
            try $0.list().map { try $0.choice() }
        } write: {
            .array($0.map { .string($0.rawValue) })
        }
    }
}

extension Parameter where Value == JSONValue {
    /// Any JSON but null.
    public static func json(_ name: String, _ shape: Shape = .anything) -> Self {
        Self(name, shape) {
            $0.json
        } write: {
            $0
        }
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
        for parameter in repeat each parameters { fields += parameter.fields }
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
