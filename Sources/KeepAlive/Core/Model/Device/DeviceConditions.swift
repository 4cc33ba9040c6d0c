/// The conditions of the device around the app, as far as the background policy reads them.
public struct DeviceConditions: Sendable, Hashable, Codable {
    /// The connection of the device to the network.
    public enum Network: String, Sendable, Hashable, Codable, CaseIterable {
        /// No connection.
        case none
        /// Over Wi-Fi.
        case wifi
        /// Over the phone network.
        case cellular
    }

    /// `ProcessInfo.ThermalState`.
    public enum ThermalState: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
        /// As it should be.
        case nominal
        /// A little warm.
        case fair
        /// Hot: the system holds work back.
        case serious
        /// Too hot: the system ends work (BT-17, RB-25).
        case critical

        /// Cooler states come first.
        public static func < (left: ThermalState, right: ThermalState) -> Bool {
            let order = Self.allCases
            return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
        }
    }

    /// Low Power Mode is on (MD-17).
    public var lowPowerMode = false
    /// The device is on external power (BG-16, RB-12).
    public var externalPower = false
    /// The connection of the device to the network (BG-16).
    public var network = Network.wifi
    /// Low Data Mode is on (UR-18).
    public var lowDataMode = false
    /// The heat of the device (BT-17, RB-25).
    public var thermalState = ThermalState.nominal
    /// The screen is locked.
    public var locked = false
    /// The user has set a passcode (LC-21).
    public var hasPasscode = true
    /// The user has unlocked the device since it was started (LC-21).
    public var unlockedSinceBoot = true
    /// The user allows Background App Refresh for the app (BG-07).
    public var backgroundAppRefresh = true
    /// A debugger is attached to the app (LC-17, MD-14).
    public var debuggerAttached = false
    /// The device is a simulator: no watchdog, no scheduler (LC-17, BG-07).
    public var isSimulator = false
    /// The device can run more than one app (SD-05); all can since iOS 7.
    public var supportsMultitasking = true
    /// The user uses the device, with any app (BG-15).
    public var inUse = true
    /// The device is switched off: nothing happens (LC-37).
    public var isOff = false
    /// Other things than the app keep the device's processor busy (BG-15).
    public var isBusy = false
    /// The things that happen by themselves (MD-20).
    public var systemLife = SystemLife.none
    /// The time of day at the start of the time line, from midnight.
    public var timeOfDay = Duration.seconds(9 * 3600)
    /// The date that the device shows; `nil` is Monday, 5 January 2026, at ``timeOfDay`` UTC.
    public var date: DeviceDate?
    /// The start of the time line: zero on virtual time, when the device was switched on on a real machine.
    package var start = MonotonicInstant.zero

    /// Creates the conditions of a phone in daily use: unlocked, on Wi-Fi, not charging, nine in the morning.
    public init() {}

    /// The date that the device shows.
    package var shownDate: DeviceDate { date ?? DeviceDate(atStart: Self.monday + timeOfDay.inSeconds) }
    /// 2026-01-05, in seconds since 1970.
    private static let monday = 1_767_571_200.0

    /// Applies a change.
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

/// A change of the conditions around the app.
public enum DeviceChange: Sendable, Hashable, Codable {
    /// Low Power Mode was switched.
    case lowPowerMode(Bool)
    /// The device was put on external power, or taken off it.
    case externalPower(Bool)
    /// The network came, went or changed.
    case network(DeviceConditions.Network)
    /// Low Data Mode was switched (UR-18).
    case lowDataMode(Bool)
    /// The device is in another time zone (LN-14).
    case timeZone(TimeZoneRules)
    /// The device became hotter or cooler.
    case thermalState(DeviceConditions.ThermalState)
    /// The screen was locked or unlocked; LC-21 waits for the unlock.
    case locked(Bool)
    /// The user set or removed the passcode.
    case passcode(Bool)
    /// The user switched Background App Refresh.
    case backgroundAppRefresh(Bool)
    /// A debugger was attached or detached.
    case debugger(Bool)
    /// The user began or ceased to use the device.
    case inUse(Bool)
    /// The device was restarted: no process is left, and the passcode is asked for (LC-21).
    case rebooted
    /// The device was switched off (LC-37).
    case switchedOff
    /// The device was switched on again, and the passcode is asked for (LC-37).
    case switchedOn
    /// The device was restarted with another version of the system (BG-11).
    case updated
    /// The device's processor became busy with other things, or free of them (BG-15).
    case busy(Bool)
    /// The user changed in Settings whether the app may use this (LC-36).
    case privacyChanged(PrivacySetting)
    /// Memory runs short (LC-22).
    case memoryPressure(MemoryPressure)
    /// The system purges caches of the app for want of disk space (RB-24).
    case diskSpaceShort
}

/// The permissions in Settings whose change ends the app (LC-36); those for location and notifications do not.
public enum PrivacySetting: String, Sendable, Hashable, Codable, CaseIterable {
    /// The user's data of this kind, or a device.
    case contacts, calendars, reminders, photos, camera, microphone, speech
}

/// The degrees of memory shortage.
public enum MemoryPressure: String, Sendable, Hashable, Codable, CaseIterable {
    /// Running apps are warned (LC-22).
    case warning
    /// The system has chosen this app: a suspended one is purged, one in the background is asked to end (LC-22, RB-07).
    case purge
    /// The app itself uses more than the limit of its process (RB-08).
    case processLimit
}
