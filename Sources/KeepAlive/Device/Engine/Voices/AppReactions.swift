import KeepAlivePolicy
import KeepAlivePorts

/// The reactions of an app that does not answer for itself: it returns from awaited callbacks and completes wakes, as
/// the plan says.
final class AppReactions {
    private unowned let engine: Engine
    /// The number of the present life: a reaction that an earlier life planned is dropped.
    private var life = 0
    /// The number of calls of the process, for each call whose return is awaited.
    private var calls: [AwaitedCallback: Int] = [:]

    init(_ engine: Engine) { self.engine = engine }

    /// Begins a process: reactions planned for the last one are dropped.
    func begin() {
        life += 1
        calls.removeAll()
    }

    /// Ends the reactions, because the app now answers itself.
    func end() { life += 1 }

    func react(to callback: AppCallback) {
        switch callback {
        case .didFinishLaunching: comeBack(from: .didFinishLaunching)
        case .willResignActive:
            // The app's work in the callback happens in the foreground, with all its consequences (LC-05).
            let planned = life
            engine.afterAll { [self] in if life == planned { comeBack(from: .willResignActive) } }
        case .didEnterBackground: comeBack(from: .didEnterBackground)
        case .willEnterForeground:
            let planned = life
            engine.afterAll { [self] in if life == planned { comeBack(from: .willEnterForeground) } }
        case .willTerminate:
            // A process gets the nearest signal to it: it may clean up and end.
            engine.workload.signal(15)
            comeBack(from: .willTerminate)
        case .didFinishDownloading(let session, let task, _):
            later(.zero, .transfer(.delegateReturned(identifier: session, task: task)))
        case .didCompleteTransfer(let session, let task, _):
            later(.zero, .transfer(.completionReturned(identifier: session, task: task)))
        case .performCallAction(let action, let call):
            later(engine.plan.behaviour.callAction, .call(.fulfilled(action, call: call)))
        case .remoteCommand:
            guard case .after(let work) = engine.plan.behaviour.wakeCompletion else { return }
            later(work, .wakeCompleted(.remoteCommand))
        case .willPresentNotification(let request):
            later(
                .zero,
                .notification(
                    .presentationChosen(
                        identifier: request.identifier, engine.plan.behaviour.presentsNotifications)))
        case .didReceiveChallenge(let session, let task, _, _):
            later(
                .zero,
                .transfer(.challengeAnswered(identifier: session, task: task, .performDefaultHandling)))
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
        // The app has one main thread: if it is called again meanwhile, it is back when the last call is.
        let call = calls[callback, default: 0] + 1
        calls[callback] = call
        later(engine.plan.behaviour.duration(of: callback), .callbackReturned(callback)) { [unowned self] in
            calls[callback] == call
        }
    }

    /// Tells the policy a fact after some time of the app, unless the process that it is about has gone.
    private func later(_ time: Duration, _ event: PolicyEvent, while holds: @escaping () -> Bool = { true }) {
        guard time > .zero else { return engine.happened(event) }
        let planned = life
        _ = engine.scheduler.schedule(after: time.scaled(by: engine.plan.timeScale)) { [weak self] in
            guard let self, life == planned, holds() else { return }
            engine.happened(event)
        }
    }
}
