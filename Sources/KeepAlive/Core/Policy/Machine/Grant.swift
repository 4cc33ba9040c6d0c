/// A live reason to run (MD-01).
public enum Grant: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// The app is in the foreground.
    case foreground
    /// Audio flows through an active session, and the mode is declared.
    case audio
    /// Location updates go on, and the mode is declared.
    case location
    /// At least one background task is live; all share one budget.
    case finishTask
    /// The app deals with an event for which it was woken, within that event's budget.
    case wake

    /// True for a grant that stops the clock of the background tasks while it lives (BT-09, BT-10, MD-02).
    public var definesStartTime: Bool {
        switch self {
        case .foreground, .audio, .location: true
        case .finishTask, .wake: false
        }
    }

    fileprivate var bit: UInt8 {
        switch self {
        case .foreground: 1
        case .audio: 2
        case .location: 4
        case .finishTask: 8
        case .wake: 16
        }
    }

    /// Alphabetical order of the names.
    public static func < (left: Grant, right: Grant) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The reasons to run that live at one time.
public struct GrantSet: Sendable, Hashable, Codable, ExpressibleByArrayLiteral {
    private var bits: UInt8 = 0
    /// True when a grant other than `foreground` lives: it keeps a device awake that nobody looks at.
    package var holdsDeviceAwake: Bool { bits & ~Grant.foreground.bit != 0 }

    private static let startTimeDefining = Grant.foreground.bit | Grant.audio.bit | Grant.location.bit

    /// Creates a set of grants.
    public init(arrayLiteral elements: Grant...) {
        for grant in elements { insert(grant) }
    }

    /// True when no grant lives.
    public var isEmpty: Bool { bits == 0 }

    /// True when one of them stops the clock of the background tasks (MD-02).
    public var definesStartTime: Bool { bits & Self.startTimeDefining != 0 }

    /// The grants, in the order of their cases.
    public var all: [Grant] { Grant.allCases.filter(contains) }

    /// Returns whether a grant lives.
    public func contains(_ grant: Grant) -> Bool { bits & grant.bit != 0 }

    /// Adds a grant; returns whether it is new.
    @discardableResult
    mutating func insert(_ grant: Grant) -> Bool {
        defer { bits |= grant.bit }
        return !contains(grant)
    }

    /// Takes a grant out; returns whether it was there.
    @discardableResult
    mutating func remove(_ grant: Grant) -> Bool {
        defer { bits &= ~grant.bit }
        return contains(grant)
    }

    mutating func removeAll() { bits = 0 }
}
