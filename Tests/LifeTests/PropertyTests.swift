import Testing

@testable import KeepAlivePolicy

/// Random walks over all events, against a world that throws on illegal moves. One million steps in all.
@Suite struct PropertyTests {
    static let walks = 40
    static let steps = 25_000
    static let versions = [4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 26, 27].map { IOSVersion($0) }

    struct Walk {
        let seed: UInt64
        var events: RandomEvents
        var machine: PolicyMachine
        var world: MockWorld
        var now = MonotonicInstant.zero
        var effects: [Effect] = []
        /// The last events, for the report of a failure.
        private var trail: [(at: MonotonicInstant, event: PolicyEvent)] = []
        var handled = 0
        /// The fixes that need not be decided about, and those that must be.
        var fixes = (passedOn: 0, decided: 0)

        /// All that was decided, when it is asked for.
        var digest: Digest?

        init(seed: UInt64, profile: PolicyProfile? = nil) {
            self.seed = seed
            events = RandomEvents(seed: seed)
            // Another area than the versions' turns would give it.
            let areas = [nil] + RandomEvents.Area.allCases.map { Optional($0) }
            events.focus = areas[Int(seed / 3) % areas.count]
            let version = PropertyTests.versions[Int(seed) % PropertyTests.versions.count]
            let manifest = events.manifest()
            var conditions = events.conditions()
            // Some systems act by themselves (MD-20), but not in the lives that are recorded, which are given a profile.
            if profile == nil, (seed / 5) % 2 == 1 { conditions.systemLife = .eager }
            machine = PolicyMachine(
                profile: profile ?? PolicyProfile(version: version), manifest: manifest, conditions: conditions,
                monitorsUsage: true, cpuCount: 2, awaitsReturns: true)
            world = MockWorld(state: machine.state)
        }

        mutating func tell(_ event: PolicyEvent) throws {
            if trail.count == 40 { trail.removeFirst() }
            trail.append((now, event))
            let before = machine.nextDeadline
            if case .launchFailed = event { world.launchFailed() }
            let shortcut = try shortcut(for: event)
            machine.handle(event, at: now, into: &effects)
            if let shortcut, shortcut.machine != machine || shortcut.callback != effects.map(\.action) {
                throw MockWorld.IllegalMove(description: "a fix that was passed on does more: \(effects)")
            }
            handled += 1
            try world.obey(effects, of: machine)
            if digest != nil { record(event) }
            if event == .deadlineReached, let due = before, due <= now, let next = machine.nextDeadline, next <= now {
                throw MockWorld.IllegalMove(description: "a deadline that was met is due again at once")
            }
        }

        /// What becomes of the machine if a fix is passed on at once, and its only effect; `nil` if it may not be.
        private mutating func shortcut(
            for event: PolicyEvent
        ) throws -> (machine: PolicyMachine, callback: [Effect.Action])? {
            guard case .locationFixArrived(let fix) = event else { return nil }
            var copy = machine
            guard copy.passesOn(fix, at: now) else {
                fixes.decided += 1
                guard copy == machine else { throw MockWorld.IllegalMove(description: "a refused fix has an effect") }
                return nil
            }
            fixes.passedOn += 1
            return (copy, [.deliver(.didUpdateLocation(fix))])
        }

        /// The last events, a line each.
        var story: String {
            trail.map { "\($0.at.nanoseconds / 1_000_000) ms: \($0.event)" }.joined(separator: "\n")
        }

        /// What happened, what was decided, and now and then what is said of it.
        private mutating func record(_ event: PolicyEvent) {
            for effect in effects { digest?.add("\(now.nanoseconds) \(effect.action) [\(effect.reason)]") }
            if handled % 10 == 0 { digest?.add("\(machine.explanation(at: now))") }
        }

        /// Lets time pass; each deadline is met at its instant, or a little late.
        mutating func pass(_ duration: Duration) throws {
            let end = now + duration
            while let due = machine.nextDeadline, due <= end {
                now = max(now, due)
                if events.chance(10) { now = now + .milliseconds(3) }
                try tell(.deadlineReached)
            }
            now = max(now, end)
        }

        mutating func settleDebts(honest: Bool) throws {
            while !world.owed.isEmpty {
                let debt = world.owed.removeFirst()
                if case .processExited = debt { world.gone() }
                // A slow app returns later or never.
                if case .callbackReturned = debt, !honest, events.chance(10) { continue }
                try tell(debt)
            }
        }

        mutating func take(_ steps: Int) throws {
            world.begin()
            try tell(.launched)
            for _ in 0..<steps {
                try settleDebts(honest: false)
                if events.chance(25) { try pass(events.duration()) }
                // A process can end by itself while it runs.
                if events.chance(1), world.process == .running, machine.process.alive {
                    world.gone()
                    try tell(.processExited(.exited(events.chance(50) ? 0 : 3)))
                } else if world.process == .frozen, events.chance(2) {
                    try tell(.freezeFailed(cause: "test", attempts: Int.random(in: 1...4, using: &events.random)))
                } else {
                    try tell(events.event())
                }
            }
            try finish()
        }

        /// At the end the user closes everything, and nothing is left.
        mutating func finish() throws {
            try settleDebts(honest: true)
            try tell(.device(.debugger(false)))
            // The crossing of a region that has begun launches even an app that was force-quit (LC-20): once more, then.
            for _ in 0..<2 where machine.nextDeadline != nil || world.process != .none {
                try tell(.forceQuit)
                try settleDebts(honest: true)
                try pass(.seconds(100_000))
                try settleDebts(honest: true)
            }
            guard world.process == .none, world.grants.isEmpty else {
                throw MockWorld.IllegalMove(description: "left at the end: \(world.process), \(world.grants)")
            }
            // A notification that repeats comes for ever.
            if let next = machine.nextDeadline, machine.deadlines[.notification] != next {
                throw MockWorld.IllegalMove(description: "a deadline is left at the end")
            }
        }
    }

    @Test("a million random events, and no illegal move", arguments: 0..<walks)
    func randomWalk(seed: Int) {
        var walk = Walk(seed: UInt64(seed))
        do {
            try walk.take(Self.steps)
        } catch {
            Issue.record("seed \(seed), \(walk.machine.profile): \(error)\n\(walk.story)")
        }
        #expect(walk.handled >= Self.steps)
    }

    @Test("a fix that is passed on has one effect, and changes nothing that another decision would", arguments: 0..<8)
    func fixesPassedOn(seed: Int) throws {
        var walk = Walk(seed: UInt64(seed * 10))
        walk.events.focus = .location
        do {
            try walk.take(Self.steps)
        } catch {
            Issue.record("seed \(seed), \(walk.machine.profile): \(error)\n\(walk.story)")
        }
        #expect(walk.fixes.passedOn > 20)
        #expect(walk.fixes.decided > 20)
    }
}
