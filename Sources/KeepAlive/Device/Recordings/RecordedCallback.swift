import KeepAliveFormats
import KeepAlivePolicy

/// A callback that recordings have: what brings it about, and whether it is compared.
struct RecordedCallback: Sendable {
    /// What brings a callback about.
    enum Cause: Sendable {
        /// The rules, by themselves.
        case rules
        /// Something that covers the app, or no longer does: see ``RecordedCovers``.
        case cover
        /// A step of the scenario.
        case step(String)
        /// A step that depends on what the callback was told; none if that is missing.
        case told(@Sendable (JSONValue) -> String?)
    }

    let cause: Cause
    /// The rule that calls it by itself; `nil` for what something else brings about.
    let rule: RuleID?
    /// True if the callback comes at a time that depends neither on the place nor on the network.
    let isCompared: Bool
    /// True if the callback wakes a suspended app, or launches it.
    let isWake: Bool

    private init(_ cause: Cause, rule: RuleID? = nil, isCompared: Bool = true, isWake: Bool = false) {
        self.cause = cause
        self.rule = rule
        self.isCompared = isCompared
        self.isWake = isWake
    }

    /// True if the recording gives the callback to the model, at its own time.
    var isGiven: Bool {
        switch cause {
        case .rules: false
        case .cover, .step, .told: true
        }
    }

    /// The step that brings the callback about; `nil` if none does.
    func step(_ fields: JSONValue) -> String? {
        switch cause {
        case .rules, .cover: nil
        case .step(let text): text
        case .told(let text): text(fields)
        }
    }

    /// The callbacks by their names.
    static let all: [String: RecordedCallback] = [
        "didFinishLaunching": RecordedCallback(.rules, isCompared: false),
        "didBecomeActive": RecordedCallback(.cover),
        "willResignActive": RecordedCallback(.cover),
        "didEnterBackground": RecordedCallback(.step("home")),
        "willEnterForeground": RecordedCallback(.step("return")),
        "willTerminate": RecordedCallback(.step("{terminate: as recorded}")),
        "didReceiveMemoryWarning": RecordedCallback(.step("memory-warning")),
        "protectedDataWillBecomeUnavailable": RecordedCallback(.step("{locked: on}")),
        "protectedDataDidBecomeAvailable": RecordedCallback(.step("{locked: off}")),
        "backgroundTaskExpired": RecordedCallback(.rules, rule: "BT-14"),
        "wakeExpiring": RecordedCallback(.rules, rule: "MD-13"),
        "audioInterruptionBegan": RecordedCallback(.step("{interruption-begins: otherApp}")),
        "audioInterruptionEnded": RecordedCallback(
            .told { "{interruption-ends: \($0["resume"]?.bool ?? false ? "resume" : "stay")}" }),
        "mediaServicesLost": RecordedCallback(.step("{media-services: lost}")),
        "mediaServicesReset": RecordedCallback(.step("{media-services: reset}")),
        "didReceiveRemoteNotification": RecordedCallback(.step("{push: silent}"), isWake: true),
        "performFetch": RecordedCallback(.step("fetch"), isWake: true),
        "launchHandler": RecordedCallback(
            .told { $0["id"]?.string.map { "{simulate-launch: \(JSONValue.string($0).text)}" } }, isWake: true),
        "didUpdateLocations": RecordedCallback(.rules, isCompared: false),
        "didFailLocation": RecordedCallback(.rules, isCompared: false),
        "error": RecordedCallback(.rules, isCompared: false),
    ]
}
