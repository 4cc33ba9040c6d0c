import KeepAlivePolicy
import KeepAliveStrategies

/// A voice that speaks for an app: a strategy, a program that acts for the app, or the app's own code.
protocol Voice: AnyObject {
    /// Begins a process, and with it the calls that the voice can make.
    func begin(host: VoiceHost)

    /// Called when the system calls the app.
    ///
    /// - Throws: an error that the app does not catch.
    func hear(_ callback: AppCallback, host: VoiceHost) throws

    /// Returns whether it has not yet returned from a callback whose return the system waits for.
    func holds(_ callback: AwaitedCallback) -> Bool

    /// Called when the app has entered another state. After a suspension, messages that it sent before count now.
    func entered(_ state: ApplicationState)

    /// Called when a wake is over, whether the app said so or not.
    func wakeEnded(_ kind: WakeKind)
}

extension Voice {
    func begin(host: VoiceHost) {}
    func holds(_ callback: AwaitedCallback) -> Bool { false }
    func entered(_ state: ApplicationState) {}
    func wakeEnded(_ kind: WakeKind) {}
}

/// A strategy as a voice; it returns from every callback at once.
final class StrategyVoice: Voice {
    private var strategy: any KeepAliveStrategy

    init(_ strategy: any KeepAliveStrategy) { self.strategy = strategy }

    func hear(_ callback: AppCallback, host: VoiceHost) throws { try strategy.handle(callback, host: host) }

    /// Has a script carry out one of its steps.
    func carryOut(step: Int, host: VoiceHost) throws {
        guard var script = strategy as? any ScriptedStrategy else { return }
        defer { strategy = script }
        try script.carryOut(step: step, host: host)
    }
}

/// A strategy that is also told, beside the system's calls, when to carry out its steps.
package protocol ScriptedStrategy: KeepAliveStrategy {
    /// Carries out a step.
    ///
    /// - Parameters:
    ///   - step: the number of the step, from 0.
    ///   - host: the calls that the app can make; only valid during this call.
    /// - Throws: an error that the app does not catch.
    mutating func carryOut(step: Int, host: any StrategyHost) throws
}
