import KeepAlivePolicy

/// What a device's apps do now, for `ctl status`.
package struct DeviceStatus: Sendable, Equatable, Codable {
    /// One app.
    package struct App: Sendable, Equatable, Codable {
        /// What it is called on the device.
        package var name: String
        /// The pid of its main process, or `nil` without one.
        package var pid: Int32?
        /// Its state.
        package var state: ApplicationState
        /// Whether its processes are known to stand still: a suspended app runs until the kernel has said so.
        package var isFrozen: Bool
        /// Seconds since it was entered.
        package var sinceSeconds: Double
        /// Why it was entered.
        package var reason: String
        /// The row that says so.
        package var rule: RuleID
        /// Its reasons to run.
        package var grants: [Grant]
        /// What falls due next.
        package var next: Next?
        /// Whether it speaks for itself.
        package var speaks: Bool

        /// Its state for people.
        package var stateInWords: String { state.inWords(isFrozen: isFrozen) }

        /// Whether it is in a state: suspended once it stands still, not when that is decided.
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
        /// Seconds from now.
        package var inSeconds: Double
        /// What happens then.
        package var what: String
        /// The row that says so.
        package var rule: RuleID

        package init(_ coming: Explanation.Coming) {
            inSeconds = max(0, coming.inSeconds)
            what = coming.what
            rule = coming.rule
        }
    }

    /// What the device is called.
    package var name: String
    /// The version whose rules apply.
    package var ios: String
    /// Seconds since the device was started.
    package var uptimeSeconds: Double
    /// What differs from a phone in daily use: locked, in Low Power Mode, in a call, with headphones …
    package var conditions: [String]
    /// The apps, in the order in which they came.
    package var apps: [App]

    package init(name: String, ios: String, uptimeSeconds: Double, conditions: [String], apps: [App]) {
        self.name = name
        self.ios = ios
        self.uptimeSeconds = uptimeSeconds
        self.conditions = conditions
        self.apps = apps
    }
}
