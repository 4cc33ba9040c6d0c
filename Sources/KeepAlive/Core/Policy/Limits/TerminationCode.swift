/// The codes with which the system kills apps (RB-17 to RB-29).
public enum TerminationCode: String, Sendable, Hashable, CaseIterable {
    /// A watchdog killed the app; up to iOS 12 also for a task or a wake that overran (RB-17).
    case watchdog = "0x8badf00d"
    /// A background task was not completed in time (RB-18).
    case backgroundTask = "0x2182bad2"
    /// The events of a background URL session were not handled in time (RB-19).
    case urlSession = "0x2182bad3"
    /// A background fetch was not completed in time (RB-20).
    case backgroundFetch = "0x2182bad4"
    /// The app held a lock on a file or database at its suspension (RB-21).
    case lockedFile = "0xdead10cc"
    /// The app did not report a VoIP push to CallKit (RB-22).
    case unreportedCall = "0xbaadca11"
    /// A VoIP app was resumed too often (RB-23).
    case voipResumes = "0xbad22222"
    /// The system purged caches to free disk space (RB-24).
    case diskSpace = "0xbaddd15c"
    /// The device was too hot (RB-25).
    case thermal = "0xc00010ff"
    /// The app used too many key resources (RB-26).
    case keyResources = "0xd00d2bad"
    /// The app held about a thousand background task assertions (RB-28).
    case tooManyTasks = "0xbada5e47"
    /// The user force-quit the app (RB-29).
    case forceQuit = "0xdeadfa11"

    /// Finds a code by its text, regardless of case; `nil` for any other text.
    public init?(_ text: String) {
        self.init(rawValue: text.lowercased())
    }

    /// The rule that lists the code.
    public var rule: RuleID {
        switch self {
        case .watchdog: "RB-17"
        case .backgroundTask: "RB-18"
        case .urlSession: "RB-19"
        case .backgroundFetch: "RB-20"
        case .lockedFile: "RB-21"
        case .unreportedCall: "RB-22"
        case .voipResumes: "RB-23"
        case .diskSpace: "RB-24"
        case .thermal: "RB-25"
        case .keyResources: "RB-26"
        case .tooManyTasks: "RB-28"
        case .forceQuit: "RB-29"
        }
    }
}

extension Termination {
    /// Creates a termination with one of the system's codes, or without a code.
    init(
        signal: Int32, code: TerminationCode?, namespace: String? = nil, explanation: String, writesCrashReport: Bool
    ) {
        self.init(
            signal: signal, code: code?.rawValue, namespace: namespace, explanation: explanation,
            writesCrashReport: writesCrashReport)
    }
}

/// The namespaces of the kernel's exit reasons (RB-30 to RB-34). FRONTBOARD is missing, because crash reports show only
/// its name, not its number (RB-35).
public enum ReasonNamespace: Int, Sendable, Hashable, CaseIterable {
    /// Terminations because of memory (RB-30).
    case jetsam = 1
    /// Terminations by a signal (RB-31).
    case signal = 2
    /// Terminations by the home screen (RB-32).
    case springboard = 10
    /// Terminations by RunningBoard, formerly assertiond (RB-33).
    case runningboard = 15
    /// Terminations by watchdogs (RB-34).
    case watchdog = 20

    /// The name of the namespace in crash reports.
    public var name: String {
        switch self {
        case .jetsam: "JETSAM"
        case .signal: "SIGNAL"
        case .springboard: "SPRINGBOARD"
        case .runningboard: "RUNNINGBOARD"
        case .watchdog: "WATCHDOG"
        }
    }

    /// Finds a namespace by its name, or by its name before iOS 13; `nil` for FRONTBOARD, whose number is not
    /// published, and for unknown names.
    public init?(named name: String) {
        let now = name == "ASSERTIOND" ? "RUNNINGBOARD" : name
        guard let found = Self.allCases.first(where: { $0.name == now }) else { return nil }
        self = found
    }

    /// The number of the reason "CPU limit" within ``jetsam`` (RB-36).
    public static let cpuLimitReason = 100
}
