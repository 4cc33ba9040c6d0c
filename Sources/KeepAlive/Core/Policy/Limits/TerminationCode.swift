/// The codes with which the system ends apps (RB-17 to RB-29).
public enum TerminationCode: String, Sendable, Hashable, CaseIterable {
    /// A watchdog; up to iOS 12 also a task or a wake that overran (RB-17).
    case watchdog = "0x8badf00d"
    /// A background task was not completed in time (RB-18).
    case backgroundTask = "0x2182bad2"
    /// The events of a background URL session were not handled in time (RB-19).
    case urlSession = "0x2182bad3"
    /// A background fetch was not completed in time (RB-20).
    case backgroundFetch = "0x2182bad4"
    /// A file or database was locked at suspension (RB-21).
    case lockedFile = "0xdead10cc"
    /// A VoIP push was not reported to CallKit (RB-22).
    case unreportedCall = "0xbaadca11"
    /// A VoIP app was resumed too often (RB-23).
    case voipResumes = "0xbad22222"
    /// The system purged caches to free disk space (RB-24).
    case diskSpace = "0xbaddd15c"
    /// The device was too hot (RB-25).
    case thermal = "0xc00010ff"
    /// Key resources were used to excess (RB-26).
    case keyResources = "0xd00d2bad"
    /// About a thousand background task assertions (RB-28).
    case tooManyTasks = "0xbada5e47"
    /// The user force-quit the app (RB-29).
    case forceQuit = "0xdeadfa11"

    /// Finds the code of a termination; capitals do not matter.
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
    /// Creates an end whose code is one of the system's.
    init(
        signal: Int32, code: TerminationCode?, namespace: String? = nil, explanation: String, writesCrashReport: Bool
    ) {
        self.init(
            signal: signal, code: code?.rawValue, namespace: namespace, explanation: explanation,
            writesCrashReport: writesCrashReport)
    }
}

/// The namespaces of the kernel's exit reasons (RB-30 to RB-34); FRONTBOARD appears by name only (RB-35).
public enum ReasonNamespace: Int, Sendable, Hashable, CaseIterable {
    /// Memory (RB-30).
    case jetsam = 1
    /// Signals (RB-31).
    case signal = 2
    /// The home screen (RB-32).
    case springboard = 10
    /// RunningBoard, formerly assertiond (RB-33).
    case runningboard = 15
    /// Watchdogs (RB-34).
    case watchdog = 20

    /// The name, as in reports.
    public var name: String {
        switch self {
        case .jetsam: "JETSAM"
        case .signal: "SIGNAL"
        case .springboard: "SPRINGBOARD"
        case .runningboard: "RUNNINGBOARD"
        case .watchdog: "WATCHDOG"
        }
    }

    /// Finds the namespace of a termination by its name, or by the name that it had before iOS 13; `nil` for
    /// FRONTBOARD, whose number is not published.
    public init?(named name: String) {
        let now = name == "ASSERTIOND" ? "RUNNINGBOARD" : name
        guard let found = Self.allCases.first(where: { $0.name == now }) else { return nil }
        self = found
    }

    /// The number of the reason "CPU limit" within ``jetsam`` (RB-36).
    public static let cpuLimitReason = 100
}
