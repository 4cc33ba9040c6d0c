import KeepAliveFormats
import KeepAliveModel

/// The parameters of a call, read by name; an error message names the parameter.
package struct CallParameters: Sendable {
    /// The value of one parameter.
    package struct Value {
        package let name: String
        package let json: JSONValue
        fileprivate let isStrict: Bool

        private func error(_ what: String) -> JSONRPCError {
            .invalidParams("'\(name)' must be \(what), not \(json.text.shortened(to: 60))")
        }

        /// A text without a NUL character: what the system is given ends at one, be it a path, an argument or a name.
        package func text() throws -> String {
            guard let text = json.string else { throw error("a string") }
            guard !text.utf8.contains(0) else {
                throw JSONRPCError.invalidParams("'\(name)' must have no NUL character")
            }
            return text
        }

        package func flag() throws -> Bool {
            guard let flag = json.bool else { throw error("true or false") }
            return flag
        }

        package func number(in range: ClosedRange<Double>) throws -> Double {
            guard let number = json.double, range.contains(number) else {
                throw error(
                    "a number from \(JSONValue.number(range.lowerBound).text) to \(JSONValue.number(range.upperBound).text)"
                )
            }
            return number
        }

        package func whole(in range: ClosedRange<Int>) throws -> Int {
            guard let number = json.int, range.contains(number) else {
                throw error("a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        }

        package func list() throws -> [Value] {
            guard let elements = json.array else { throw error("a list") }
            return elements.map { Value(name: name, json: $0, isStrict: isStrict) }
        }

        package func map() throws -> [String: Value] {
            guard case .object(let members) = json else { throw error("an object") }
            guard !members.keys.contains(where: { $0.utf8.contains(0) }) else {
                throw JSONRPCError.invalidParams("the names in '\(name)' must have no NUL character")
            }
            return members.reduce(into: [:]) { $0[$1.key] = Value(name: $1.key, json: $1.value, isStrict: isStrict) }
        }

        package func choice<Choice: CaseIterable & RawRepresentable>() throws -> Choice
        where Choice.RawValue == String {
            guard let choice = Choice(rawValue: try text()) else {
                throw error("one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            return choice
        }

        /// The members of an object that has these fields, and no others.
        func members(named fields: [Shape.Field]) throws -> CallParameters {
            guard case .object = json else { throw error("an object") }
            let members = try CallParameters(json, isStrict: isStrict)
            try members.expect(Set(fields.map(\.name)))
            return members
        }
    }

    /// All parameters, as they came.
    package let json: JSONValue
    private let isStrict: Bool

    /// - Parameter isStrict: whether names that nobody asks for are refused.
    /// - Throws: ``JSONRPCError`` for a list: parameters have names here.
    package init(_ json: JSONValue, isStrict: Bool = true) throws {
        self.isStrict = isStrict
        switch json {
        case .null, .object: self.json = json
        default: throw JSONRPCError.invalidParams("parameters have names here: write an object")
        }
    }

    /// Returns whether a parameter is there and not null.
    package func has(_ name: String) -> Bool { json[name].map { $0 != .null } ?? false }

    /// Returns a parameter that must be there.
    package func required(_ name: String) throws -> Value {
        guard let value = json[name], value != .null else { throw JSONRPCError.invalidParams("'\(name)' is missing") }
        return Value(name: name, json: value, isStrict: isStrict)
    }

    /// Refuses parameters with other names than these.
    func expect(_ names: Set<String>) throws {
        guard isStrict, case .object(let members) = json, let name = Set(members.keys).subtracting(names).min() else {
            return
        }
        let hint = NearestName.find(for: name, among: names.sorted()).map { "; did you mean '\($0)'?" } ?? ""
        throw JSONRPCError.invalidParams("there is no parameter '\(name.shortened(to: 60))'\(hint)")
    }
}
