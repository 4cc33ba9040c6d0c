import Foundation

public struct OSLogType: Equatable, RawRepresentable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: UInt8) {
        self.init(rawValue: rawValue)
    }

    public static let `default` = OSLogType(0x00)
    /// What helps, and need not be kept.
    public static let info = OSLogType(0x01)
    public static let debug = OSLogType(0x02)
    public static let error = OSLogType(0x10)
    public static let fault = OSLogType(0x11)

    /// The word before the line.
    var word: String {
        switch self {
        case .info: "info"
        case .debug: "debug"
        case .error: "error"
        case .fault: "fault"
        default: "default"
        }
    }
}

/// The subsystem and category that log lines come from.
///
/// A line goes to standard error, as `[subsystem:category] error: text`. Values are shown whatever their privacy is, as
/// in the console of Xcode.
open class OSLog: NSObject, @unchecked Sendable {
    let subsystem: String
    let category: String
    let isEnabled: Bool

    public struct Category: Sendable {
        public let rawValue: String

        public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
    }

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - subsystem: usually the app's bundle identifier.
    ///   - category: the part of the app.
    public init(subsystem: String, category: String) {
        self.subsystem = subsystem
        self.category = category
        isEnabled = true
    }

    public convenience init(subsystem: String, category: Category) {
        self.init(subsystem: subsystem, category: category.rawValue)
    }

    private init(isEnabled: Bool) {
        subsystem = ""
        category = ""
        self.isEnabled = isEnabled
    }

    public static let `default` = OSLog(isEnabled: true)
    public static let disabled = OSLog(isEnabled: false)

    public func isEnabled(type: OSLogType) -> Bool { isEnabled }

    /// Writes a line.
    func write(_ text: @autoclosure () -> String, _ type: OSLogType) {
        guard isEnabled else { return }
        FileHandle.standardError.write(Data("\(line(text(), type))\n".utf8))
    }

    /// Returns the line for a text.
    func line(_ text: String, _ type: OSLogType) -> String {
        let source = subsystem.isEmpty && category.isEmpty ? "" : "[\(subsystem):\(category)] "
        return type == .default ? "\(source)\(text)" : "\(source)\(type.word): \(text)"
    }
}

/// Writes a line to the log.
///
/// - Parameters:
///   - message: a format as of `printf`, with `%@` for objects; `%{public}@` and the like count as `%@`.
///   - dso: ignored.
///   - log: where the line comes from.
///   - type: its weight.
///   - arguments: the values.
public func os_log(
    _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default, type: OSLogType = .default,
    _ arguments: Any?...
) {
    log.write(OSLogFormat.text("\(message)", arguments), type)
}

/// Writes a line to the log.
///
/// - Parameters:
///   - type: its weight.
///   - dso: ignored.
///   - log: where the line comes from.
///   - message: a format as of `printf`.
///   - arguments: the values.
public func os_log(
    _ type: OSLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default, _ message: StaticString,
    _ arguments: Any?...
) {
    log.write(OSLogFormat.text("\(message)", arguments), type)
}

/// Writes a line to the log.
///
/// - Parameters:
///   - type: its weight.
///   - log: where the line comes from.
///   - message: the text, with values.
public func os_log(_ type: OSLogType = .default, log: OSLog = .default, _ message: OSLogMessage) {
    log.write(message.text, type)
}
