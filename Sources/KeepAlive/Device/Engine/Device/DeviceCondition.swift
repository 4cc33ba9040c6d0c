import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol

/// A condition of the device that is changed from outside. One row describes a condition completely: the verb of
/// scenarios, the method of the control socket and the verb of `ctl` are derived from the row.
package struct DeviceCondition: Sendable {
    /// The values that a condition can have.
    package enum Values: Sendable {
        /// On or off, with the words for each.
        case onOff(on: String, off: String, change: @Sendable (Bool) -> DeviceChange)
        /// One of the given words. `name` is the condition's name before the word in texts, and `valueName` is the
        /// placeholder of the word in `ctl --help`.
        case words([String], name: String, valueName: String, change: @Sendable (String) -> DeviceChange?)
        /// A name that must exist on this machine, such as the name of a time zone; the examples show the form.
        case named(examples: [String], name: String, valueName: String, change: @Sendable (String) -> DeviceChange?)
    }

    /// The verb that scenarios use for the condition.
    package let verb: String
    /// The condition's description, in one line.
    package let summary: String
    /// The rules of the policy that depend on the condition.
    package let rules: [RuleID]
    package let values: Values
    /// The method of the control socket, and the verb of `ctl` with its abstract; `nil` if only scenarios can change
    /// the condition.
    package let control: (method: String, command: String, abstract: String)?
    /// Returns the words for an unusual value of the condition; `nil` for the usual value.
    package let inWords: @Sendable (DeviceConditions) -> String?

    private init(
        _ verb: String, _ summary: String, _ rules: [RuleID], _ values: Values,
        control: (method: String, command: String, abstract: String)? = nil,
        inWords: @escaping @Sendable (DeviceConditions) -> String? = { _ in nil }
    ) {
        self.verb = verb
        self.summary = summary
        self.rules = rules
        self.values = values
        self.control = control
        self.inWords = inWords
    }

    /// All conditions, in the order of the documentation.
    package static let all: [DeviceCondition] = [
        DeviceCondition(
            "locked", "the screen is locked or unlocked", [],
            .onOff(on: "locked", off: "unlocked") { .locked($0) }, inWords: { $0.locked ? "locked" : nil }),
        DeviceCondition(
            "low-power-mode", "Low Power Mode is switched", ["MD-17"],
            .onOff(on: "Low Power Mode is on", off: "Low Power Mode is off") { .lowPowerMode($0) },
            control: ("lowPowerMode", "low-power", "Switch Low Power Mode on or off (MD-17)."),
            inWords: { $0.lowPowerMode ? "Low Power Mode" : nil }),
        DeviceCondition(
            "low-data-mode", "Low Data Mode is switched", ["UR-18"],
            .onOff(on: "Low Data Mode is on", off: "Low Data Mode is off") { .lowDataMode($0) },
            control: ("lowDataMode", "low-data", "Switch Low Data Mode on or off (UR-18)."),
            inWords: { $0.lowDataMode ? "Low Data Mode" : nil }),
        DeviceCondition(
            "external-power", "the device is plugged in or not", ["BG-16"],
            .onOff(on: "on external power", off: "on battery") { .externalPower($0) },
            control: ("externalPower", "power", "Plug the device in, or unplug it (BG-16)."),
            inWords: { $0.externalPower ? "on external power" : nil }),
        DeviceCondition(
            "network", "the network changes", ["BG-16"],
            .words(DeviceConditions.Network.allCases.map(\.rawValue), name: "network:", valueName: "NETWORK") {
                DeviceConditions.Network(rawValue: $0).map { .network($0) }
            }, control: ("network", "network", "Change the network: none, wifi, cellular (BG-16)."),
            inWords: { $0.network == .wifi ? nil : "network: \($0.network.rawValue)" }),
        DeviceCondition(
            "thermal-state", "the device becomes hotter or cooler", ["BT-17", "RB-25"],
            .words(DeviceConditions.ThermalState.allCases.map(\.rawValue), name: "thermal state", valueName: "STATE") {
                DeviceConditions.ThermalState(rawValue: $0).map { .thermalState($0) }
            }, control: ("thermalState", "thermal-state", "Make the device hotter or cooler (BT-17, RB-25)."),
            inWords: { $0.thermalState == .nominal ? nil : "thermal state \($0.thermalState.rawValue)" }),
        DeviceCondition(
            "background-refresh", "the user allows Background App Refresh or not", ["BG-07"],
            .onOff(on: "Background App Refresh is on", off: "Background App Refresh is off") {
                .backgroundAppRefresh($0)
            },
            control: (
                "backgroundRefresh", "background-refresh", "Switch Background App Refresh in Settings (BG-07)."
            ), inWords: { $0.backgroundAppRefresh ? nil : "no Background App Refresh" }),
        DeviceCondition(
            "time-zone", "the device is in another time zone", ["LN-14"],
            .named(examples: ["Europe/Berlin", "UTC"], name: "time zone", valueName: "ZONE") { name in
                TimeZoneFiles.zone(named: name).map { .timeZone($0) }
            }, control: ("timeZone", "time-zone", "Take the device to another time zone (LN-14).")),
        DeviceCondition(
            "passcode", "a passcode is set or removed", [],
            .onOff(on: "has a passcode", off: "has no passcode") { .passcode($0) }),
        DeviceCondition(
            "debugger", "a debugger is attached or not", [],
            .onOff(on: "a debugger is attached", off: "no debugger is attached") { .debugger($0) }),
        DeviceCondition(
            "in-use", "the user uses the device or not", [], .onOff(on: "in use", off: "not in use") { .inUse($0) }),
        DeviceCondition(
            "busy", "other things keep the device's processor busy or not", ["BG-15"],
            .onOff(on: "busy with other things", off: "not busy") { .busy($0) },
            inWords: { $0.isBusy ? "busy with other things" : nil }),
    ]
}
