import HeapModule
import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveStrategies

/// One app of a fleet with its policy, strategies and user, simulated in virtual time from the first morning to the
/// end.
///
/// The simulation records sums only. The memory per app is bounded, because it consists of the policy's state and of a
/// queue with at most one entry for each kind of event that can come next.
final class FleetApp: OrderPerformer {
    let kind: FleetClass
    var machine: PolicyMachine
    var strategies: [any KeepAliveStrategy] = []
    var random: [RandomStream]
    let user: FleetUser
    let record: FleetRecord

    /// The present time, in nanoseconds since the first morning.
    private(set) var now: Int64 = 0
    private var planner = Heap<FleetEntry>(minimumCapacity: 16)
    private var planned: UInt32 = 0
    private var buffer: [Effect] = []
    var queue = OrderQueue<Order>()
    /// The number of the app's present process. Steps that were planned for an earlier process are dropped.
    var life: UInt32 = 0
    /// The steps that wait until the suspended app runs again (LC-27).
    private var overdue: [FleetStep] = []
    /// The error with which the policy answered the app's last call; `nil` if the call was accepted.
    private(set) var refusal: (any Error)?

    /// The activities of the app's present process.
    var activity = Activity()
    /// The device's place, given by the number of times that the device has moved.
    var place = 0

    /// What one process of the app is doing: its timers, its background work and its player. Each has a number, so that
    /// a step that was planned for an ended one is recognized and dropped.
    struct Activity {
        var nextTask = 1
        var nextTimer = 1
        var timers: Set<Int> = []
        /// The background task of the background work, and whether the app never ends the task; `nil` if no background
        /// work is running.
        var work: (task: Int, leaks: Bool)?
        /// True while the app is leaving the screen.
        var leavesScreen = false
        /// The kinds of wakes that the app will not complete.
        var stuck: Set<WakeKind> = []
        /// The number of starts and stops of the player. Steps that were planned before the last start or stop are
        /// dropped.
        var playing = 0
        /// The number of starts and stops of location updates. Steps that were planned before the last start or stop
        /// are dropped.
        var locating = 0
    }

    /// An order of the policy to the device, which waits in the queue until it is carried out.
    enum Order {
        case entered(ApplicationState)
        case deliver(AppCallback)
        case launch(LaunchCause)
        case startAudio
        case startLocation
        case exit(Int32)
    }

    init(_ kind: FleetClass, user: FleetUser, random: [RandomStream], record: FleetRecord) {
        self.kind = kind
        self.user = user
        self.random = random
        self.record = record
        var conditions = DeviceConditions()
        conditions.timeOfDay = .seconds(3600).scaled(by: kind.plan.night.to)
        conditions.backgroundAppRefresh = user.allowsRefresh
        machine = PolicyMachine(
            sharing: user.profile, manifest: kind.manifest, conditions: conditions, awaitsReturns: true)
    }

    // MARK: Time

    /// Simulates the app until the end of its time.
    ///
    /// - Parameters:
    ///   - end: the end of the app's time, in nanoseconds since the first morning.
    ///   - isCancelled: returns whether to stop; called at intervals, because one app can have hundreds of millions of
    ///     events.
    /// - Returns: true if the app's time is over; false after a cancellation, which makes the app's record useless.
    func play(until end: Int64, isCancelled: () -> Bool) -> Bool {
        planFirstSteps()
        var longest = planner.count
        var steps = 0
        while true {
            steps += 1
            if steps.isMultiple(of: Self.stepsBetweenLooks), isCancelled() { return false }
            let next = planner.min?.at ?? .max
            let deadline = machine.nextDeadline?.nanoseconds ?? .max
            guard min(next, deadline) <= end else { break }
            if deadline <= next {
                // A deadline that passes while the app is suspended is due only when the app is resumed. The deadline
                // then lies in the past, so `now` must not be set back to it.
                now = max(now, deadline)
                submit(.deadlineReached)
            } else {
                let entry = planner.removeMin()
                now = entry.at
                perform(entry)
                longest = max(longest, planner.count)
            }
        }
        now = end
        record.finish(at: end)
        record.longestQueue = max(record.longestQueue, longest)
        return true
    }

    /// The number of steps between two checks for a cancellation; these steps take less than 10 ms.
    static let stepsBetweenLooks = 1024

    /// Plans an event that is independent of the app's process.
    func plan(_ what: FleetStep, at instant: Int64) { enqueue(what, at: instant, life: 0) }

