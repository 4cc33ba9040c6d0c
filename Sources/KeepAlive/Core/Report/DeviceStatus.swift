import KeepAlivePolicy

/// The current state of a device and its apps, for `ctl status`.
package struct DeviceStatus: Sendable, Equatable, Codable {
    /// The status of one app.
    package struct App: Sendable, Equatable, Codable {
        /// The app's name on the device.
        package var name: String
        /// The process id of the app's main process; `nil` if the app does not run.
        package var pid: Int32?
        package var state: ApplicationState
        /// True if the kernel has confirmed that the app's processes are frozen. Until then a suspended app still runs.
        package var isFrozen: Bool
        /// The time since the app entered the state, in seconds of this machine (not of device time).
        package var sinceSeconds: Double
        /// The reason why the app entered the state, in words.
        package var reason: String
        /// The rule that states the reason.
        package var rule: RuleID
        /// The grants that the app holds. A grant is a reason for which iOS lets the app run.
        package var grants: [Grant]
        /// The next event that the policy expects; `nil` if there is none.
        package var next: Next?
        /// True if the app itself uses the app protocol; false if a strategy acts for the app.
        package var speaks: Bool

        /// The app's state in words, where a suspended app that still runs is "not frozen".
        package var stateInWords: String { state.inWords(isFrozen: isFrozen) }

        /// Returns whether the app is in a state. A suspended app counts as suspended only once it is frozen.
        package func isIn(_ wanted: ApplicationState) -> Bool {
            state == wanted && (wanted != .suspended || isFrozen)
        }

        package init(
            name: String, pid: Int32?, state: ApplicationState, isFrozen: Bool, sinceSeconds: Double, reason: Reason,
            grants: [Grant], next: Next?, speaks: Bool
        ) {
            self.name = name
            self.pid = pid
            self.state = state
            self.isFrozen = isFrozen
            self.sinceSeconds = sinceSeconds
            self.reason = reason.text
            rule = reason.rule
            self.grants = grants
            self.next = next
            self.speaks = speaks
        }
    }

    /// The next event of an app that the policy expects, such as a freeze or an expiration.
    package struct Next: Sendable, Equatable, Codable {
        /// The time until the event, in seconds of this machine (not of device time).
        package var inSeconds: Double
        /// A description of the event.
        package var what: String
        /// The rule that causes the event.
        package var rule: RuleID

        package init(_ coming: Explanation.Coming) {
            inSeconds = max(0, coming.inSeconds)
            what = coming.what
            rule = coming.rule
        }
    }

    /// The device's conditions as values.
    package struct World: Sendable, Equatable, Codable {
        /// The conditions that the policy reads.
        package var conditions: DeviceConditions
        /// True during a phone call.
        package var callInProgress: Bool
        package var route: AudioPort

        package init(conditions: DeviceConditions, callInProgress: Bool, route: AudioPort) {
            self.conditions = conditions
            self.callInProgress = callInProgress
            self.route = route
        }
    }

    /// The device's name.
    package var name: String
    /// The iOS version whose rules apply.
    package var ios: String
    /// The time scale: this machine's seconds per second of device time; `nil` without a time scale.
    package var timeScale: Double?
    /// The time since the device was switched on, in seconds of this machine (not of device time).
    package var uptimeSeconds: Double
    /// The conditions that differ from the conditions of a phone in daily use, in words, such as locked, Low Power
    /// Mode, call or headphones.
    package var conditions: [String]
    /// All conditions as values, including the usual ones, which `conditions` omits.
    package var world: World
    /// The apps, in the order in which they were added.
    package var apps: [App]

    package init(
        name: String, ios: String, timeScale: Double? = nil, uptimeSeconds: Double, conditions: [String], world: World,
        apps: [App]
    ) {
        self.name = name
        self.ios = ios
        self.timeScale = timeScale
        self.uptimeSeconds = uptimeSeconds
        self.conditions = conditions
        self.world = world
        self.apps = apps
    }
}
