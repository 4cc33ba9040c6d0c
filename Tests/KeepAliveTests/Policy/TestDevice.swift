@testable import KeepAlivePolicy

/// A policy machine with a hand-moved clock: events happen, time passes, deadlines are met exactly.
struct TestDevice {
    /// The exception's text as apps have seen it since iOS 12 (CL-03), and not as the profile has it.
    static let missingLocationModeText =
        "Invalid parameter not satisfying: !stayUp || CLClientIsBackgroundable(internal->fClient) || _CFMZEnabled()"

    private(set) var machine: PolicyMachine
    private(set) var now = MonotonicInstant.zero
    /// Every effect so far, with its time.
    private(set) var effects: [(at: MonotonicInstant, effect: Effect)] = []
    private var nextTask = 0
    /// Callbacks from which the app does not return by itself.
    var hangs: Set<AwaitedCallback> = []
    /// Whether the host starts and ends processes at once, as it is ordered.
    var hostIsPrompt = true

    init(ios: PolicyProfile = ProfileCatalogue.newest, modes: [BackgroundMode] = []) {
        var manifest = Manifest()
        manifest.declare(modes)
        self.init(ios: ios, manifest: manifest)
    }

    init(ios: PolicyProfile, manifest: Manifest, monitorsUsage: Bool = false) {
        machine = PolicyMachine(
            profile: ios, manifest: manifest, monitorsUsage: monitorsUsage, awaitsReturns: true)
    }

    /// A device whose app is in the foreground.
    static func launched(
        ios: PolicyProfile = ProfileCatalogue.newest, modes: [BackgroundMode] = [],
        hangs: Set<AwaitedCallback> = []
    ) -> TestDevice {
        var device = TestDevice(ios: ios, modes: modes)
        device.hangs = hangs
        device.happen(.launched)
        return device
    }

    static func launched(ios: PolicyProfile = ProfileCatalogue.newest, manifest: Manifest) -> TestDevice {
        var device = TestDevice(ios: ios, manifest: manifest)
        device.happen(.launched)
        return device
    }

    /// Tells the machine a fact; a prompt app and a prompt system do at once what the machine orders of them.
    @discardableResult
    mutating func happen(_ event: PolicyEvent) -> [Effect] {
        let new: [Effect] = machine.handle(event, at: now)
        for effect in new { effects.append((now, effect)) }
        var all = new
        for effect in new { all.append(contentsOf: follow(effect)) }
        return all
    }

    private mutating func follow(_ effect: Effect) -> [Effect] {
        switch effect.action {
        case .deliver(.didFinishLaunching): return comeBack(from: .didFinishLaunching)
        case .deliver(.willResignActive): return comeBack(from: .willResignActive)
        case .deliver(.didEnterBackground): return comeBack(from: .didEnterBackground)
        case .deliver(.willEnterForeground): return comeBack(from: .willEnterForeground)
        case .deliver(.willTerminate): return comeBack(from: .willTerminate)
        case .terminate where !hostIsPrompt, .launch where !hostIsPrompt: return []
        case .terminate(let termination): return happen(.processExited(.signalled(termination.signal)))
        case .launch(let cause): return happen(cause.isForWake ? .launchedInBackground : .launched)
        default: return []
        }
    }

    private mutating func comeBack(from callback: AwaitedCallback) -> [Effect] {
        hangs.contains(callback) ? [] : happen(.callbackReturned(callback))
    }

    mutating func setConditions(_ change: (inout DeviceConditions) -> Void) {
        change(&machine.conditions)
    }

    /// Goes home and lets the app be suspended.
    mutating func suspend() {
        happen(.left(by: .home))
        advance(by: .seconds(1))
    }

    mutating func beginTask(_ name: String = "task") -> BackgroundTaskIdentifier {
        nextTask += 1
        let identifier = BackgroundTaskIdentifier(rawValue: nextTask)
        happen(.backgroundTaskBegan(identifier, name: name))
        return identifier
    }

    /// Lets time pass; deadlines within it, its end included, are handled at their instants.
    @discardableResult
    mutating func advance(by duration: Duration) -> [Effect] {
        let end = now + duration
        let from = effects.count
        while let deadline = machine.nextDeadline, deadline <= end {
            now = max(now, deadline)
            happen(.deadlineReached)
        }
        now = end
        return effects[from...].map(\.effect)
    }

    var state: ApplicationState { machine.state }
    var grants: GrantSet { machine.grants }

    /// The last effect of a kind, as the reason it carries.
    func reason(of predicate: (Effect.Action) -> Bool) -> Reason? {
        effects.last { predicate($0.effect.action) }?.effect.reason
    }

    /// The reason of the last change of state.
    var stateReason: Reason? {
        reason { if case .enterState = $0 { true } else { false } }
    }

    /// The states entered, in order.
    var states: [ApplicationState] {
        effects.compactMap { if case .enterState(let state, _) = $0.effect.action { state } else { nil } }
    }

    var callbacks: [AppCallback] {
        effects.compactMap { if case .deliver(let callback) = $0.effect.action { callback } else { nil } }
    }

    var logs: [String] {
        effects.compactMap { if case .log(let text) = $0.effect.action { text } else { nil } }
    }

    var termination: Termination? {
        effects.compactMap { if case .terminate(let value) = $0.effect.action { value } else { nil } }.last
    }

    var exceptions: [AppleException] {
        effects.compactMap { if case .raise(let value) = $0.effect.action { value } else { nil } }
    }

    var serviceErrors: [ServiceError] {
        effects.compactMap { if case .refuse(let value) = $0.effect.action { value } else { nil } }
    }

    /// The wakes that the app has been called for, in order.
    var woken: [WakeKind] {
        callbacks.compactMap { if case .woken(let kind, _) = $0 { kind } else { nil } }
    }

    /// The processes that were ordered, in order.
    var launches: [LaunchCause] {
        effects.compactMap { if case .launch(let cause) = $0.effect.action { cause } else { nil } }
    }

    /// The rule of the last termination.
    var terminationRule: RuleID? {
        reason { if case .terminate = $0 { true } else { false } }?.rule
    }

    /// The rules of the lines that iOS printed, in order.
    var logRules: [RuleID] {
        effects.compactMap { if case .log = $0.effect.action { $0.effect.reason.rule } else { nil } }
    }

    /// The rules of the wakes that were not delivered.
    var droppedWakes: [RuleID] {
        effects.compactMap { if case .dropWake = $0.effect.action { $0.effect.reason.rule } else { nil } }
    }

    var refusals: [AudioSessionError] {
        effects.compactMap { if case .refuseAudio(let error) = $0.effect.action { error } else { nil } }
    }
}

extension Array where Element == Effect {
    func contains(_ action: Effect.Action) -> Bool { contains { $0.action == action } }
}

extension PolicyProfile {
    static let ios9 = PolicyProfile(version: IOSVersion(9, 3))
    static let ios12 = ProfileCatalogue.ios12
    static let ios13 = ProfileCatalogue.ios13
    static let ios26 = ProfileCatalogue.ios26
    static let ios27 = ProfileCatalogue.ios27

    static func ios(_ major: Int, _ minor: Int = 0) -> PolicyProfile {
        PolicyProfile(version: IOSVersion(major, minor))
    }
}
