/// The end of a process, as `waitpid(2)` reports it.
public enum ProcessStatus: Sendable, Hashable, Codable, CustomStringConvertible {
    /// It returned or called `exit` with this code, 0 to 255.
    case exited(Int32)
    /// A signal ended it.
    case signalled(Int32)

    /// The status that a shell would show: the code, or 128 plus the signal.
    public var shellStatus: Int32 {
        switch self {
        case .exited(let code): code
        case .signalled(let signal): 128 + signal
        }
    }

    /// "exit 3" or "signal 9".
    public var description: String {
        switch self {
        case .exited(let code): "exit \(code)"
        case .signalled(let signal): "signal \(signal)"
        }
    }
}

/// A decision of the system to end an app: the signal, and the content of a report about it.
public struct Termination: Sendable, Hashable, Codable {
    /// The signal that ends the process: 6 (SIGABRT) for an uncaught exception, 9 (SIGKILL) for a kill.
    public var signal: Int32
    /// The termination code as Apple writes it, such as `0x8badf00d`, or `nil` where there is none (RB-17 to RB-29).
    public var code: String?
    /// The namespace of the reason, such as `RUNNINGBOARD`, or `nil` (RB-30 to RB-35).
    public var namespace: String?
    /// The text that the report or the system log carries.
    public var explanation: String
    /// True when iOS writes a crash report for it (BT-20, BT-21).
    public var writesCrashReport: Bool

    /// Creates a termination.
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
    /// The reason, word for word.
    public var reason: String
    /// The rule that holds the text.
    public var rule: RuleID

    /// Creates an exception.
    public init(name: String, reason: String, rule: RuleID) {
        self.name = name
        self.reason = reason
        self.rule = rule
    }

    /// Turns an error that nobody has caught into an exception: an app that throws one ends, as with an exception
    /// (LC-01).
    package init(escaped error: any Error) {
        self = error as? AppleException ?? AppleException(name: "\(type(of: error))", reason: "\(error)", rule: "LC-01")
    }

    /// Its name and its reason.
    public var description: String { "\(name): \(reason)" }

    /// The line that the runtime prints when nobody catches it.
    public var lastWords: String {
        "*** Terminating app due to uncaught exception '\(name)', reason: '\(reason)'"
    }
}

/// The identifier of a background task, as `UIBackgroundTaskIdentifier`.
public struct BackgroundTaskIdentifier: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    /// The raw value; 0 is `.invalid` (BT-25), the first one given is 1 (BT-26).
    public var rawValue: Int

    /// Creates an identifier from its raw value.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// No task (BT-25).
    public static let invalid = BackgroundTaskIdentifier(rawValue: 0)

    /// The raw value as text.
    public var description: String { String(rawValue) }

    /// The order in which identifiers are given.
    public static func < (left: BackgroundTaskIdentifier, right: BackgroundTaskIdentifier) -> Bool {
        left.rawValue < right.rawValue
    }
}
