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
    public static let info = OSLogType(0x01)
    public static let debug = OSLogType(0x02)
    public static let error = OSLogType(0x10)
    public static let fault = OSLogType(0x11)

    /// The name of the level, as printed before a message.
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

/// The subsystem and category of log messages.
///
/// A message is written to standard error, as `[subsystem:category] error: text`. Private values are shown, as in
/// Xcode's console.
open class OSLog: NSObject, @unchecked Sendable {
    let subsystem: String
    let category: String
    let isEnabled: Bool

    public struct Category: Sendable {
        public let rawValue: String

        public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
    }

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

    /// Writes a message to standard error.
    func write(_ text: @autoclosure () -> String, _ type: OSLogType) {
        guard isEnabled else { return }
        FileHandle.standardError.write(Data("\(line(text(), type))\n".utf8))
    }

    /// Returns the line that is written for a message.
    func line(_ text: String, _ type: OSLogType) -> String {
        let source = subsystem.isEmpty && category.isEmpty ? "" : "[\(subsystem):\(category)] "
        return type == .default ? "\(source)\(text)" : "\(source)\(type.word): \(text)"
    }
}

/// Writes a message to the log.
///
/// - Parameters:
///   - message: a format as for `printf`, with `%@` for objects; annotations such as `{public}` in `%{public}@` are
///     ignored.
///   - dso: ignored.
///   - log: the log to which the message belongs.
///   - type: the level of the message.
///   - arguments: the values for the format.
public func os_log(
    _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default, type: OSLogType = .default,
    _ arguments: Any?...
) {
    log.write(OSLogFormat.text("\(message)", arguments), type)
}

/// Writes a message to the log.
///
/// - Parameters:
///   - type: the level of the message.
///   - dso: ignored.
///   - log: the log to which the message belongs.
///   - message: a format as for `printf`, with `%@` for objects; annotations such as `{public}` in `%{public}@` are
///     ignored.
///   - arguments: the values for the format.
public func os_log(
    _ type: OSLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default, _ message: StaticString,
    _ arguments: Any?...
) {
    log.write(OSLogFormat.text("\(message)", arguments), type)
}

/// Writes a message to the log.
///
/// - Parameters:
///   - type: the level of the message.
///   - log: the log to which the message belongs.
///   - message: the text with its values.
public func os_log(_ type: OSLogType = .default, log: OSLog = .default, _ message: OSLogMessage) {
    log.write(message.text, type)
}
