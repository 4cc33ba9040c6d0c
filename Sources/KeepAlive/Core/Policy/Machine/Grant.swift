/// A reason to run that the app has now (MD-01).
public enum Grant: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// The app is in the foreground.
    case foreground
    /// Audio flows through an active session, and the `audio` background mode is declared.
    case audio
    /// Location updates are running, and the `location` background mode is declared.
    case location
    /// At least one background task is live; all background tasks share one budget.
    case finishTask
    /// The app handles an event for which it was woken, within the budget of that wake.
    case wake

    /// True for a grant that stops the shared clock of the background tasks while the app has it (BT-09, BT-10, MD-02).
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

    /// Orders grants alphabetically by name.
    public static func < (left: Grant, right: Grant) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The set of grants that an app has at one time.
public struct GrantSet: Sendable, Hashable, Codable, ExpressibleByArrayLiteral {
    private var bits: UInt8 = 0
    /// True when the app has a grant other than `foreground`: such a grant keeps an unattended device awake.
    package var holdsDeviceAwake: Bool { bits & ~Grant.foreground.bit != 0 }

    private static let startTimeDefining = Grant.foreground.bit | Grant.audio.bit | Grant.location.bit

    /// Creates a set of grants.
    public init(arrayLiteral elements: Grant...) {
        for grant in elements { insert(grant) }
    }

    /// True when the app has no grant.
    public var isEmpty: Bool { bits == 0 }

    /// True when a grant of the set stops the shared clock of the background tasks (MD-02).
    public var definesStartTime: Bool { bits & Self.startTimeDefining != 0 }

    /// The grants of the set, in the order of the cases of ``Grant``.
    public var all: [Grant] { Grant.allCases.filter(contains) }

    /// Returns true if the set contains a grant.
    public func contains(_ grant: Grant) -> Bool { bits & grant.bit != 0 }

    /// Adds a grant; returns true if the set did not contain it.
    @discardableResult
    mutating func insert(_ grant: Grant) -> Bool {
        defer { bits |= grant.bit }
        return !contains(grant)
    }

    /// Removes a grant; returns true if the set contained it.
    @discardableResult
    mutating func remove(_ grant: Grant) -> Bool {
        defer { bits &= ~grant.bit }
        return contains(grant)
    }

    mutating func removeAll() { bits = 0 }
}
