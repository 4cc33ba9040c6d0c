import KeepAliveFormats
import KeepAliveModel

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads time zones from this machine's tz database.
package enum TimeZoneFiles {
    /// The directory of the tz database on Linux and macOS.
    private static let directory = "/usr/share/zoneinfo"
    /// The maximum size of a file in bytes. The largest file of the database has 4 KB.
    private static let sizeMax = 65_536

    /// Returns the time zone with a name.
    ///
    /// - Parameter name: a name of the tz database, such as `Europe/Berlin`, or of the form `GMT+0200`.
    /// - Returns: `nil` if the machine has no such time zone.
    package static func zone(named name: String) -> TimeZoneRules? {
        if name == "UTC" || name == "GMT" { return TimeZoneRules(name: name, offset: 0) }
        if let fixed = fixedOffset(name) { return TimeZoneRules(name: name, offset: fixed) }
        let isName = name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { isOfName($0) } && part.contains { $0.isLetter }
        }
        guard isName, name.utf8.count <= 64 else { return nil }
        return zone(named: name, at: "\(directory)/\(name)")
    }

    /// Returns the offset in seconds that a name such as `GMT+0200` states; `nil` for other names. Foundation gives
    /// such a name to a zone that has only an offset and no place.
    private static func fixedOffset(_ name: String) -> Int? {
        guard name.hasPrefix("GMT"), let sign = name.dropFirst(3).first, sign == "+" || sign == "-" else { return nil }
        let digits = name.dropFirst(4).filter { $0 != ":" }
        guard digits.count == 4 || digits.count == 6, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
            let hours = Int(digits.prefix(2)), let minutes = Int(digits.dropFirst(2).prefix(2)), hours < 24,
            minutes < 60
        else { return nil }
        let seconds = Int(digits.dropFirst(4)) ?? 0
        return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds)
    }

    /// Returns the time zone in a file; `nil` if the file cannot be read or is not a TZif file.
    package static func zone(named name: String, at path: String) -> TimeZoneRules? {
        // For a directory, such as `Europe`, `contents(atPath:)` returns `nil`.
        guard let data = FileManager.default.contents(atPath: path), data.count <= sizeMax else { return nil }
        return TimeZoneRules(name: name, tzif: [UInt8](data))
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
