import KeepAlivePolicy
import KeepAlivePorts

/// What the code of an app does that does not answer for itself: it returns from awaited callbacks and completes wakes, as
/// the plan says.
struct AppReactions {
    private unowned let engine: Engine
    private let state = State()

    /// What scheduled reactions look at.
    private final class State {
        /// Whose turn it is: a reaction that an earlier life planned is dropped.
        var life = 0
        /// How often the process has been called, of the calls whose return is awaited.
        var calls: [AwaitedCallback: Int] = [:]
    }

    init(_ engine: Engine) { self.engine = engine }

    /// A process begins: what was planned for the last one is void.
    func begin() {
        state.life += 1
        state.calls.removeAll()
    }

    /// The app has taken over its answers: what was to be done for it, it does.
    func end() { state.life += 1 }

    func react(to callback: AppCallback) {
        switch callback {
        case .didFinishLaunching: comeBack(from: .didFinishLaunching)
        case .willResignActive:
            // What it does in the callback, it does in the foreground, with all that follows from it (LC-05).
            let life = state.life
            engine.afterAll { [self] in if state.life == life { comeBack(from: .willResignActive) } }
        case .didEnterBackground: comeBack(from: .didEnterBackground)
        case .willTerminate:
            // The nearest thing to it that a process knows: it may clean up, and go.
            engine.workload.signal(15)
            comeBack(from: .willTerminate)
        case .woken(.voipPush, _):
            // The report is due before the callback returns (WK-10).
            if case .after = engine.plan.behaviour.wakeCompletion { return engine.happened(.voip(.callReported)) }
            engine.happened(.voip(.returnedWithoutReport))
        case .woken(let kind, let identifier):
            guard case .after(let work) = engine.plan.behaviour.wakeCompletion else { return }
            later(work, AppBehaviour.completion(of: kind, identifier: identifier))
        case .wakeExpiring(let kind, let identifier):
            guard engine.plan.behaviour.wakeCompletion == .onExpiration else { return }
            later(.zero, AppBehaviour.completion(of: kind, identifier: identifier))
        default: break
        }
    }

    private func comeBack(from callback: AwaitedCallback) {
        // A real process ends by itself when it has cleaned up, or is killed when its time is over.
        if callback == .willTerminate, !engine.workload.isVirtual { return }
        // Called once more meanwhile, the app is back when the last call is: it has one main thread.
        let call = state.calls[callback, default: 0] + 1
        state.calls[callback] = call
        later(engine.plan.behaviour.duration(of: callback), .callbackReturned(callback)) { [state] in
            state.calls[callback] == call
        }
    }

    /// Tells the policy a fact after a time of the app's, unless the process that it is about has gone.
    private func later(_ time: Duration, _ event: PolicyEvent, while holds: @escaping () -> Bool = { true }) {
        guard time > .zero else { return engine.happened(event) }
        let life = state.life
        _ = engine.scheduler.schedule(after: time.scaled(by: engine.plan.timeScale)) { [weak engine, state] in
            guard let engine, state.life == life, holds() else { return }
            engine.happened(event)
        }
    }
}
