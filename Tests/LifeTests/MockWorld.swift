@testable import KeepAlivePolicy

/// A world that does what the policy orders, and complains about every order that makes no sense in it.
struct MockWorld {
    struct IllegalMove: Error, CustomStringConvertible {
        var description: String
    }

    enum Process: Equatable { case none, running, frozen, dying }

    private(set) var state: ApplicationState
    private(set) var process = Process.none
    private(set) var grants: Set<Grant> = []
    private(set) var receiverRuns = false
    /// The transfers that run, as `session task`.
    private(set) var transfers: Set<String> = []
    private(set) var liveWakes: [WakeKind: Int] = [:]
    /// What the world owes the policy: returns of callbacks, starts and ends of processes.
    var owed: [PolicyEvent] = []

    init(state: ApplicationState) {
        self.state = state
    }

    private func illegal(_ text: String) -> IllegalMove { IllegalMove(description: text) }

    /// Takes one decision: all orders in their order, then what must hold after them.
    mutating func obey(_ effects: [Effect], of machine: PolicyMachine) throws {
        for effect in effects { try obey(effect) }
        guard machine.state == state else { throw illegal("the machine is \(machine.state), its effects say \(state)") }
        guard Set(machine.grants.all) == grants else { throw illegal("grants \(machine.grants.all) against \(grants)") }
        let running = machine.transfers.keys.filter {
            machine.transfers.sessions[$0.session]?.tasks[$0.task]?.state == .running
                && machine.transfers.sessions[$0.session]?.tasks[$0.task]?.isTold == false
        }.map { "\($0.session) \($0.task)" }
        guard transfers.isSuperset(of: running) else {
            throw illegal("\(running) run, and only \(transfers) were begun")
        }
        transfers = Set(running)
        if grants.contains(.location), !receiverRuns { throw illegal("a grant for location, and no receiver") }
        if process == .frozen, !grants.isEmpty { throw illegal("frozen while \(grants) live") }
        if process == .frozen, state != .suspended { throw illegal("frozen in \(state)") }
        if state == .suspended, process == .running { throw illegal("suspended, and never frozen") }
        if state == .terminated, !grants.isEmpty { throw illegal("\(grants) outlive the process") }
        if !state.isRunning, state != .suspended, machine.deadlines[.suspension] != nil {
            throw illegal("a freeze is due without a process")
        }
        // LC-17: a simulator before iOS 11 suspends no app.
        let suspends = !machine.conditions.isSimulator || machine.profile.version >= IOSVersion(11)
        if state == .background, grants.isEmpty, machine.process.isIdle, !machine.conditions.debuggerAttached, suspends,
            machine.nextDeadline == nil
        {
            throw illegal("in the background without a reason to run, and no freeze is due")
        }
    }

    private mutating func obey(_ effect: Effect) throws {
        if effect.reason.text.isEmpty { throw illegal("no reason for \(effect.action)") }
        switch effect.action {
        case .enterState(let next, let from):
            guard from == state, next != state else { throw illegal("from \(from) to \(next) in \(state)") }
            try check(next)
            state = next
        case .suspend:
            guard process == .running, state == .suspended else { throw illegal("freeze: \(process) in \(state)") }
            process = .frozen
        case .resume:
            guard process == .frozen else { throw illegal("thaw: \(process)") }
            process = .running
        case .launch(let cause):
            guard process == .none else { throw illegal("launch: \(process)") }
            process = .running
            owed.append(cause.isForWake ? .launchedInBackground : .launched)
        case .terminate:
            guard process == .running || process == .frozen else { throw illegal("kill: \(process)") }
            process = .dying
            owed.append(.processExited(.signalled(9)))
        case .deliver(let callback):
            guard process == .running, state.isRunning else {
                throw illegal("\(callback.name) is delivered to a process that is \(process) in \(state)")
            }
            switch callback {
            case .didFinishLaunching: owed.append(.callbackReturned(.didFinishLaunching))
            case .willResignActive: owed.append(.callbackReturned(.willResignActive))
            case .didEnterBackground: owed.append(.callbackReturned(.didEnterBackground))
            case .willEnterForeground: owed.append(.callbackReturned(.willEnterForeground))
            case .willTerminate: owed.append(.callbackReturned(.willTerminate))
            case .didCompleteTransfer(let session, let task, _):
                owed.append(.transfer(.completionReturned(identifier: session, task: task)))
            default: break
            }
        case .gainGrant(let grant):
            guard grants.insert(grant).inserted else { throw illegal("\(grant) is gained twice") }
            guard process == .running || process == .frozen else { throw illegal("\(grant) without a process") }
        case .loseGrant(let grant):
            guard grants.remove(grant) != nil else { throw illegal("\(grant) is lost without having been gained") }
        case .startTaskClock(let remaining):
            guard remaining > .zero, state == .background else { throw illegal("the task clock starts in \(state)") }
        case .startWake(let kind, _): liveWakes[kind, default: 0] += 1
        case .endWake(let kind):
            guard let count = liveWakes[kind], count > 0 else { throw illegal("\(kind) ends and never began") }
            liveWakes[kind] = count - 1
        case .startLocation:
            guard !receiverRuns, process == .running || process == .frozen else {
                throw illegal("the receiver: \(process)")
            }
            receiverRuns = true
        case .transfer(.begin, let session, let task):
            guard transfers.insert("\(session) \(task)").inserted else {
                throw illegal("\(session) \(task) begins twice")
            }
        case .transfer(.pause, let session, let task):
            guard transfers.remove("\(session) \(task)") != nil else {
                throw illegal("\(session) \(task) does not run")
            }
        case .transfer(.cancel, let session, let task), .transfer(.yield, let session, let task):
            transfers.remove("\(session) \(task)")
        case .transfer(.discard, _, _): break
        case .stopLocation:
            guard receiverRuns else { throw illegal("the receiver is stopped, and does not run") }
            receiverRuns = false
        case .startAudio, .stopAudio, .refuseAudio, .failLocation, .raise, .log, .resetTaskClock, .takeSnapshot,
            .showNotification,
            .withdrawNotification,
            .refuse, .dropWake, .showLocationIndicator, .duckOthers, .interruptOthers, .reclaimSockets, .sampleUsage:
            break
        }
    }

    private mutating func check(_ next: ApplicationState) throws {
        switch next {
        case .foregroundActive, .foregroundInactive, .background:
            if process == .none || process == .dying { throw illegal("\(next) without a process") }
            if process == .frozen { throw illegal("\(next) while frozen") }
        case .suspended:
            guard grants.isEmpty else { throw illegal("suspended while \(grants) live") }
        case .terminated:
            liveWakes.removeAll()
            receiverRuns = false
        case .notRunning, .unattached: throw illegal("back to \(next)")
        }
    }

    /// The first process of the app is started by hand.
    mutating func begin() { process = .running }

    /// A process that was ordered and has not begun never does.
    mutating func launchFailed() {
        guard let index = owed.firstIndex(where: { $0 == .launched || $0 == .launchedInBackground }) else { return }
        owed.remove(at: index)
        gone()
    }

    /// The process has gone, because it was told to or by itself.
    mutating func gone() { process = .none }
}
