import KeepAlivePolicy
import KeepAlivePorts

/// The start and the end of a run: the steps of the plan, the processes of the app, and the signals that ask the runner
/// to end.
extension Engine {
    // MARK: Starting

    /// Launches the app, or begins the wait for its first launch, and schedules the steps of the plan.
    ///
    /// - Throws: ``KeepAliveError`` if the workload cannot be launched; no process runs then.
    package func start() throws {
        if let words = TimeScale.words(plan.timeScale) { recorder.write(.environment) { $0.message = words } }
        for warning in machine.manifest.warnings { note(warning) }
        guard !plan.launchesAtStart else { return try workload.launch() }
        _ = recorder.begin()
        announceEnvironment()
        onStart?()
        followPlan()
        restoreTransfers()
    }

    /// Resumes the background transfers that an earlier run has kept. If transfers are complete, the app is launched
    /// for them, unless it is running already.
    private func restoreTransfers() {
        for session in parts.transfers?.restored() ?? [] {
            let tasks = session.tasks.count == 1 ? "a task is" : "\(session.tasks.count) tasks are"
            note("background session \(session.identifier): \(tasks) kept from the last run")
            happened(.transfer(.restored(session)))
        }
    }

    private func announceEnvironment() {
        parts.announce()
        guard plan.tellsFreezer else { return }
        let freezer = workload.freezerDescription
        let place = freezer.path.map { " at \($0)" } ?? ""
        recorder.write(.environment) { $0.message = "freezer: \(freezer.kind)\(place): \(freezer.reason)" }
    }

    private func followPlan() {
        let start = recorder.startedAt ?? scheduler.now
        recorder.figures.restart(at: start)
        recorder.beginSampling()
        schedulePlanned(at: plan.backgroundAfter.map { start + $0 }) { [unowned self] in happened(.left(by: .home)) }
        schedulePlanned(at: plan.foregroundAfter.map { start + $0 }) { [unowned self] in happened(.returnedToForeground)
        }
        schedulePlanned(at: plan.endAfter.map { start + $0 }) { [unowned self] in endAsPlanned() }
    }

    func started(_ pid: Int32) {
        run.lives += 1
        run.isLaunching = false
        run.outcomeWithoutTransfers = nil
        run.pid = pid
        let isFirst = recorder.begin()
        if isFirst {
            announceEnvironment()
            onStart?()
        }
        voices.begin()
        recorder.figures.termination = nil
        recorder.takeSample()
        recorder.write(.launched) {
            $0.pid = pid
            if run.lives > 1 || !isFirst { $0.message = run.launchCause.inWords }
        }
        if isFirst { followPlan() }
        happened(run.launchCause.isInBackground ? .launchedInBackground : .launched)
        if isFirst { restoreTransfers() }
    }

    /// Starts a process of the app for a cause that the policy gives; only writes a note if the run is over or ends
    /// with its process.
    func launch(_ cause: LaunchCause) {
        guard !run.isOver, plan.outlivesProcess || cause.outlivesCommand else {
            return note("iOS would launch the app again, \(cause.inWords); the run is over")
        }
        run.launchCause = cause
        run.isLaunching = true
        do {
            try workload.launch(variables: cause == .prewarm ? ["ActivePrewarm=1"] : [])
        } catch {
            run.isLaunching = false
            note("the app could not be launched again: \(error)")
            happened(.launchFailed(cause: "\(error)"))
        }
    }

    // MARK: Ending

    /// Handles a signal to the runner, such as SIGINT from the terminal, as a shell handles a signal to its command.
    ///
    /// A frozen app is thawed for the signal, and is killed if it does not end in time. A running app gets the signal
    /// as it would without the runner, and is not frozen while it may be cleaning up. Without a process, the run ends
    /// at once.
    ///
    /// - Parameters:
    ///   - fromTerminal: true if a key of the terminal sent the signal; such a signal goes to a whole process group.
    ///   - delivered: true if the terminal has sent the signal to the app as well.
    package func userSignalled(_ signal: Int32, fromTerminal: Bool = false, delivered: Bool = false) {
        run.interruption = signal
        if !hasProcess {
            guard !run.isOver else { return }
            recorder.finish()
            end(Outcome(processStatus: .signalled(signal), exitStatus: 128 + signal, asPlanned: false))
        } else if machine.state == .suspended {
            // A signal that the terminal has delivered is already pending in the frozen process, so sending it again
            // has no effect, and `terminate` may be used.
            if fromTerminal, !delivered {
                workload.interrupt(signal: signal, grace: plan.terminationGrace)
            } else {
                workload.terminate(signal: signal, grace: plan.terminationGrace)
            }
        } else {
            freeze.notBefore = scheduler.now + plan.terminationGrace
            if !delivered { workload.signal(signal) }
        }
    }

