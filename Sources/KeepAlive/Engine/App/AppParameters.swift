import KeepAlivePolicy

/// The parameters of a call, read by name; what is wrong is told with the name, and what nobody has read is refused.
package final class AppParameters {
    /// One of them.
    package struct Value {
        let name: String
        package let json: JSONValue

        private func error(_ what: String) -> JSONRPCError {
            .invalidParams("'\(name)' must be \(what), not \(json.text.shortened(to: 60))")
        }

        package func text() throws -> String {
            guard let text = json.string else { throw error("a string") }
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

        package func integer(in range: ClosedRange<Int>) throws -> Int {
            guard let number = json.int, range.contains(number) else {
                throw error("a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        }

        /// Seconds of device time, at most a year.
        func seconds() throws -> Duration { .seconds(1).scaled(by: try number(in: 0...31_536_000)) }

        package func choice<Choice: CaseIterable & RawRepresentable>() throws -> Choice
        where Choice.RawValue == String {
            let names = Choice.allCases.map(\.rawValue)
            guard let choice = Choice(rawValue: try text()) else {
                throw error("one of \(names.joined(separator: ", "))")
            }
            return choice
        }
    }

    /// All of them.
    package let json: JSONValue
    private var unread: Set<String>

    package init(_ json: JSONValue) throws {
        self.json = json
        switch json {
        case .null: unread = []
        case .object(let members): unread = Set(members.keys)
        default: throw JSONRPCError.invalidParams("parameters have names here: write an object")
        }
    }

    /// A parameter; `nil` where it is missing or null.
    package func optional(_ name: String) -> Value? {
        optionalJSON(name).flatMap { $0 == .null ? nil : Value(name: name, json: $0) }
    }

    /// A parameter as it is; `nil` where it is missing.
    package func optionalJSON(_ name: String) -> JSONValue? {
        unread.remove(name)
        return json[name]
    }

    /// A parameter that must be there.
    package func required(_ name: String) throws -> Value {
        guard let value = optional(name) else { throw JSONRPCError.invalidParams("'\(name)' is missing") }
        return value
    }

    package func text(_ name: String) throws -> String { try required(name).text() }

    /// A text that is kept, and so is of a bounded length in bytes.
    func text(_ name: String, lengthMax: Int) throws -> String {
        let text = try text(name)
        guard text.utf8.count <= lengthMax else {
            throw JSONRPCError.invalidParams("'\(name)' is longer than \(lengthMax) bytes")
        }
        return text
    }

    package func flag(_ name: String) throws -> Bool { try required(name).flag() }
    func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int { try required(name).integer(in: range) }

    /// Refuses what nobody has read.
    func finish() throws {
        if let name = unread.min() { throw Self.unknown(name, of: []) }
    }

    /// Refuses what is not one of these names; before anything is done.
    package func expect(_ names: Set<String>) throws {
        if let name = unread.subtracting(names).min() { throw Self.unknown(name, of: names) }
    }

    private static func unknown(_ name: String, of names: Set<String>) -> JSONRPCError {
        let hint = NearestName.find(for: name, among: names.sorted()).map { "; did you mean '\($0)'?" } ?? ""
        return .invalidParams("there is no parameter '\(name.shortened(to: 60))'\(hint)")
    }

    /// The names in the documentation of parameters, such as `{name?, expirationHandler?} or {file}`.
    package static func names(in documentation: String) -> Set<String> {
        Set(
            documentation.split { "{},".contains($0) }.compactMap { part in
                let name = part.filter { $0 != " " && $0 != "?" }
                return name.isEmpty || name == "or" ? nil : name
            })
    }
}
