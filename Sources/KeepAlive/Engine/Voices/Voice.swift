import KeepAlivePolicy
import KeepAliveStrategies

/// One who speaks for an app: a strategy, a program that acts for the app, or the app's own code.
protocol Voice: AnyObject {
    /// A process begins, and with it the calls that the voice can make.
    func begin(host: VoiceHost)

    /// The system calls the app.
    ///
    /// - Throws: what the app does not catch.
    func hear(_ callback: AppCallback, host: VoiceHost) throws

    /// Whether it has not returned from a callback whose return the system waits for.
    func holds(_ callback: AwaitedCallback) -> Bool

    /// The app has another state. After a suspension it runs again, and what it had said before counts now.
    func entered(_ state: ApplicationState)

    /// A wake is over, by the app's word or without it.
    func wakeEnded(_ kind: WakeKind)
}

extension Voice {
    func begin(host: VoiceHost) {}
    func holds(_ callback: AwaitedCallback) -> Bool { false }
    func entered(_ state: ApplicationState) {}
    func wakeEnded(_ kind: WakeKind) {}
}

/// A strategy as a voice: it returns from everything at once.
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

/// A strategy that is told beside the system's calls when to do something.
package protocol ScriptedStrategy: KeepAliveStrategy {
    /// Does what it has planned for a step.
    ///
    /// - Parameters:
    ///   - step: the number of the step, from 0.
    ///   - host: the calls that the app can make; only valid during this call.
    /// - Throws: what the app does not catch.
    mutating func carryOut(step: Int, host: any StrategyHost) throws
}
