import KeepAlivePolicy
import KeepAlivePorts

/// The reactions of an app whose own code is not connected to the runner: they return from awaited callbacks and
/// complete wakes as the plan says.
final class AppReactions {
    private unowned let engine: Engine
    /// A number that changes when planned reactions must be dropped: with each new process, and when the app's own code
    /// connects.
    private var life = 0
    /// The number of times that this process has been called, for each awaited callback.
    private var calls: [AwaitedCallback: Int] = [:]

    init(_ engine: Engine) { self.engine = engine }

    /// Called when a process of the app begins; drops the reactions that were planned for the previous process.
    func begin() {
        life += 1
        calls.removeAll()
    }

    /// Drops the planned reactions, because the app's own code has connected and answers from now on.
    func end() { life += 1 }

    func react(to callback: AppCallback) {
        switch callback {
        case .didFinishLaunching: comeBack(from: .didFinishLaunching)
        case .willResignActive:
            // The callback returns only after the app's work in the callback and all consequences of that work, which
            // happen in the foreground (LC-05).
            let planned = life
            engine.afterAll { [self] in if life == planned { comeBack(from: .willResignActive) } }
        case .didEnterBackground: comeBack(from: .didEnterBackground)
        case .willEnterForeground:
            let planned = life
            engine.afterAll { [self] in if life == planned { comeBack(from: .willEnterForeground) } }
        case .willTerminate:
            // SIGTERM is the nearest equivalent of the callback for a process: the process may clean up and end.
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
            // The app must report the call before the callback returns (WK-10), so the report is made at once, whatever
            // time the plan gives.
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
        // A real process does not return from the callback, so no return is planned: the process ends by itself after
        // cleaning up, or is killed when its time is over.
        if callback == .willTerminate, !engine.workload.isVirtual { return }
        // The app has one main thread: if the callback is called again before its return, only the return from the last
        // call counts.
        let call = calls[callback, default: 0] + 1
        calls[callback] = call
        later(engine.plan.behaviour.duration(of: callback), .callbackReturned(callback)) { [unowned self] in
            calls[callback] == call
        }
    }

    /// Reports an event to the policy after some device time, unless the process has ended or `holds` returns false by
    /// then.
    private func later(_ time: Duration, _ event: PolicyEvent, while holds: @escaping () -> Bool = { true }) {
        guard time > .zero else { return engine.happened(event) }
        let planned = life
        _ = engine.scheduler.schedule(after: time.scaled(by: engine.plan.timeScale)) { [weak self] in
            guard let self, life == planned, holds() else { return }
            engine.happened(event)
        }
    }
}
