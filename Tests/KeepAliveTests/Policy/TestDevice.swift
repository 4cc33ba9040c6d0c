@testable import KeepAlive

/// A policy machine with a hand-moved clock: events happen, time passes, deadlines are met exactly.
struct TestDevice {
    private(set) var machine: PolicyMachine
    private(set) var now = MonotonicInstant.zero
    /// Every effect so far, with its time.
    private(set) var effects: [(at: MonotonicInstant, effect: Effect)] = []
    private var nextTask = 0

    init(ios: PolicyProfile = ProfileCatalogue.newest, modes: [BackgroundMode] = []) {
        var manifest = Manifest()
        manifest.declare(modes)
        machine = PolicyMachine(profile: ios, manifest: manifest)
    }

    init(ios: PolicyProfile, manifest: Manifest) {
        machine = PolicyMachine(profile: ios, manifest: manifest)
    }

    /// A device whose app is in the foreground.
    static func launched(ios: PolicyProfile = ProfileCatalogue.newest, modes: [BackgroundMode] = []) -> TestDevice {
        var device = TestDevice(ios: ios, modes: modes)
        device.happen(.launched)
        return device
    }

    @discardableResult
    mutating func happen(_ event: PolicyEvent) -> [Effect] {
        let new = machine.handle(event, at: now)
        effects += new.map { (now, $0) }
        return new
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
    var grants: Set<Grant> { machine.grants }

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

    var refusals: [AudioSessionError] {
        effects.compactMap { if case .refuseAudio(let error) = $0.effect.action { error } else { nil } }
    }
}

extension Array where Element == Effect {
    func contains(_ action: Effect.Action) -> Bool { contains { $0.action == action } }
}

extension PolicyProfile {
    static let ios12 = ProfileCatalogue.ios12
    static let ios13 = ProfileCatalogue.ios13
    static let ios26 = ProfileCatalogue.ios26
}
