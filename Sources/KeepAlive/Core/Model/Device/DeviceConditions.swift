/// The conditions of the device that the background policy reads.
public struct DeviceConditions: Sendable, Hashable, Codable {
    /// The kinds of network connection.
    public enum Network: String, Sendable, Hashable, Codable, CaseIterable {
        /// No connection.
        case none
        /// Connected over Wi-Fi.
        case wifi
        /// Connected over the mobile network.
        case cellular
    }

    /// `ProcessInfo.ThermalState`.
    public enum ThermalState: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
        /// Normal temperature.
        case nominal
        /// Slightly warm.
        case fair
        /// Hot: the system postpones work.
        case serious
        /// Too hot: the system ends work (BT-17, RB-25).
        case critical

        /// Sorts cooler states first.
        public static func < (left: ThermalState, right: ThermalState) -> Bool {
            let order = Self.allCases
            return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
        }
    }

    /// True if Low Power Mode is on (MD-17).
    public var lowPowerMode = false
    /// True if the device is connected to external power (BG-16, RB-12).
    public var externalPower = false
    /// The device's network connection (BG-16).
    public var network = Network.wifi
    /// True if Low Data Mode is on (UR-18).
    public var lowDataMode = false
    /// The device's thermal state (BT-17, RB-25).
    public var thermalState = ThermalState.nominal
    /// True if the screen is locked.
    public var locked = false
    /// True if the user has set a passcode (LC-21).
    public var hasPasscode = true
    /// True if the user has unlocked the device since it was booted (LC-21).
    public var unlockedSinceBoot = true
    /// True if the user allows Background App Refresh for the app (BG-07).
    public var backgroundAppRefresh = true
    /// True if a debugger is attached to the app (LC-17, MD-14).
    public var debuggerAttached = false
    /// True if the device is a simulator, which has no watchdog and no task scheduler (LC-17, BG-07).
    public var isSimulator = false
    /// True if the device can run more than one app at a time (SD-05), as all devices can since iOS 7.
    public var supportsMultitasking = true
    /// True if the user is using the device, with any app (BG-15).
    public var inUse = true
    /// True if the device is switched off: neither app nor system runs (LC-37).
    public var isOff = false
    /// True if other work than the app's keeps the device's processor busy (BG-15).
    public var isBusy = false
    /// The actions that iOS and the user take without a command of a scenario or test (MD-20).
    public var systemLife = SystemLife.none
    /// The device's time of day at the start of the timeline, as a duration since midnight.
    public var timeOfDay = Duration.seconds(9 * 3600)
    /// The device's date and time zone; `nil` for Monday, 5 January 2026, at ``timeOfDay`` UTC.
    public var date: DeviceDate?
    /// The start of the timeline: zero on virtual time, otherwise the instant at which the device was switched on.
    package var start = MonotonicInstant.zero

    /// Creates the conditions of a phone in daily use: unlocked, on Wi-Fi, not charging, nine o'clock in the morning.
    public init() {}

    /// The date and the time zone that the device shows: ``date``, or its default if ``date`` is `nil`.
    package var shownDate: DeviceDate { date ?? DeviceDate(atStart: Self.monday + timeOfDay.inSeconds) }
    /// 2026-01-05 00:00 UTC, in seconds since 1970.
    private static let monday = 1_767_571_200.0

    /// Updates the conditions with a change, and with its consequences: after a boot, a device with a passcode is
    /// locked.
    package mutating func apply(_ change: DeviceChange) {
        switch change {
        case .lowPowerMode(let on): lowPowerMode = on
        case .externalPower(let on): externalPower = on
        case .network(let network): self.network = network
        case .lowDataMode(let on): lowDataMode = on
        case .thermalState(let state): thermalState = state
        case .locked(let locked):
            self.locked = locked
            if !locked { unlockedSinceBoot = true }
        case .passcode(let set): hasPasscode = set
        case .backgroundAppRefresh(let allowed): backgroundAppRefresh = allowed
        case .debugger(let attached): debuggerAttached = attached
        case .inUse(let inUse): self.inUse = inUse
        case .busy(let isBusy): self.isBusy = isBusy
        case .timeZone(let zone):
            var date = shownDate
            date.zone = zone
            self.date = date
        case .switchedOff: isOff = true
        case .switchedOn where !isOff: break
        case .switchedOn, .rebooted, .updated:
            isOff = false
            unlockedSinceBoot = !hasPasscode
            locked = hasPasscode
        case .memoryPressure, .diskSpaceShort, .privacyChanged: break
        }
    }
}

/// A change of the device's conditions.
public enum DeviceChange: Sendable, Hashable, Codable {
    /// Low Power Mode was switched on (true) or off.
    case lowPowerMode(Bool)
    /// External power was connected (true) or disconnected.
    case externalPower(Bool)
    /// The network connection was established, lost or changed.
    case network(DeviceConditions.Network)
    /// Low Data Mode was switched on (true) or off (UR-18).
    case lowDataMode(Bool)
    /// The device's time zone changed (LN-14).
    case timeZone(TimeZoneRules)
    /// The device became warmer or cooler.
    case thermalState(DeviceConditions.ThermalState)
    /// The screen was locked (true) or unlocked. Before the first unlock after a boot most services cannot launch the
    /// app (LC-21).
    case locked(Bool)
    /// The user set (true) or removed the passcode.
    case passcode(Bool)
    /// The user allowed (true) or forbade Background App Refresh.
    case backgroundAppRefresh(Bool)
    /// A debugger was attached (true) or detached.
    case debugger(Bool)
    /// The user began (true) or stopped using the device.
    case inUse(Bool)
    /// The device was restarted: all processes have ended, and the system asks for the passcode (LC-21).
    case rebooted
    /// The device was switched off (LC-37).
    case switchedOff
    /// The device was switched on again, and the system asks for the passcode (LC-37).
    case switchedOn
    /// The device was restarted with another version of iOS (BG-11).
    case updated
    /// Other work than the app's began (true) or stopped keeping the device's processor busy (BG-15).
    case busy(Bool)
    /// The user changed one of the app's permissions in Settings (LC-36).
    case privacyChanged(PrivacySetting)
    /// The device is short of memory (LC-22).
    case memoryPressure(MemoryPressure)
    /// The system deletes caches of the app because disk space is short (RB-24).
    case diskSpaceShort
}

/// The permissions in Settings whose change ends the app (LC-36). Location and notifications are not among them: a
/// change of those permissions does not end the app.
public enum PrivacySetting: String, Sendable, Hashable, Codable, CaseIterable {
    /// The app's permission to use this kind of the user's data, or this device.
    case contacts, calendars, reminders, photos, camera, microphone, speech
}

/// The degrees of memory pressure.
public enum MemoryPressure: String, Sendable, Hashable, Codable, CaseIterable {
    /// The system sends memory warnings to the running apps (LC-22).
    case warning
    /// The system has chosen this app to free memory: a suspended app is purged, an app in the background is asked to
    /// end (LC-22, RB-07).
    case purge
    /// The app itself uses more memory than the limit for its process (RB-08).
    case processLimit
}
