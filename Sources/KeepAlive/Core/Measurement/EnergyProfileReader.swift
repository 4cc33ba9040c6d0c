import KeepAliveFormats
import KeepAlivePolicy

/// Parses the energy profile of a device from JSON: a complete profile, or changes to another profile.
package enum EnergyProfileReader {
    /// The maximum size of a file in bytes.
    package static let sizeMaxBytes = 1 << 20

    /// Parses a profile.
    ///
    /// ```json
    /// {"name": "mine", "base": "pixel-3", "coefficients": {"audio": {"typical": 0.03, "source": "my meter"}}}
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: the JSON text.
    ///   - file: the file's name for error messages.
    ///   - known: the profiles that the member `base` may name.
    /// - Throws: ``KeepAliveError`` with code `usage`, naming the file and the line or key.
    package static func profile(
        in bytes: some Sequence<UInt8>, file: String, among known: [EnergyProfile] = EnergyProfile.builtIn
    ) throws -> EnergyProfile {
        let bytes = Array(bytes)
        let root: JSONValue
        do {
            root = try JSONValue(parsing: bytes)
        } catch let error as JSONValue.SyntaxError {
            let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
            throw KeepAliveError(.usage, "\(file):\(line): no JSON: \(error.message)")
        }
        let top = try Members(root, at: file, allowed: ["name", "description", "base", "battery", "coefficients"])
        var profile = EnergyProfile(name: "", description: "")
        if let base = try top.text("base") {
            guard let found = known.first(where: { $0.name == base }) else {
                let names = known.map(\.name)
                throw KeepAliveError(
                    .usage, "\(file): base: no profile '\(base)'",
                    remedy: NearestName.find(for: base, among: names).map { "Did you mean '\($0)'?" }
                        ?? "There are \(names.joined(separator: ", "))")
            }
            profile = found
        }
        guard let name = try top.text("name"), !name.isEmpty else {
            throw KeepAliveError(.usage, "\(file): name: missing", remedy: "Every figure names the profile it is of")
        }
        profile.name = name
        if let description = try top.text("description") { profile.description = description }
        if let battery = top["battery"] { profile.battery = try self.battery(battery, at: "\(file): battery") }
        if let coefficients = top["coefficients"] {
            let place = "\(file): coefficients"
            let members = try Members(coefficients, at: place, allowed: EnergyTerm.allCases.map(\.rawValue))
            for term in EnergyTerm.allCases {
                guard let value = members[term.rawValue] else { continue }
                profile.coefficients[term] = try coefficient(
                    value, of: term, base: profile.coefficients[term], at: "\(place).\(term.rawValue)")
            }
        }
        guard !profile.coefficients.isEmpty else {
            throw KeepAliveError(
                .usage, "\(file): coefficients: none", remedy: "Give at least one, or name a base that has some")
        }
        return profile
    }

    private static func battery(_ value: JSONValue, at place: String) throws -> EnergyProfile.Battery {
        let members = try Members(value, at: place, allowed: ["joules", "source"])
        guard let joules = try members.number("joules"), joules >= 1 else {
            throw KeepAliveError(.usage, "\(place).joules: expected a number, 1 or more")
        }
        return EnergyProfile.Battery(joules: joules, source: try members.text("source") ?? "")
    }

    private static func coefficient(
        _ value: JSONValue, of term: EnergyTerm, base: EnergyProfile.Coefficient?, at place: String
    ) throws -> EnergyProfile.Coefficient {
        let members = try Members(
            value, at: place, allowed: ["low", "typical", "high", "unit", "quality", "source"])
        let scale = try scale(members.text("unit"), of: term, at: place)
        func number(_ name: String) throws -> Double? { try members.number(name).map { $0 * scale } }
        let typical = try number("typical") ?? base?.value.typical
        let low = try number("low") ?? base?.value.low ?? typical
        let high = try number("high") ?? base?.value.high ?? typical
        guard let typical, let low, let high else {
            throw KeepAliveError(
                .usage, "\(place).typical: missing", remedy: "low and high are it where they are missing")
        }
        guard low <= typical, typical <= high else {
            throw KeepAliveError(
                .usage, "\(place): low \(low), typical \(typical), high \(high) are not in this order",
                remedy: base == nil ? nil : "Fields that the file leaves out are those of its base: give all three")
        }
        let word = try members.text("quality")
        // If the file sets its own value for the coefficient, the quality and the source in the base profile no longer
        // apply.
        let isOwn = ["low", "typical", "high"].contains { members[$0] != nil }
        let quality = word.map(EnergyProfile.Quality.init) ?? (isOwn ? .placeholder : base?.quality)
        guard let quality else {
            let names = EnergyProfile.Quality.allCases.map(\.rawValue).joined(separator: ", ")
            throw KeepAliveError(.usage, "\(place).quality: '\(word ?? "")' is none of \(names)")
        }
        guard let source = try members.text("source") ?? (isOwn ? nil : base?.source) else {
            throw KeepAliveError(
                .usage, "\(place).source: missing", remedy: "Say where the number comes from: nobody can judge it else")
        }
        return EnergyProfile.Coefficient(
            value: EnergyRange(low: low, typical: typical, high: high), quality: quality, source: source)
    }

    /// Returns the factor that converts a number in the file's unit to the term's unit.
    private static func scale(_ unit: String?, of term: EnergyTerm, at place: String) throws -> Double {
        let own = term.unit.rawValue
        guard let unit, unit != own else { return 1 }
        if unit == "m" + own { return 1e-3 }
        if unit == "u" + own || unit == "µ" + own { return 1e-6 }
        throw KeepAliveError(
            .usage, "\(place).unit: '\(unit)', and \(term.label) is counted in \(own), m\(own) or u\(own)")
    }

    /// The members of a JSON object, which may have only the allowed keys.
    private struct Members {
        private let members: [String: JSONValue]
        private let place: String

        init(_ value: JSONValue, at place: String, allowed: [String]) throws {
            guard case .object(let members) = value else {
                throw KeepAliveError(.usage, "\(place): expected an object in braces")
            }
            self.members = members
            self.place = place
            guard let other = members.keys.sorted().first(where: { !allowed.contains($0) }) else { return }
            throw KeepAliveError(
                .usage, "\(place): there is no '\(other)' in it",
                remedy: NearestName.find(for: other, among: allowed).map { "Did you mean '\($0)'?" }
                    ?? "There are \(allowed.joined(separator: ", "))")
        }

        subscript(name: String) -> JSONValue? { members[name] }

        func text(_ name: String) throws -> String? {
            guard let value = members[name] else { return nil }
            guard let text = value.string, text.withoutControls == text else {
                throw KeepAliveError(.usage, "\(place).\(name): expected a text of one line")
            }
            return text
        }

        func number(_ name: String) throws -> Double? {
            guard let value = members[name] else { return nil }
            guard let number = value.double, (0...1e9).contains(number) else {
                throw KeepAliveError(.usage, "\(place).\(name): expected a number, 0 or more, and at most 1e9")
            }
            return number
        }
    }
}
