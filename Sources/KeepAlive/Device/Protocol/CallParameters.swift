import KeepAliveFormats
import KeepAliveModel

/// The parameters of a call, which are read by name. An error message contains the name of the wrong parameter.
package struct CallParameters: Sendable {
    /// A parameter's name and JSON value, with functions that check the value's type.
    package struct Value {
        package let name: String
        package let json: JSONValue
        /// False for a message that keepalive-run wrote: ranges are not checked, and unknown values are tolerated,
        /// because the keepalive-run that wrote the message may be newer than its reader.
        package let isStrict: Bool

        private func error(_ what: String) -> JSONRPCError {
            .invalidParams("'\(name)' must be \(what), not \(json.text.shortened(to: 60))")
        }

        /// Returns the value as a string. If ``isStrict`` is true, a NUL character is refused, because the kernel ends
        /// a path, an argument or a name at NUL.
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

        /// Returns the members of a JSON object. Throws if the value is no object and, if ``isStrict`` is true, if the
        /// object has a member that `fields` does not name.
        func members(named fields: [Shape.Field]) throws -> CallParameters {
            guard case .object = json else { throw error("an object") }
            let members = try CallParameters(json, isStrict: isStrict)
            try members.expect(Set(fields.map(\.name)))
            return members
        }
    }

    /// All parameters as members of one JSON object; null if the call has no parameters.
    package let json: JSONValue
    package let isStrict: Bool

    /// Creates the parameters from the `params` of a message, which may be null.
    ///
    /// - Parameter isStrict: false for a message that keepalive-run wrote: unknown names are ignored, and limits are
    ///   not checked.
    /// - Throws: ``JSONRPCError`` if `params` is a list, because the parameters of this protocol have names.
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

    /// Throws if a parameter has a name that is not among `names`; does nothing if ``isStrict`` is false.
    func expect(_ names: Set<String>) throws {
        guard isStrict, case .object(let members) = json, let name = Set(members.keys).subtracting(names).min() else {
            return
        }
        let hint = NearestName.find(for: name, among: names.sorted()).map { "; did you mean '\($0)'?" } ?? ""
        throw JSONRPCError.invalidParams("there is no parameter '\(name.shortened(to: 60))'\(hint)")
    }
}
