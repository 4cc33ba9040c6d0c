/// The end of a process, as `waitpid(2)` reports it.
public enum ProcessStatus: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The process returned from `main` or called `exit`, with this exit status, 0 to 255.
    case exited(Int32)
    /// A signal ended the process; the value is the signal's number.
    case signalled(Int32)

    /// The exit status that a shell would show: the process's own, or 128 plus the signal.
    public var shellStatus: Int32 {
        switch self {
        case .exited(let code): code
        case .signalled(let signal): 128 + signal
        }
    }

    /// `exit 3` or `signal 9`, for messages.
    public var description: String {
        switch self {
        case .exited(let code): "exit \(code)"
        case .signalled(let signal): "signal \(signal)"
        }
    }
}

/// A decision of iOS to end an app: the signal, and the content of the crash report or log line.
public struct Termination: Sendable, Hashable, Codable {
    /// The signal that ends the process: 6 (SIGABRT) for an uncaught exception, 9 (SIGKILL) for a kill.
    public var signal: Int32
    /// The termination code in Apple's notation, such as `0x8badf00d`; `nil` if the report has none (RB-17 to RB-29).
    public var code: String?
    /// The namespace of the reason, such as `RUNNINGBOARD`; `nil` if the report has none (RB-30 to RB-35).
    public var namespace: String?
    /// The text in the crash report or the system log.
    public var explanation: String
    /// True if iOS writes a crash report for this termination (BT-20, BT-21).
    public var writesCrashReport: Bool

    /// Creates a termination, by default without code and namespace.
    public init(
        signal: Int32, code: String? = nil, namespace: String? = nil, explanation: String, writesCrashReport: Bool
    ) {
        self.signal = signal
        self.code = code
        self.namespace = namespace
        self.explanation = explanation
        self.writesCrashReport = writesCrashReport
    }
}

/// An Objective-C exception that a framework raises.
public struct AppleException: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name, such as `NSInternalInconsistencyException`.
    public var name: String
    /// The reason, word for word as Apple's framework writes it.
    public var reason: String
    /// The rule that states the name and the reason of the exception.
    public var rule: RuleID

    /// Creates an exception; `reason` is Apple's text, word for word.
    public init(name: String, reason: String, rule: RuleID) {
        self.name = name
        self.reason = reason
        self.rule = rule
    }

    /// Creates an exception from an error that was thrown out of a callback and not caught: the error ends the app as
    /// an uncaught exception does (LC-01).
    package init(escaped error: any Error) {
        self = error as? AppleException ?? AppleException(name: "\(type(of: error))", reason: "\(error)", rule: "LC-01")
    }

    /// The name and the reason in one line.
    public var description: String { "\(name): \(reason)" }

    /// The line that the Objective-C runtime prints for an uncaught exception.
    public var lastWords: String {
        "*** Terminating app due to uncaught exception '\(name)', reason: '\(reason)'"
    }
}

/// The identifier of a background task, as `UIBackgroundTaskIdentifier`.
public struct BackgroundTaskIdentifier: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    /// The raw value; 0 is `.invalid` (BT-25), the first identifier of a process is 1 (BT-26).
    public var rawValue: Int

    /// Creates an identifier from its raw value.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The identifier that stands for no task (BT-25).
    public static let invalid = BackgroundTaskIdentifier(rawValue: 0)

    /// The raw value as text.
    public var description: String { String(rawValue) }

    /// Sorts identifiers in the order in which they were assigned.
    public static func < (left: BackgroundTaskIdentifier, right: BackgroundTaskIdentifier) -> Bool {
        left.rawValue < right.rawValue
    }
}
