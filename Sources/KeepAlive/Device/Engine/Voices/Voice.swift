import KeepAlivePolicy
import KeepAliveStrategies

/// A part that acts as an app's code, makes calls and gets callbacks: a strategy, a strategy program, or the app's own
/// code.
protocol Voice: AnyObject {
    /// Called when a process of the app begins. The voice makes its calls through `host` until the process ends.
    func begin(host: VoiceHost)

    /// Called when iOS sends the app a callback.
    ///
    /// - Throws: an error, which counts as an uncaught exception of the app.
    func hear(_ callback: AppCallback, host: VoiceHost) throws

    /// Returns whether this voice has been called with an awaited callback and has not returned yet.
    func holds(_ callback: AwaitedCallback) -> Bool

    /// Called when the app has entered another state. After a suspension, the voice processes the messages that it has
    /// kept.
    func entered(_ state: ApplicationState)

    /// Called when a wake has ended, whether or not the app has completed it.
    func wakeEnded(_ kind: WakeKind)
}

extension Voice {
    func begin(host: VoiceHost) {}
    func holds(_ callback: AwaitedCallback) -> Bool { false }
    func entered(_ state: ApplicationState) {}
    func wakeEnded(_ kind: WakeKind) {}
}

/// A strategy that is a Swift type, as a voice, which returns from every callback at once.
final class StrategyVoice: Voice {
    private var strategy: any KeepAliveStrategy

    init(_ strategy: any KeepAliveStrategy) { self.strategy = strategy }

    func hear(_ callback: AppCallback, host: VoiceHost) throws { try strategy.handle(callback, host: host) }

    /// Makes a script carry out one of its steps; does nothing if the strategy has no script.
    func carryOut(step: Int, host: VoiceHost) throws {
        guard var script = strategy as? any ScriptedStrategy else { return }
        defer { strategy = script }
        try script.carryOut(step: step, host: host)
    }
}

/// A strategy that handles callbacks and, in addition, carries out numbered steps when the engine requests a step.
package protocol ScriptedStrategy: KeepAliveStrategy {
    /// Carries out a step.
    ///
    /// - Parameters:
    ///   - step: the number of the step, from 0.
    ///   - host: the calls that the app can make; the host is valid only during this call.
    /// - Throws: an error, which counts as an uncaught exception of the app.
    mutating func carryOut(step: Int, host: any StrategyHost) throws
}
