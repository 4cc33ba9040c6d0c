/// Writes lines to the log (see ``OSLog``).
public struct Logger: Sendable {
    private let log: OSLog

    /// Creates a logger.
    ///
    /// - Parameters:
    ///   - subsystem: usually the app's bundle identifier.
    ///   - category: the part of the app.
    public init(subsystem: String, category: String) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    /// Creates a logger without a subsystem.
    public init() {
        log = .default
    }

    /// Creates a logger that writes as a log does.
    public init(_ logObj: OSLog) {
        log = logObj
    }

    /// Writes a line.
    public func log(_ message: OSLogMessage) { log(level: .default, message) }
    /// Writes a line.
    public func log(level: OSLogType, _ message: OSLogMessage) { log.write(message.text, level) }
    /// Writes a line of ``OSLogType/debug``.
    public func trace(_ message: OSLogMessage) { log(level: .debug, message) }
    /// Writes a line of ``OSLogType/debug``.
    public func debug(_ message: OSLogMessage) { log(level: .debug, message) }
    /// Writes a line of ``OSLogType/info``.
    public func info(_ message: OSLogMessage) { log(level: .info, message) }
    /// Writes a line of ``OSLogType/default``.
    public func notice(_ message: OSLogMessage) { log(level: .default, message) }
    /// Writes a line of ``OSLogType/error``.
    public func warning(_ message: OSLogMessage) { log(level: .error, message) }
    /// Writes a line of ``OSLogType/error``.
    public func error(_ message: OSLogMessage) { log(level: .error, message) }
    /// Writes a line of ``OSLogType/fault``.
    public func critical(_ message: OSLogMessage) { log(level: .fault, message) }
    /// Writes a line of ``OSLogType/fault``.
    public func fault(_ message: OSLogMessage) { log(level: .fault, message) }
}
