/// The state of an app, in Apple's names of both life cycles, before and since iOS 13 (SD-01, SD-02, LC-01, LC-02).
public enum ApplicationState: String, Sendable, Hashable, Codable, CaseIterable {
    /// Never started (iOS up to 12; SD-02). Apple uses this name also for an app that has ended; see
    /// ``inApplesWords(_:)``.
    case notRunning
    /// The scene is not connected to the app yet, or is disconnected again (iOS 13 and later; SD-01).
    case unattached
    /// In the foreground but receiving no events: between active and background, in either direction.
    case foregroundInactive
    /// In the foreground and in use.
    case foregroundActive
    /// Not visible, but running.
    case background
    /// Not visible, in memory, and executing nothing: its processes are frozen.
    case suspended
    /// The app has ended, by itself or by the system.
    case terminated

    /// True if code of the app can run in this state.
    public var isRunning: Bool {
        switch self {
        case .foregroundInactive, .foregroundActive, .background: true
        case .notRunning, .unattached, .suspended, .terminated: false
        }
    }

    /// Returns the state's name for display. The name is "not frozen" for a suspended app whose processes still run,
    /// because the freeze is not complete or the processes were thawed in order to be ended.
    ///
    /// - Parameter isFrozen: whether the app's processes are known to be frozen; `nil` if nothing observes the
    ///   processes.
    package func inWords(isFrozen: Bool?) -> String {
        self == .suspended && isFrozen == false ? "not frozen" : rawValue
    }

    /// Returns Apple's name for the state. Apple has no name for an app that has ended: up to iOS 12 such an app is
    /// "not running", from iOS 13 on its scene is "unattached" (SD-01, SD-02).
    public func inApplesWords(_ era: LifecycleEra) -> ApplicationState {
        self == .terminated ? era.stateBeforeLaunch : self
    }

    /// Returns whether `name` denotes this state, either as this project's name or as Apple's.
    package func isCalled(_ name: ApplicationState, in era: LifecycleEra) -> Bool {
        self == name || inApplesWords(era) == name
    }

    /// True if the app is in the foreground, active or inactive.
    public var isForeground: Bool {
        self == .foregroundActive || self == .foregroundInactive
    }
}

/// Apple's two life cycles. Each version of iOS has exactly one of the two (LC-01, LC-02).
public enum LifecycleEra: String, Sendable, Hashable, Codable, CaseIterable {
    /// Up to iOS 12: the application delegate gets the callbacks. An app that does not run is "not running".
    case applicationDelegate
    /// From iOS 13: the scene delegates get the callbacks. A scene that is not shown yet is "unattached".
    case scene

    /// The state of an app before its first launch: `notRunning` up to iOS 12, `unattached` from iOS 13.
    public var stateBeforeLaunch: ApplicationState {
        self == .applicationDelegate ? .notRunning : .unattached
    }
}
