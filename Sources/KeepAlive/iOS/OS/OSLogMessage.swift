import Foundation

public struct OSLogPrivacy: Sendable {
    public enum Mask: Sendable {
        case hash, none
    }

    public static var auto: OSLogPrivacy { OSLogPrivacy() }
    public static var `public`: OSLogPrivacy { OSLogPrivacy() }
    public static var `private`: OSLogPrivacy { OSLogPrivacy() }
    public static var sensitive: OSLogPrivacy { OSLogPrivacy() }

    public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy() }
    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy() }
    public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy() }
}

public struct OSLogIntegerFormatting: Sendable {
    let radix: Int
    let prefix: String
    let minimum: Int
    var isUppercase = false

    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 10, prefix: "", minimum: 0) }
    public static var hex: OSLogIntegerFormatting { .hex() }
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8, prefix: "", minimum: 0) }

    public static func decimal(explicitPositiveSign: Bool = false, minDigits: Int = 0) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(radix: 10, prefix: explicitPositiveSign ? "+" : "", minimum: minDigits)
    }

    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false, minDigits: Int = 0
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 16, prefix: (explicitPositiveSign ? "+" : "") + (includePrefix ? "0x" : ""), minimum: minDigits,
            isUppercase: uppercase)
    }

    func text(_ value: some BinaryInteger) -> String {
        let digits = String(value.magnitude, radix: radix, uppercase: isUppercase)
        let sign = value < 0 ? "-" + prefix.drop { $0 == "+" } : prefix
        return sign + String(repeating: "0", count: max(0, minimum - digits.count)) + digits
    }
}

public struct OSLogFloatFormatting: Sendable {
    let format: String

    public static var fixed: OSLogFloatFormatting { fixed(precision: 6) }
    public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting(format: "%e") }
    public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(format: "%g") }

    public static func fixed(precision: Int, explicitPositiveSign: Bool = false) -> OSLogFloatFormatting {
        OSLogFloatFormatting(format: "%\(explicitPositiveSign ? "+" : "").\(max(0, precision))f")
    }
}

public struct OSLogStringAlignment: Sendable {
    let columns: Int
    let isRight: Bool

    public static var none: OSLogStringAlignment { OSLogStringAlignment(columns: 0, isRight: false) }

    public static func left(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns, isRight: false)
    }

    public static func right(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns, isRight: true)
    }

    func text(_ value: String) -> String {
        let blanks = String(repeating: " ", count: max(0, columns - value.count))
        return isRight ? blanks + value : value + blanks
    }
}

public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    let text: String

    public init(stringLiteral value: String) {
        text = value
    }

    public init(stringInterpolation: OSLogInterpolation) {
        text = stringInterpolation.text
    }
}

public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
    fileprivate(set) var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {
        text.reserveCapacity(literalCapacity)
    }

    public mutating func appendLiteral(_ literal: String) { text += literal }

    public mutating func appendInterpolation(
        _ value: @autoclosure () -> some CustomStringConvertible, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) { text += align.text(value().description) }

    public mutating func appendInterpolation(
        _ value: @autoclosure () -> Any?, privacy: OSLogPrivacy = .auto, attributes: String = ""
    ) { text += value().map { "\($0)" } ?? "nil" }

    public mutating func appendInterpolation(
        _ value: @autoclosure () -> some BinaryInteger, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) { text += align.text(format.text(value())) }

    public mutating func appendInterpolation(
        _ value: @autoclosure () -> Double, format: OSLogFloatFormatting = .fixed, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) { text += align.text(String(format: format.format, value())) }

    public mutating func appendInterpolation(
        _ value: @autoclosure () -> Float, format: OSLogFloatFormatting = .fixed, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) { text += align.text(String(format: format.format, Double(value()))) }
}
