import KeepAlivePolicy

/// The present state of a device's apps, for `ctl status`.
package struct DeviceStatus: Sendable, Equatable, Codable {
    /// One app.
    package struct App: Sendable, Equatable, Codable {
        /// The app's name on the device.
        package var name: String
        /// The pid of its main process, or `nil` without one.
        package var pid: Int32?
        /// Its state.
        package var state: ApplicationState
        /// True if the kernel has confirmed that its processes stand still. Until then a suspended app still runs.
        package var isFrozen: Bool
        /// Seconds of this machine since the app entered the state.
        package var sinceSeconds: Double
        /// The reason for the state.
        package var reason: String
        /// The row that gives the reason.
        package var rule: RuleID
        /// The app's reasons to run.
        package var grants: [Grant]
        /// The event that falls due next.
        package var next: Next?
        /// True if the app itself speaks the app protocol.
        package var speaks: Bool

        /// The app's state, in words for people.
        package var stateInWords: String { state.inWords(isFrozen: isFrozen) }

        /// Returns whether the app is in a state. A suspended app is in it once it stands still, not before.
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

    /// Something that falls due.
    package struct Next: Sendable, Equatable, Codable {
        /// Seconds from now, of this machine.
        package var inSeconds: Double
        /// The event, in words.
        package var what: String
        /// The row that it follows from.
        package var rule: RuleID

        package init(_ coming: Explanation.Coming) {
            inSeconds = max(0, coming.inSeconds)
            what = coming.what
            rule = coming.rule
        }
    }

    /// The conditions of the device.
    package struct World: Sendable, Equatable, Codable {
        /// The device's conditions.
        package var conditions: DeviceConditions
        /// True while a phone call lasts.
        package var callInProgress: Bool
        /// The output of the sound.
        package var route: AudioPort

        package init(conditions: DeviceConditions, callInProgress: Bool, route: AudioPort) {
            self.conditions = conditions
            self.callInProgress = callInProgress
            self.route = route
        }
    }

    /// The device's name.
    package var name: String
    /// The version whose rules apply.
    package var ios: String
    /// The seconds of this machine in a second of the device; `nil` where the device keeps this machine's time.
    package var timeScale: Double?
    /// Seconds of this machine since the device was started.
    package var uptimeSeconds: Double
    /// The conditions that differ from a phone in daily use: locked, in Low Power Mode, in a call, with headphones …
    package var conditions: [String]
    /// All conditions as values, also the usual ones, which `conditions` leaves out.
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
