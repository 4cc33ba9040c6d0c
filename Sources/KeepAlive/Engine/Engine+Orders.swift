import KeepAlivePolicy

/// What the policy orders, carried out and written down.
extension Engine {
    func perform(_ effect: Effect) {
        let reason = effect.reason
        switch effect.action {
        case .enterState(let state, let from): enter(state, from: from, reason)
        case .suspend: suspend()
        case .resume:
            figures.sample(at: scheduler.now, usage: workload.counters())
            workload.resume()
        case .launch(let cause): launch(cause)
        case .deliver(let callback): deliver(callback, reason)
        case .gainGrant(let grant):
            figures.gain(grant, at: decidedAt ?? scheduler.now, usage: workload.counters)
            takeSample()
            emit(.grantGained, reason) { $0.grant = grant }
        case .loseGrant(let grant):
            figures.lose(grant, at: decidedAt ?? scheduler.now, usage: workload.counters)
            takeSample()
            emit(.grantLost, reason) { $0.grant = grant }
        case .startTaskClock(let remaining):
            emit(.taskClockStarted, reason) { $0.remaining = remaining.inSeconds }
        case .resetTaskClock: emit(.taskClockReset, reason)
        case .startAudio: startAudio(reason)
        case .stopAudio:
            emit(.audioStopped, reason)
            figures.stalled()
            audio?.stop()
        case .startLocation:
            figures.receiver(isOn: true, at: scheduler.now)
            location?.start()
        case .stopLocation:
            figures.receiver(isOn: false, at: scheduler.now)
            location?.stop()
        case .refuseAudio(let error):
            emit(.audioRefused, reason) {
                $0.error = error.name
                $0.code = Int(error.code)
            }
        case .failLocation(let code): emit(.locationFailed, reason) { $0.code = code }
        case .raise(let exception):
            figures.exceptions.append(exception)
            emit(.exception, reason) { $0.exception = exception }
        case .log(let text): emit(.log, reason) { $0.message = text }
        case .terminate(let termination): terminate(termination, reason)
        case .startWake(let kind, let budget):
            emit(.wakeStarted, reason) {
                $0.wake = kind
                $0.remaining = budget?.inSeconds
            }
        case .endWake(let kind):
            emit(.wakeEnded, reason) { $0.wake = kind }
            app?.wakeEnded(kind)
            for companion in companions { companion.service.wakeEnded(kind) }
        case .dropWake(let kind): emit(.wakeDropped, reason) { $0.wake = kind }
        case .refuse(let error):
            emit(.serviceRefused, reason) {
                $0.error = error.name
                $0.code = error.code
                $0.message = error.description
            }
        case .takeSnapshot: emit(.snapshot, reason)
        case .showLocationIndicator(let shown): emit(.locationIndicator, reason) { $0.message = shown ? "on" : "off" }
        case .duckOthers(let on):
            emit(.othersDucked, reason) { $0.message = on ? "on" : "off" }
            audio?.duckOthers(on)
        case .interruptOthers(let on): emit(.othersInterrupted, reason) { $0.message = on ? "on" : "off" }
        case .reclaimSockets: emit(.socketsReclaimed, reason)
        case .sampleUsage: sampleUsage()
        }
    }

    private func enter(_ state: ApplicationState, from: ApplicationState, _ reason: Reason) {
        if !endingAsPlanned {
            figures.enter(state, reason, at: decidedAt ?? scheduler.now, usage: workload.counters)
        }
        // Ended by the runner, not by iOS: the row of the termination that a running app gets.
        let planned = Reason("LC-12", "ended by the runner: its time is over")
        emit(.state, endingAsPlanned && state == .terminated ? planned : reason) {
            $0.state = state
            $0.from = from
        }
        for runner in runners { runner.applicationStateChanged(to: state) }
        for companion in companions { companion.runner.applicationStateChanged(to: state) }
        appRunner?.applicationStateChanged(to: state)
        guard state.isRunning else { return }
        app?.resumed()
        for companion in companions { companion.service.resumed() }
    }