    /// Adds the times and the usage up to the present instant to the figures, unless the app has no process.
    func settle() { if machine.state != .terminated { recorder.finish() } }

    /// Ends the run because it has reached its planned end; does nothing if the run is ending or over already.
    ///
    /// - Parameter cause: the reason that the timeline shows.
    package func endAsPlanned(_ cause: String = "the run's time is over") {
        guard hasProcess || plan.outlivesProcess || run.outcomeWithoutTransfers != nil, !run.endingAsPlanned,
            !run.isOver
        else { return }
        run.endingAsPlanned = true
        sampleAudio()
        recorder.write(.ended) { $0.message = cause }
        recorder.finish()
        // The app's process may have ended already, or may never have been started; then there is no process to
        // terminate.
        guard hasProcess else {
            return end(Outcome(processStatus: .exited(0), exitStatus: 0, asPlanned: true))
        }
        // A suspended app is killed without a callback; a running app gets time to terminate (LC-12).
        let running = machine.state.isRunning
        workload.terminate(signal: running ? 15 : 9, grace: running ? plan.terminationGrace : .zero)
    }

    private func end(_ outcome: Outcome) {
        let open = machine.openTransferCount
        if open > 0, let transfers = parts.transfers {
            let tasks = open == 1 ? "a task of a background session is" : "\(open) tasks of background sessions are"
            note(
                transfers.keepsIn.map { "\(tasks) kept for the next run: \($0)" }
                    ?? "\(tasks) lost with this run")
        }
        run.isOver = true
        disarm()
        onEnd?(outcome)
    }

    func exited(_ status: ProcessStatus) {
        recorder.write(.exited) { $0.message = status.description }
        freeze.processEnded()
        if !run.endingAsPlanned { recorder.finish() }
        let killed = run.kill
        run.kill = nil
        if let killed, let words = otherEnd(than: killed.signal, status) { note(words) }
        parts.stop()
        // The run of a single command ends when the command exits with status 0.
        run.isOver =
            run.endingAsPlanned || run.supervisionLost || run.interruption != nil
            || !plan.outlivesProcess && status == .exited(0)
        let lives = run.lives
        _ = submit(.processExited(status))
        let isBack = plan.outlivesProcess || run.isLaunching || run.lives > lives
        let waits = !run.isOver && !isBack && machine.awaitsTransfers
        if waits { note("the run goes on without a process: transfers of a background session are not done") }
        run.isOver = run.isOver || !isBack && !waits
        callOut { afterAll { [unowned self] in onTransitionEnd?() } }
        recorder.takeSample()
        guard run.isOver || waits else { return }
        let exitStatus: Int32
        if run.supervisionLost {
            exitStatus = KeepAliveError.Code.supervision.exitStatus
        } else if let killed {
            exitStatus = 128 + killed.signal
        } else if run.endingAsPlanned {
            exitStatus = 0
        } else {
            exitStatus = status.shellStatus
        }
        let outcome = Outcome(
            processStatus: status, exitStatus: exitStatus, asPlanned: run.endingAsPlanned && killed == nil)
        if waits { run.outcomeWithoutTransfers = outcome } else { end(outcome) }
    }

    /// Returns a description of how a command ended that the policy has killed; `nil` if the signal of the kill has
    /// ended the command, as expected.
    private func otherEnd(than signal: Int32, _ status: ProcessStatus) -> String? {
        // If the command outlasted the signal, the workload has already written a note that it had to be killed.
        if status == .signalled(signal) || status == .signalled(9) && workload.outlastedGrace { return nil }
        return signal == 9
            ? "the command had ended by itself before it could be killed: \(status)"
            : "the command has not ended by signal \(signal), but with \(status)"
    }

    /// Ends a run that waits for transfers, once there are no transfers to wait for, such as after a force quit.
    func endWithoutTransfers() {
        guard let outcome = run.outcomeWithoutTransfers, !run.isLaunching, !machine.awaitsTransfers else { return }
        run.outcomeWithoutTransfers = nil
        end(outcome)
    }
}

extension LaunchCause {
    /// True for the causes for which a single command is launched again. Without such a cause, the run of a single
    /// command ends with the command's process.
    fileprivate var outlivesCommand: Bool { self == .wake(.voipRelaunch) || self == .wake(.urlSession) }
}
