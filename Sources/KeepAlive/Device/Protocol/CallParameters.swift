import KeepAliveFormats
import KeepAliveModel

/// The parameters of a call, which are read by name. An error message contains the name of the wrong parameter.
package struct CallParameters: Sendable {
    /// The value of one parameter.
    package struct Value {
        package let name: String
        package let json: JSONValue
        /// False for a message that keepalive-run wrote, whose limits need no check. Its unknown values are tolerated,
        /// because its version may be newer.
        package let isStrict: Bool

        private func error(_ what: String) -> JSONRPCError {
            .invalidParams("'\(name)' must be \(what), not \(json.text.shortened(to: 60))")
        }

        /// Returns the string. A NUL character is refused, because the kernel would end a path, an argument or a name
        /// there.
        package func text() throws -> String {
            guard let text = json.string else { throw error("a string") }
            guard !isStrict || !text.utf8.contains(0) else {
                throw JSONRPCError.invalidParams("'\(name)' must have no NUL character")
            }
            return text
        }

        package func flag() throws -> Bool {
            guard let flag = json.bool else { throw error("true or false") }
            return flag
        }

        package func number(in range: ClosedRange<Double>) throws -> Double {
            guard let number = json.double, !isStrict || range.contains(number) else {
                throw error(
                    "a number from \(JSONValue.number(range.lowerBound).text) to \(JSONValue.number(range.upperBound).text)"
                )
            }
            return number
        }

        package func whole(in range: ClosedRange<Int>) throws -> Int {
            guard let number = json.int, !isStrict || range.contains(number) else {
                throw error("a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        }

        package func list() throws -> [Value] {
            guard let elements = json.array else { throw error("a list") }
            return elements.map { Value(name: name, json: $0, isStrict: isStrict) }
        }

        /// Reads the elements of a list. If ``isStrict`` is false, elements that cannot be read are left out, because a
        /// newer keepalive-run may have written them.
        package func elements<Element>(_ read: (Value) throws -> Element) throws -> [Element] {
            try list().compactMap { isStrict ? try read($0) : try? read($0) }
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

        /// Returns the members of an object; throws if the object has a member that is not among the fields.
        func members(named fields: [Shape.Field]) throws -> CallParameters {
            guard case .object = json else { throw error("an object") }
            let members = try CallParameters(json, isStrict: isStrict)
            try members.expect(Set(fields.map(\.name)))
            return members
        }
    }

    /// The object with all parameters, as it arrived.
    package let json: JSONValue
    package let isStrict: Bool

    /// - Parameter isStrict: false for a message that keepalive-run wrote: unknown names are ignored, and limits are
    ///   not checked.
    /// - Throws: ``JSONRPCError`` if the parameters are not an object, because the parameters of this protocol have
    ///   names.
    package init(_ json: JSONValue, isStrict: Bool = true) throws {
        self.isStrict = isStrict
        switch json {
        case .null, .object: self.json = json
        default: throw JSONRPCError.invalidParams("parameters have names here: write an object")
        }
    }

    /// Returns whether a parameter is present and not null.
    package func has(_ name: String) -> Bool { json[name].map { $0 != .null } ?? false }

    /// Returns a parameter; throws if it is missing or null.
    package func required(_ name: String) throws -> Value {
        guard let value = json[name], value != .null else { throw JSONRPCError.invalidParams("'\(name)' is missing") }
        return Value(name: name, json: value, isStrict: isStrict)
    }

    /// Throws if a parameter has a name other than these; does nothing if ``isStrict`` is false.
    func expect(_ names: Set<String>) throws {
        guard isStrict, case .object(let members) = json, let name = Set(members.keys).subtracting(names).min() else {
            return
        }
        let hint = NearestName.find(for: name, among: names.sorted()).map { "; did you mean '\($0)'?" } ?? ""
        throw JSONRPCError.invalidParams("there is no parameter '\(name.shortened(to: 60))'\(hint)")
    }
}