    private func suspend() {
        // RB-15, MD-11: what is locked in the shared container at this moment ends the app.
        let locks = workload.sharedFileLocks()
        if !locks.isEmpty, !submit(.resource(.locksFoundAtSuspension(paths: locks))).isEmpty { return }
        guard let instant = noFreezeBefore, instant > scheduler.now else { return workload.suspend() }
        notFrozen("a signal was handed on, and the app may be cleaning up", retryAfter: instant - scheduler.now)
    }

    private func startAudio(_ reason: Reason) {
        emit(.audioStarted, reason)
        if let audio {
            audio.start()
        } else {
            happened(.audioStalled(cause: "no audio device was prepared"))
        }
    }

    private func terminate(_ termination: Termination, _ reason: Reason) {
        figures.termination = termination
        kill = termination
        emit(.terminated, reason) { $0.termination = termination }
        workload.terminate(signal: termination.signal, grace: .milliseconds(200))
    }

    private func sampleUsage() {
        let usage = workload.usage()
        guard let cpu = usage.cpuSeconds else { return }
        _ = submit(
            .usageSampled(cpu: .seconds(1).scaled(by: cpu), wakeups: usage.voluntarySwitches ?? 0))
    }

    // MARK: Callbacks

    private func deliver(_ callback: AppCallback, _ reason: Reason) {
        if let loop = callbackCount.count(callback.name, at: scheduler.now) {
            // On virtual time it would never end: no instant comes after this one.
            return happened(.exceptionNotCaught(loop))
        }
        switch callback {
        case .backgroundTaskExpired(let identifier):
            emit(.taskExpired, reason) { $0.task = identifier.rawValue }
            taskOwners[identifier]?.deliver(callback)
            return
        case .didUpdateLocation, .timerFired: break
        default:
            emit(.called, reason) {
                $0.callback = callback.name
                if !callback.detail.isEmpty { $0.message = callback.detail }
            }
        }
        for runner in runners { runner.deliver(callback) }
        for companion in companions { companion.runner.deliver(callback) }
        if appAnswers { appRunner?.deliver(callback) } else { react(to: callback) }
    }

    /// Whether the app itself answers what it is called with; else the plan says how it would.
    private var appAnswers: Bool { app?.answersForItself ?? false }

    /// What the app's own code does: it returns from awaited callbacks and completes wakes.
    private func react(to callback: AppCallback) {
        switch callback {
        case .didFinishLaunching: comeBack(from: .didFinishLaunching)
        case .didEnterBackground: comeBack(from: .didEnterBackground)
        case .willTerminate:
            // The nearest thing to it that a process knows: it may clean up, and go.
            workload.signal(15)
            comeBack(from: .willTerminate)
        case .woken(.voipPush, _):
            // The report is due before the callback returns (WK-10).
            if case .after = plan.behaviour.wakeCompletion { return happened(.voip(.callReported)) }
            happened(.voip(.returnedWithoutReport))
        case .woken(let kind, let identifier):
            guard case .after(let work) = plan.behaviour.wakeCompletion else { return }
            later(work, AppBehaviour.completion(of: kind, identifier: identifier))
        case .wakeExpiring(let kind, let identifier):
            guard plan.behaviour.wakeCompletion == .onExpiration else { return }
            later(.zero, AppBehaviour.completion(of: kind, identifier: identifier))
        default: break
        }
    }

    private func comeBack(from callback: AwaitedCallback) {
        // A real process ends by itself when it has cleaned up, or is killed when its time is over.
        if callback == .willTerminate, !workload.isVirtual { return }
        // Called once more meanwhile, the app is back when the last call is: it has one main thread.
        let call = calls[callback, default: 0] + 1
        calls[callback] = call
        later(plan.behaviour.duration(of: callback), .callbackReturned(callback)) { [unowned self] in
            calls[callback] == call
        }
    }

    /// Tells the policy a fact after a time of the app's, unless the process that it is about has gone.
    private func later(_ time: Duration, _ event: PolicyEvent, while holds: @escaping () -> Bool = { true }) {
        guard time > .zero else { return happened(event) }
        let life = lives
        _ = scheduler.schedule(after: time.scaled(by: plan.timeScale)) { [weak self] in
            // The app may have taken over meanwhile.
            guard let self, lives == life, answersAfterLives != life, holds() else { return }
            happened(event)
        }
    }
}