    /// Plans a step that is dropped if the present process ends first.
    func plan(_ what: FleetStep, after nanoseconds: Int64) { enqueue(what, at: now + nanoseconds, life: life) }

    private func enqueue(_ what: FleetStep, at instant: Int64, life: UInt32) {
        planned &+= 1
        planner.insert(FleetEntry(at: instant, order: planned, life: life, what: what))
    }

    private func perform(_ entry: FleetEntry) {
        guard entry.life == 0 || entry.life == life else { return }
        if entry.what.isOfTheApp, !machine.state.isRunning {
            if entry.life != 0, machine.state == .suspended { overdue.append(entry.what) }
            return
        }
        perform(entry.what)
    }

    // MARK: The policy

    /// Reports an event to the policy and carries out the policy's orders.
    func submit(_ event: PolicyEvent) {
        record.tally.events += 1
        machine.handle(event, at: MonotonicInstant(nanoseconds: now), into: &buffer)
        refusal = nil
        for index in buffer.indices { take(index) }
        carryOut()
    }

    private func take(_ index: Int) {
        // The effect is read in place, because a copy of the whole effect would also copy its human-readable text.
        switch buffer[index].action {
        case .enterState(let state, _):
            record.enter(state, at: now, rule: buffer[index].reason.rule, exits: machine.exits)
            queue.append(.entered(state))
        case .deliver(let callback): queue.append(.deliver(callback))
        case .launch(let cause): queue.append(.launch(cause))
        case .startAudio: queue.append(.startAudio)
        case .stopAudio: activity.playing += 1
        case .startLocation: queue.append(.startLocation)
        case .stopLocation: activity.locating += 1
        case .terminate(let termination):
            record.terminationCode = termination.code
            queue.append(.exit(termination.signal))
        case .suspend: record.tally.suspensions += 1
        case .resume: record.tally.resumptions += 1
        case .dropWake(let kind): record.dropped(kind)
        case .refuseAudio(let error): refusal = error
        case .refuse(let error): refusal = error
        case .raise(let exception): refusal = exception
        default: break
        }
    }

    func perform(_ order: Order) {
        switch order {
        case .entered(let state): entered(state)
        case .deliver(let callback): deliver(callback)
        case .launch(let cause): launch(cause)
        case .startAudio: plan(.audioPlays(activity.playing), after: 50_000_000)
        case .startLocation:
            plan(.locationOpens(activity.locating), after: 1_000_000)
            plan(.fix(activity.locating), after: 1_000_000_000)
        case .exit(let signal):
            strategies.removeAll()
            submit(.processExited(.signalled(signal)))
        }
    }

    private func entered(_ state: ApplicationState) {
        switch state {
        case .terminated: overdue.removeAll()
        case .foregroundActive, .foregroundInactive, .background:
            guard !overdue.isEmpty else { return }
            let due = overdue
            overdue.removeAll()
            for step in due { perform(step) }
        case .notRunning, .unattached, .suspended: break
        }
    }

    private func launch(_ cause: LaunchCause) {
        life += 1
        overdue.removeAll()
        activity.timers.removeAll()
        activity.work = nil
        activity.stuck.removeAll()
        activity.leavesScreen = false
        activity.playing += 1
        activity.locating += 1
        let options = StrategyOptions(pausesLocationUpdatesAutomatically: kind.plan.location.pausesAutomatically)
        strategies = kind.strategies.map { $0.init(options: options) }
        record.launched(cause)
        submit(cause.isInBackground ? .launchedInBackground : .launched)
    }

    private func deliver(_ callback: AppCallback) {
        for index in strategies.indices {
            do {
                try strategies[index].handle(callback, host: self)
            } catch {
                return submit(.exceptionNotCaught(AppleException(escaped: error)))
            }
        }
        react(to: callback)
    }

    /// Fires a timer of a strategy, unless the timer was cancelled.
    func fire(_ number: Int) {
        guard activity.timers.remove(number) != nil else { return }
        callOut { deliver(.timerFired(number)) }
    }

    /// Returns the maximum memory that an app takes in bytes, without the policy's allocations on the heap.
    ///
    /// - Parameters:
    ///   - queued: the maximum length of the queue.
    ///   - streams: the number of the app's random streams.
    static func bytes(queued: Int, streams: Int) -> Int {
        // The first kilobyte stands for the app itself, its strategies and its buffers.
        1024 + MemoryLayout<PolicyMachine>.size + queued * MemoryLayout<FleetEntry>.stride
            + streams * MemoryLayout<RandomStream>.stride
    }
}
