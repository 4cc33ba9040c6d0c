import KeepAliveFormats
import KeepAliveModel

/// A parameter of a message, or several parameters that form one value: the names, the shapes, and the functions that
/// read and write the value.
public struct Parameter<Value: Sendable>: Sendable {
    /// The members that a message may or must have when it is read.
    package let fields: [Shape.Field]
    /// The members that ``write`` adds to a message.
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

    /// This parameter made optional: a missing or null value is read as `nil`, and `nil` is not written.
    public var optional: Parameter<Value?> {
        Parameter<Value?>(fields.map(\.asOptional), written: writtenFields.map(\.asOptional), readIfThere) {
            [write] value, members in
            if let value { write(value, &members) }
        }
    }

    /// Returns the same parameter with a default value, which is used if the parameter is missing or null.
    public func or(_ standard: Value) -> Parameter<Value> {
        let read = readIfThere
        return Parameter(
            fields.map(\.asOptional), written: writtenFields, { try read($0) ?? standard }, write: write)
    }

    /// This parameter made nullable: a missing or null value is read as `nil`, and `nil` is written as null.
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

    /// Returns this parameter with null in place of `standard`: the value `standard` is written as null, and a missing
    /// or null value is read as `standard`.
    package func unless(_ standard: Value) -> Self where Value: Equatable {
        let orNull = orNull
        return Self(orNull.fields, written: orNull.writtenFields) {
            try orNull.read($0) ?? standard
        } write: {
            orNull.write($0 == standard ? nil : $0, &$1)
        }
    }

    /// Returns this parameter for messages that keepalive-run writes. A message of an app must not contain the
    /// parameter; reading such a message yields `standard`.
    package func onlyWritten(otherwise standard: Value) -> Self {
        Self([], written: writtenFields, { [read] in $0.isStrict ? standard : try read($0) }, write: write)
    }

    private var readIfThere: @Sendable (CallParameters) throws -> Value? {
        let (names, read) = (fields.map(\.name), read)
        return { parameters in
            guard names.contains(where: parameters.has) else { return nil }
            // A newer keepalive-run may write values that this version cannot read. Such a value counts as missing.
            return parameters.isStrict ? try read(parameters) : try? read(parameters)
        }
    }

    // MARK: Groups

    /// Returns several parameters of one message as one parameter with a combined value.
    ///
    /// - Parameters:
    ///   - parts: the parameters to combine.
    ///   - make: makes the combined value; may throw ``JSONRPCError``.
    ///   - split: splits a combined value into its parts.
    package static func group<each Part: Sendable>(
        _ parts: repeat Parameter<each Part>, make: @escaping @Sendable (repeat each Part) throws -> Value,
        split: @escaping @Sendable (Value) -> (repeat each Part)
    ) -> Self {
        let pack = ParameterPack(repeat each parts)
        return Self(pack.fields, written: pack.writtenFields) { parameters in
            let values = try pack.read(parameters)
            return try make(repeat each values)
        } write: { value, members in
            let values = split(value)
            pack.write(repeat each values, into: &members)
        }
    }

    /// Returns a parameter that is a JSON object with the given members.
    package static func object(_ name: String, _ members: Parameter<Value>) -> Self {
        Self(name, .object(members.fields), written: .object(members.writtenFields)) {
            try members.read($0.members(named: members.fields))
        } write: {
            members.object($0)
        }
    }

    /// Returns a parameter that is a list of JSON objects, each with the given members.
    package static func list<Element>(_ name: String, of members: Parameter<Element>) -> Self
    where Value == [Element] {
        Self(name, .list(.object(members.fields)), written: .list(.object(members.writtenFields))) { value in
            try value.elements { try members.read($0.members(named: members.fields)) }
        } write: {
            .array($0.map(members.object))
        }
    }

    /// Returns a value as a JSON object with the parameter's members.
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
    /// Returns a parameter that is a string.
    ///
    /// - Parameter lengthMax: the maximum length in bytes; `nil` for no limit. Strings that are stored need a limit.
    public static func text(_ name: String, lengthMax: Int? = nil) -> Self {
        Self(name, .text) { value in
            let text = try value.text()
            if value.isStrict, let lengthMax, text.utf8.count > lengthMax {
                throw JSONRPCError.invalidParams("'\(name)' is longer than \(lengthMax) bytes")
            }
            return text
        } write: {
            .string($0)
        }
    }

    /// Returns a parameter that is a string and must be one of the given words.
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
    /// Returns a parameter that is `true` or `false`.
    public static func flag(_ name: String) -> Self {
        Self(name, .flag) {
            try $0.flag()
        } write: {
            .bool($0)
        }
    }
}

extension Parameter where Value == Double {
    /// Returns a parameter that is a number in a closed range, or any finite number if the range is `nil`.
    public static func number(_ name: String, _ range: ClosedRange<Double>? = nil) -> Self {
        Self(name, .number(range)) {
            try $0.number(in: range ?? -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
        } write: {
            .number($0)
        }
    }
}

extension Parameter where Value == Int {
    /// Returns a parameter that is a whole number in a closed range.
    public static func whole(_ name: String, _ range: ClosedRange<Int>) -> Self {
        Self(name, .whole(range)) {
            try $0.whole(in: range)
        } write: {
            .number(String($0))
        }
    }

    /// Returns a parameter that is any whole number.
    public static func whole(_ name: String) -> Self {
        Self(name, .whole()) {
            try $0.whole(in: Int.min...Int.max)
        } write: {
            .number(String($0))
        }
    }
}

extension Parameter where Value == Duration {
    /// Returns a parameter that is a duration in seconds of device time, from 0 to one year.
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
    /// Returns a parameter that is a raw value of an enumeration.
    public static func choice(_ name: String, of type: Value.Type = Value.self) -> Self {
        Self(name, .word(of: type)) {
            try $0.choice()
        } write: {
            .string($0.rawValue)
        }
    }
}

extension Parameter {
    /// Returns a parameter that is a list of strings.
    public static func texts(_ name: String) -> Self where Value == [String] {
        Self(name, .list(.text)) {
            try $0.list().map { try $0.text() }
        } write: {
            .array($0.map { .string($0) })
        }
    }

    /// Returns a parameter that is a list whose elements must be among the given words.
    public static func words(_ name: String, _ words: [String]) -> Self where Value == [String] {
        Self(name, .list(.word(words))) { value in
            try value.elements { element in
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

    /// Returns a parameter that is an object with arbitrary names, whose values are strings.
    public static func texts(byName name: String) -> Self where Value == [String: String] {
        Self(name, .map(.text)) { value in
            try value.map().mapValues { try $0.text() }
        } write: {
            .object($0.mapValues { .string($0) })
        }
    }

    /// Returns a parameter that is a list of raw values of an enumeration.
    public static func choices<Choice>(_ name: String, of type: Choice.Type) -> Self
    where Value == [Choice], Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
        Self(name, .list(.word(of: type))) {
            try $0.elements { try $0.choice() }
        } write: {
            .array($0.map { .string($0.rawValue) })
        }
    }
}

extension Parameter where Value == JSONValue {
    /// Returns a parameter that is any JSON value except null. The shape only describes the value in the documentation.
    public static func json(_ name: String, _ shape: Shape = .anything) -> Self {
        Self(name, shape) {
            $0.json
        } write: {
            $0
        }
    }
}
