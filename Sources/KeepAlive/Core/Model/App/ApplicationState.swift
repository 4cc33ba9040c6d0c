/// The state of an app, in the words of both eras (SD-01, SD-02, LC-01, LC-02).
public enum ApplicationState: String, Sendable, Hashable, Codable, CaseIterable {
    /// Never started (iOS up to 12; SD-02). An app that has ended is called so, too: ``inApplesWords(_:)``.
    case notRunning
    /// The scene is not connected to the app yet (iOS 13 and later; SD-01), or not any more.
    case unattached
    /// In the foreground but receiving no events: on the way to or from active.
    case foregroundInactive
    /// In the foreground and in use.
    case foregroundActive
    /// Not visible, but running.
    case background
    /// Not visible, in memory, and executing nothing: its processes are frozen.
    case suspended
    /// Ended, by itself or by the system.
    case terminated

    /// True when code of the app can run in this state.
    public var isRunning: Bool {
        switch self {
        case .foregroundInactive, .foregroundActive, .background: true
        case .notRunning, .unattached, .suspended, .terminated: false
        }
    }

    /// The state for people: an app that runs, not yet frozen or thawed to be ended, is not called suspended.
    ///
    /// - Parameter isFrozen: whether its processes are known to stand still; `nil` if nothing observes them.
    package func inWords(isFrozen: Bool?) -> String {
        self == .suspended && isFrozen == false ? "not frozen" : rawValue
    }

    /// Apple's name for the state. It has none for an app that has ended: up to iOS 12 that app is not running, from 13 on
    /// its scene is unattached (SD-01, SD-02).
    public func inApplesWords(_ era: LifecycleEra) -> ApplicationState {
        self == .terminated ? era.stateBeforeLaunch : self
    }

    /// Returns whether the state is called so, by this project or by Apple.
    package func isCalled(_ name: ApplicationState, in era: LifecycleEra) -> Bool {
        self == name || inApplesWords(era) == name
    }

    /// True when the app is in the foreground, active or not.
    public var isForeground: Bool {
        self == .foregroundActive || self == .foregroundInactive
    }
}

/// Apple's two life cycles: a version of iOS has one of them (LC-01, LC-02).
public enum LifecycleEra: String, Sendable, Hashable, Codable, CaseIterable {
    /// Up to iOS 12: the application delegate; an app that does not run is "not running".
    case applicationDelegate
    /// From iOS 13: scenes; a scene that is not shown yet is "unattached".
    case scene

    /// The state before the first launch.
    public var stateBeforeLaunch: ApplicationState {
        self == .applicationDelegate ? .notRunning : .unattached
    }
}
