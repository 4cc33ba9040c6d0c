import Foundation

/// Who may see a value of a log line. Here, all values are shown, as in the console of Xcode.
public struct OSLogPrivacy: Sendable {
    /// What stands instead of a value.
    public enum Mask: Sendable {
        /// A hash of the value.
        case hash
        /// Nothing.
        case none
    }

    /// Shown if the type says so.
    public static var auto: OSLogPrivacy { OSLogPrivacy() }
    /// Shown to everybody.
    public static var `public`: OSLogPrivacy { OSLogPrivacy() }
    /// Hidden from others than the developer.
    public static var `private`: OSLogPrivacy { OSLogPrivacy() }
    /// Hidden from others than the developer, also where private values are shown.
    public static var sensitive: OSLogPrivacy { OSLogPrivacy() }

    /// As ``auto``, with a mask where it hides.
    public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy() }
    /// As ``private``, with a mask.
    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy() }
    /// As ``sensitive``, with a mask.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy() }
}

/// How an integer of a log line is written.
public struct OSLogIntegerFormatting: Sendable {
    let radix: Int
    let prefix: String
    let minimum: Int

    /// In decimal digits.
    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 10, prefix: "", minimum: 0) }
    /// In hexadecimal digits.
    public static var hex: OSLogIntegerFormatting { .hex() }
    /// In octal digits.
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8, prefix: "", minimum: 0) }

    /// In decimal digits, with zeros up to a number of digits.
    public static func decimal(explicitPositiveSign: Bool = false, minDigits: Int = 0) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(radix: 10, prefix: explicitPositiveSign ? "+" : "", minimum: minDigits)
    }

    /// In hexadecimal digits.
    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false, minDigits: Int = 0
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(radix: 16, prefix: includePrefix ? "0x" : "", minimum: minDigits)
    }

    func text(_ value: some BinaryInteger) -> String {
        let digits = String(value.magnitude, radix: radix)
        let sign = value < 0 ? "-" : prefix
        return sign + String(repeating: "0", count: max(0, minimum - digits.count)) + digits
    }
}

/// How a fraction of a log line is written.
public struct OSLogFloatFormatting: Sendable {
    let format: String

    /// With six digits behind the point.
    public static var fixed: OSLogFloatFormatting { fixed(precision: 6) }
    /// With an exponent.
    public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting(format: "%e") }
    /// With an exponent where that is shorter.
    public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(format: "%g") }

    /// With a number of digits behind the point.
    public static func fixed(precision: Int, explicitPositiveSign: Bool = false) -> OSLogFloatFormatting {
        OSLogFloatFormatting(format: "%\(explicitPositiveSign ? "+" : "").\(max(0, precision))f")
    }
}

/// The width of a value of a log line.
public struct OSLogStringAlignment: Sendable {
    let columns: Int
    let isRight: Bool

    /// As wide as the value is.
    public static var none: OSLogStringAlignment { OSLogStringAlignment(columns: 0, isRight: false) }

    /// At the left of a number of columns.
    public static func left(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns, isRight: false)
    }

    /// At the right of a number of columns.
    public static func right(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns, isRight: true)
    }

    func text(_ value: String) -> String {
        let blanks = String(repeating: " ", count: max(0, columns - value.count))
        return isRight ? blanks + value : value + blanks
    }
}

/// The text of a log line, with values.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    let text: String

    /// Creates a text without values.
    public init(stringLiteral value: String) {
        text = value
    }

    /// Creates a text with values.
    public init(stringInterpolation: OSLogInterpolation) {
        text = stringInterpolation.text
    }
}

/// The parts of a log line.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
    fileprivate(set) var text = ""

    /// Begins a line.
    public init(literalCapacity: Int, interpolationCount: Int) {
        text.reserveCapacity(literalCapacity)
    }

    /// Adds a text.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds a value as `print` shows it.
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> some CustomStringConvertible, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) { text += align.text(value().description) }

    /// Adds an object.
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> Any?, privacy: OSLogPrivacy = .auto, attributes: String = ""
    ) { text += value().map { "\($0)" } ?? "nil" }

    /// Adds an integer.
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> some BinaryInteger, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) { text += align.text(format.text(value())) }

    /// Adds a fraction; without a format, with six digits behind the point.
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> Double, format: OSLogFloatFormatting = .fixed, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) { text += align.text(String(format: format.format, value())) }

    /// Adds a fraction; without a format, with six digits behind the point.
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> Float, format: OSLogFloatFormatting = .fixed, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) { text += align.text(String(format: format.format, Double(value()))) }
}
