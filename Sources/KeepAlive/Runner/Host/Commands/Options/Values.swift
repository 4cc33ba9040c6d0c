import ArgumentParser
import KeepAliveFleet
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveStrategies

/// Parses the values of options. An error says what was expected.
enum Values {
    /// Returns the result of a closure. A ``KeepAliveError`` becomes a usage error, to which the parser adds the
    /// option's name.
    static func orUsage<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as KeepAliveError {
            throw ValidationError(error.description)
        }
    }

    /// Parses a duration, such as `1.5s`, `200ms`, `2m` or `1h`.
    static func duration(_ text: String) throws -> Duration {
        if let duration = Duration(parsing: text) {
            guard duration < .seconds(1_000_000_000) else { throw ValidationError("'\(text)' is more than 31 years") }
            return duration
        }
        let guess = Duration(parsing: text + "s") == nil ? "" : "; did you mean '\(text)s'?"
        throw ValidationError("'\(text)' is not a duration such as 1.5s, 200ms, 2m or 1h\(guess)")
    }

    /// Returns the name of a device; throws if the name is not valid.
    static func systemName(_ text: String) throws -> String {
        guard ControlClient.isName(text) else {
            throw ValidationError("'\(text)' is not a name: letters, digits, - and _, a letter first, at most 63")
        }
        return text
    }

    /// Parses degrees north and east, such as `48.137,11.575`.
    static func place(_ text: String) throws -> [Double] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0.trimmingSpaces()) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else {
            throw ValidationError("'\(text)' is not a place such as 48.137,11.575: degrees north, degrees east")
        }
        guard (-90...90).contains(latitude) else {
            throw ValidationError("'\(text)' is not a place: \(latitude) degrees north is not within -90 and 90")
        }
        guard (-180...180).contains(longitude) else {
            throw ValidationError("'\(text)' is not a place: \(longitude) degrees east is not within -180 and 180")
        }
        return [latitude, longitude]
    }

    /// Returns a URL; throws if the text is no URL that begins with a scheme (RFC 3986).
    static func url(_ text: String) throws -> String {
        let scheme = text.prefix { $0 != ":" }
        let isScheme =
            scheme.first.map { $0.isASCII && $0.isLetter } ?? false
            && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        guard isScheme, scheme.count + 1 < text.count, !text.contains(where: { $0.isWhitespace }) else {
            throw ValidationError("'\(text)' is not a URL such as https://example.org or tides://today")
        }
        return text
    }

    /// Parses a factor above 0, up to 1000.
    static func factor(_ text: String) throws -> Double {
        guard text.allSatisfy({ "0123456789.".contains($0) }), let value = Double(text), value.isFinite, value > 0,
            value <= 1000
        else {
            throw ValidationError("'\(text)' is not a factor above 0 and up to 1000, such as 0.1")
        }
        return value
    }

    /// Returns a function that parses an integer in a range.
    static func whole(_ range: ClosedRange<Int>, _ what: String) -> @Sendable (String) throws -> Int {
        { text in
            guard let value = Int(text), range.contains(value) else {
                throw ValidationError("expected a whole number of \(what), \(range.lowerBound) to \(range.upperBound)")
            }
            return value
        }
    }

    /// Parses the number of days for which a fleet is simulated, 0.01 to 3650.
    static func days(_ text: String) throws -> Double {
        guard let value = Double(text), (0.01...3650).contains(value) else {
            throw ValidationError("expected a number of days, 0.01 to 3650")
        }
        return value
    }

    /// Parses the seed of a random number generator.
    static func seed(_ text: String) throws -> UInt64 {
        guard let value = UInt64(text) else { throw ValidationError("expected a whole number, 0 to \(UInt64.max)") }
        return value
    }

    /// Parses a part of a fleet, such as `1/8`.
    static func shard(_ text: String) throws -> FleetShard {
        guard let shard = FleetShard(parsing: text) else {
            throw ValidationError("expected i/n such as 1/8, counted from 1 up to n, at most 1000000")
        }
        return shard
    }

    /// Parses a comma-separated list of background modes.
    static func modes(_ text: String) throws -> [BackgroundMode] {
        guard text.contains(where: { $0 != "," && $0 != " " }) else {
            throw ValidationError("the list is empty; known values: audio, location, … ('keepalive-run list modes')")
        }
        return try text.split(separator: ",").map { part in
            let name = part.trimmingSpaces()
            guard let mode = BackgroundMode(rawValue: name) else {
                throw ValidationError(Manifest.unknownModeMessage(name))
            }
            return mode
        }
    }

    /// Returns the name of a strategy; throws if no strategy has the name.
    static func strategy(_ text: String) throws -> String {
        if text.contains(",") { throw ValidationError("one strategy a --strategy: repeat the option for another") }
        // A strategy that is a program is checked only when it is used, because the check starts the program.
        if text.hasPrefix(StrategyChoice.prefix) { return text }
        return try orUsage { try StrategyRegistry.strategy(named: text).descriptor.name }
    }

    /// Parses the name of a freezer.
    static func freezer(_ text: String) throws -> FreezerChoice {
        try one(of: FreezerRegistry.names, text, FreezerChoice.init(named:))
    }

    /// Parses an iOS version and returns its profile.
    static func profile(_ text: String) throws -> PolicyProfile {
        try orUsage { try ProfileCatalogue.profile(named: text) }
    }

    /// Parses the name of an interpretation, which the rules follow where sources contradict each other.
    static func reading(_ text: String) throws -> PolicyReading {
        try orUsage { try PolicyReading(named: text) }
    }

    /// Parses a change of a profile's constant or switch, `NAME=VALUE`.
    static func override(_ text: String) throws -> ProfileOverride {
        try orUsage { try ProfileOverride(parsing: text) }
    }

    /// Parses the address of a gpsd, `HOST:PORT`.
    static func gpsd(_ text: String) throws -> LocationChoice {
        try orUsage { try LocationChoice(server: text) }
    }

    /// Parses an app state. For other common names, the error suggests the right name.
    static func state(_ text: String) throws -> ApplicationState {
        let otherNames: [String: ApplicationState] = [
            "frozen": .suspended, "freeze": .suspended, "active": .foregroundActive, "foreground": .foregroundActive,
            "running": .foregroundActive, "inactive": .foregroundInactive, "killed": .terminated, "ended": .terminated,
            "exited": .terminated,
        ]
        guard let meant = otherNames[text.lowercased()] else { return try choice(text) }
        throw ValidationError("'\(text)' is not a state: did you mean '\(meant.rawValue)'?")
    }

    /// Returns a text; throws if the text is not one of the words.
    static func word(_ text: String, among words: [String]) throws -> String {
        try one(of: words, text) { words.contains($0) ? $0 : nil }
    }

    /// Returns the value for a word; the error lists the words and suggests a similar one.
    private static func one<Choice>(of words: [String], _ text: String, _ find: (String) -> Choice?) throws -> Choice {
        if let choice = find(text) { return choice }
        let hint = NearestName.find(for: text, among: words).map { "; did you mean '\($0)'?" } ?? ""
        throw ValidationError("'\(text)' is none of \(words.joined(separator: ", "))\(hint)")
    }

    /// Parses a system life, such as `typical:7`.
    static func systemLife(_ text: String) throws -> SystemLife {
        try one(of: SystemLife.names, text, SystemLife.init)
    }

    /// Parses the choice of a push server: `auto`, `none` or a path.
    static func pushServer(_ text: String) throws -> PushServerChoice {
        switch text {
        case "auto": return .auto
        case "none": return .none
        case _ where text.contains("/"):
            guard !UnixSocket.isSomethingElse(text) else { throw ValidationError("\(text): not a socket") }
            return .socket(try Machine.fullPath(text))
        default: throw ValidationError("'\(text)' is no push server: auto, none, or the path of its socket, with a '/'")
        }
    }

    /// Parses a case name of an enumeration.
    static func choice<Choice: CaseIterable & RawRepresentable>(_ text: String) throws -> Choice
    where Choice.RawValue == String {
        try one(of: Choice.allCases.map(\.rawValue), text, Choice.init(rawValue:))
    }
}

extension Substring {
    /// Returns the text without leading and trailing spaces.
    fileprivate func trimmingSpaces() -> String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
