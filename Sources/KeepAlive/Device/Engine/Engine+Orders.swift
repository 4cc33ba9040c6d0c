import KeepAlivePolicy
import KeepAlivePorts

/// Carries out the orders of the policy and writes them into the timeline.
extension Engine {
    package func perform(_ order: Order) {
        recorder.decidedAt = order.decidedAt
        defer { recorder.decidedAt = nil }
        switch order.kind {
        case .perform(let effects): for effect in effects { perform(effect) }
        case .write(let line): recorder.write(.log) { $0.message = line }
        }
    }

    private func perform(_ effect: Effect) {
        let reason = effect.reason
        switch effect.action {
        case .enterState(let state, let from): enter(state, from: from, reason)
        case .suspend: suspend()
        case .resume:
            recorder.figures.sample(at: scheduler.now, usage: workload.counters())
            workload.resume()
        case .launch(let cause): launch(cause)
        case .deliver(let callback): deliver(callback, reason)
        case .gainGrant(let grant): recorder.gained(grant, reason)
        case .loseGrant(let grant): recorder.lost(grant, reason)
        case .startAudio: parts.startAudio(reason)
        case .stopAudio: parts.stopAudio(reason)
        case .startLocation: parts.receiver(isOn: true)
        case .stopLocation: parts.receiver(isOn: false)
        case .raise(let exception):
            recorder.figures.exceptions.append(exception)
            recorder.write(.exception, reason) { $0.exception = exception }
        case .terminate(let termination): terminate(termination, reason)
        case .endWake(let kind):
            recorder.write(.wakeEnded, reason) { $0.wake = kind }
            voices.wakeEnded(kind)
        case .duckOthers(let on):
            recorder.write(.othersDucked, reason) { $0.message = on ? "on" : "off" }
            parts.audio?.duckOthers(on)
        case .sampleUsage: sampleUsage()
        case .startTaskClock(let remaining):
            recorder.write(.taskClockStarted, reason) { $0.remaining = machine.profile.ofDevice(remaining).inSeconds }
        case .resetTaskClock: recorder.write(.taskClockReset, reason)
        case .refuseAudio(let error):
            recorder.write(.audioRefused, reason) {
                $0.error = error.name
                $0.code = Int(error.code)
            }
        case .failLocation(let code): recorder.write(.locationFailed, reason) { $0.code = code }
        case .refuse(let error):
            recorder.write(.serviceRefused, reason) {
                $0.error = error.name
                $0.code = error.code
                $0.message = error.description
            }
        case .log(let text): recorder.write(.log, reason) { $0.message = text }
        case .startWake(let kind, let budget):
            recorder.write(.wakeStarted, reason) {
                $0.wake = kind
                $0.remaining = budget.map { machine.profile.ofDevice($0).inSeconds }
            }
        case .dropWake(let kind): recorder.write(.wakeDropped, reason) { $0.wake = kind }
        case .takeSnapshot: recorder.write(.snapshot, reason)
        case .showNotification(let shown):
            recorder.write(.notificationShown, reason) {
                $0.notification = shown.request.identifier
                $0.message = shown.inWords
            }
            onNotification?(.shown(shown))
        case .withdrawNotification(let identifier):
            recorder.write(.notificationWithdrawn, reason) { $0.notification = identifier }
            onNotification?(.withdrawn(identifier: identifier))
        case .showLocationIndicator(let shown):
            recorder.write(.locationIndicator, reason) { $0.message = shown ? "on" : "off" }
        case .interruptOthers(let on): recorder.write(.othersInterrupted, reason) { $0.message = on ? "on" : "off" }
        case .transfer(let order, let session, let task):
            parts.transfer(
                order, TransferKey(session, task), machine.transferRequest(session, task: task), reason)
        case .reclaimSockets: recorder.write(.socketsReclaimed, reason)
        }
    }

    private func enter(_ state: ApplicationState, from: ApplicationState, _ reason: Reason) {
        if !run.endingAsPlanned { recorder.entered(state, reason) }
        // At the planned end, the runner ends the app, not iOS, so the policy has no reason for the end. The line names
        // the rule for the end of a running app (LC-12) instead.
        let planned = Reason("LC-12", "ended by the runner: its time is over")
        recorder.write(.state, run.endingAsPlanned && state == .terminated ? planned : reason) {
            $0.state = state
            $0.from = from
        }
        voices.entered(state)
    }

    private func deliver(_ callback: AppCallback, _ reason: Reason) {
        if let loop = callbackCount.count(callback.name, at: scheduler.now) {
            return happened(.exceptionNotCaught(loop))
        }
        switch callback {
        case .backgroundTaskExpired(let identifier):
            recorder.write(.taskExpired, reason) { $0.task = identifier.rawValue }
        case .didUpdateLocation, .timerFired: break
        default:
            recorder.write(.called, reason) {
                $0.callback = callback.name
                if !callback.detail.isEmpty { $0.message = callback.detail }
            }
        }
        voices.deliver(callback)
    }

    private func suspend() {
        // RB-15, MD-11: the policy kills an app that locks a file in the shared container at the moment of its
        // suspension.
        let locks = workload.sharedFileLocks()
        if !locks.isEmpty, !submit(.resource(.locksFoundAtSuspension(paths: locks))).isEmpty { return }
        guard let instant = freeze.notBefore, instant > scheduler.now else { return workload.suspend() }
        notFrozen("a signal was handed on, and the app may be cleaning up", retryAfter: instant - scheduler.now)
    }

    private func terminate(_ termination: Termination, _ reason: Reason) {
        recorder.figures.termination = termination
        run.kill = termination
        recorder.write(.terminated, reason) { $0.termination = termination }
        workload.terminate(signal: termination.signal, grace: .milliseconds(200))
    }

    private func sampleUsage() {
        let usage = workload.usage()
        guard let cpu = usage.cpuSeconds else { return }
        _ = submit(
            .usageSampled(cpu: .seconds(1).scaled(by: cpu), wakeups: usage.voluntarySwitches ?? 0))
    }
}
