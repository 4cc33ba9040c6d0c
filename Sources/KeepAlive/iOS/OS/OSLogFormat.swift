import Foundation

/// The formats of `os_log`: formats of `printf`, in which annotations in braces may follow the percent sign.
enum OSLogFormat {
    /// Returns the text of a format with its values. A missing value is written as `<missing>`.
    static func text(_ format: String, _ arguments: [Any?]) -> String {
        var result = ""
        var values = arguments[...]
        var rest = format[...]
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            if rest.first == "{", let end = rest.firstIndex(of: "}") { rest = rest[rest.index(after: end)...] }
            if rest.first == "%" {
                result += "%"
                rest.removeFirst()
                continue
            }
            var flags = String(rest.prefix { !$0.isLetter && $0 != "@" })
            rest = rest.dropFirst(flags.count)
            // A star stands for a width or a precision, which is a value of its own.
            while let star = flags.firstIndex(of: "*") {
                let width = values.popFirst().flatMap { $0 }.flatMap(integer) ?? 0
                flags.replaceSubrange(star...star, with: "\(width)")
            }
            let length = rest.prefix { "hlqLztj".contains($0) }
            rest = rest[length.endIndex...]
            guard let conversion = rest.popFirst() else { break }
            guard let value = values.popFirst() else {
                result += "<missing>"
                continue
            }
            result += self.value(value, flags, conversion)
        }
        return result + rest
    }

    private static func value(_ value: Any?, _ flags: String, _ conversion: Character) -> String {
        guard let value else { return "(null)" }
        switch conversion {
        case "@", "s", "S": return "\(value)"
        case "d", "D", "i", "u", "U", "x", "X", "o", "c":
            guard let number = integer(value) else { return "\(value)" }
            return String(format: "%\(flags)\(conversion == "c" ? "c" : "ll\(conversion)")", number)
        case "f", "F", "e", "E", "g", "G", "a", "A":
            guard
                let number = (value as? any BinaryFloatingPoint).map({ Double($0) }) ?? integer(value).map(Double.init)
            else { return "\(value)" }
            return String(format: "%\(flags)\(conversion)", number)
        default: return "\(value)"
        }
    }

    private static func integer(_ value: Any) -> Int? {
        if let flag = value as? Bool { return flag ? 1 : 0 }
        if let number = value as? any BinaryInteger { return Int(truncatingIfNeeded: number) }
        if let number = value as? NSNumber { return number.intValue }
        return (value as? any BinaryFloatingPoint).flatMap { Int(exactly: Double($0).rounded(.towardZero)) }
    }
}
