import HeapModule
import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveStrategies

/// One app of a fleet with its policy, strategies and user, played on virtual time from the first morning to the end.
///
/// Only sums are recorded. The memory of one app is bounded: the policy's state, and a queue with one entry for each
/// thing that can happen next.
final class FleetApp: OrderPerformer {
    let kind: FleetClass
    var machine: PolicyMachine
    var strategies: [any KeepAliveStrategy] = []
    var random: [RandomStream]
    let user: FleetUser
    let record: FleetRecord

    /// Nanoseconds since the first morning.
    private(set) var now: Int64 = 0
    private var planner = Heap<FleetEntry>(minimumCapacity: 16)
    private var planned: UInt32 = 0
    private var buffer: [Effect] = []
    var queue = OrderQueue<Order>()
    /// The number of the process. Steps that an earlier process planned are dropped.
    var life: UInt32 = 0
    /// The steps that the suspended app will perform when it runs again (LC-27).
    private var overdue: [FleetStep] = []
    /// The error that the app's last call was answered with.
    private(set) var refusal: (any Error)?

    /// The steps of the app's process.
    var activity = Activity()
    /// Where the device is: it has moved so often.
    var place = 0

    /// The steps of a process of the app, and the marks that drop those of a process that has ended.
    struct Activity {
        var nextTask = 1
        var nextTimer = 1
        var timers: Set<Int> = []
        /// The task of the background work, and whether the app never ends it.
        var work: (task: Int, leaks: Bool)?
        /// The app was on screen until now.
        var leavesScreen = false
        /// Kinds of wakes that the app will not complete.
        var stuck: Set<WakeKind> = []
        /// The number of starts of the player. Steps of an earlier start are dropped.
        var playing = 0
        /// The number of starts of location.
        var locating = 0
    }

    /// An order of the policy that is carried out from the queue.
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

    /// Plays the app.
    ///
    /// - Parameters:
    ///   - end: the end of its time, in nanoseconds.
    ///   - isCancelled: returns whether to stop; asked now and then: one app can have hundreds of millions of events.
    /// - Returns: whether the app's time is over; after a cancellation its record is worth nothing.
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
                // A deadline that passed while the app was suspended is due at its resumption.
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

    /// The number of steps between two questions whether to stop: less than a hundredth of a second.
    static let stepsBetweenLooks = 1024

    /// Plans a step of the world.
    func plan(_ what: FleetStep, at instant: Int64) { enqueue(what, at: instant, life: 0) }

    /// Plans a step of this process, or of the device for it.
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

    /// Tells the policy an event, and carries out its orders.
    func submit(_ event: PolicyEvent) {
        record.tally.events += 1
        machine.handle(event, at: MonotonicInstant(nanoseconds: now), into: &buffer)
        refusal = nil
        for index in buffer.indices { take(index) }
        carryOut()
    }

    private func take(_ index: Int) {
        // Reads the effect in place: a copy of the whole effect would include its text for people.
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

    /// Fires a timer of a strategy.
    func fire(_ number: Int) {
        guard activity.timers.remove(number) != nil else { return }
        callOut { deliver(.timerFired(number)) }
    }

    /// Returns the most bytes that an app takes, without what the policy keeps on the heap.
    ///
    /// - Parameters:
    ///   - queued: the longest queue.
    ///   - streams: the number of its streams of random numbers.
    static func bytes(queued: Int, streams: Int) -> Int {
        // A kilobyte for the app itself, its strategies and its buffers.
        1024 + MemoryLayout<PolicyMachine>.size + queued * MemoryLayout<FleetEntry>.stride
            + streams * MemoryLayout<RandomStream>.stride
    }
}
