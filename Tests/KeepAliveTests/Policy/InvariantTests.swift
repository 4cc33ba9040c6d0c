import Testing

@testable import KeepAliveHost
@testable import KeepAlivePolicy

/// Long random lives of an app: whatever happens in whatever order, some things must never be.
@Suite struct InvariantTests {
    /// SplitMix64: the same lives on every machine.
    struct Dice: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    /// A host that does what it is ordered, some day, and looks at every order.
    struct Host {
        var machine: PolicyMachine
        var now = MonotonicInstant.zero
        var state: ApplicationState
        var grants: Set<Grant> = []
        var frozen = false
        var hasProcess = false
        /// What the host still has to tell.
        var owed: [PolicyEvent] = []
        var trail: [String] = []
        var complaints: [String] = []

        init(_ profile: PolicyProfile) {
            machine = PolicyMachine(
                profile: profile,
                manifest: Manifest(
                    backgroundModes: Set(BackgroundMode.allCases), permittedTaskIdentifiers: ["t", "u"],
                    adoptsScenes: true), monitorsUsage: true, awaitsReturns: true)
            state = machine.state
        }

        mutating func tell(_ event: PolicyEvent) {
            trail.append("\((now - .zero).inWords) \(event)")
            for effect in machine.handle(event, at: now) { look(at: effect) }
            if state != machine.state { complain("the state was not told") }
            if grants != Set(machine.grants.all) { complain("grants \(grants), the machine has \(machine.grants.all)") }
            if !hasProcess, machine.state.isRunning { complain("runs without a process") }
            if frozen != (machine.state == .suspended) { complain("frozen: \(frozen)") }
            if let deadline = machine.nextDeadline, !machine.process.alive,
                machine.deadlines[.heldPush] != deadline, machine.deadlines[.transferTimeout] != deadline,
                machine.deadlines[.transferStart] != deadline, machine.deadlines[.regionStay] != deadline,
                machine.deadlines[.notification] != deadline
            {
                complain("something is due without a process")
            }
            checkDeadlines()
        }

        /// What is due watches something that is there, and what is there is watched.
        private mutating func checkDeadlines() {
            let process = machine.process
            let due: [(DeadlineKind, Bool)] = [
                (.taskKill, !machine.tasks.live.isEmpty && !machine.conditions.debuggerAttached),
                (.taskExpiration, !machine.tasks.live.isEmpty && !machine.conditions.debuggerAttached),
                (.wakeKill, !machine.wakes.live.isEmpty && !machine.conditions.debuggerAttached),
                (.wakeExpiration, !machine.wakes.live.isEmpty),
                (.launch, process.isLaunching && machine.isWatched),
                (.willResignActive, process.isResigning && machine.isWatched),
                (.enterBackground, process.isEnteringBackground && machine.isWatched),
                (.enterForeground, process.isEnteringForeground && machine.isWatched),
                (.enterBackgroundAdvice, process.isEnteringBackground && machine.isWatched),
                (.willTerminate, process.isEnding && machine.isWatched),
                (.suspension, state == .background && grants.isEmpty && process.isIdle),
                (.transferTelling, machine.transfers.waitsForCalls),
                (.notification, !machine.notifications.pending.isEmpty),
                (.voipKeepAlive, machine.voip.keepAliveTimeout != nil), (.heldPush, machine.pushes.isHeld),
            ]
            for (kind, sensible) in due where machine.deadlines[kind] != nil && !sensible {
                complain("\(kind) is due for nothing")
            }
            if state == .background, grants.isEmpty, process.isIdle, !machine.conditions.debuggerAttached,
                !machine.transfers.waitsForCalls, machine.deadlines[.suspension] == nil
            {
                complain("nobody suspends the app")
            }
            if process.isEnteringBackground, machine.isWatched, machine.deadlines[.enterBackground] == nil {
                complain("nobody watches didEnterBackground")
            }
            if process.isEnteringForeground, machine.isWatched, machine.deadlines[.enterForeground] == nil {
                complain("nobody watches willEnterForeground")
            }
            if process.isResigning, machine.isWatched, machine.deadlines[.willResignActive] == nil {
                complain("nobody watches willResignActive")
            }
            if process.isEnding, machine.isWatched, machine.deadlines[.willTerminate] == nil {
                complain("nobody watches willTerminate")
            }
            let marked = machine.tasks.clock != nil || machine.tasks.followsFetch
            if machine.grants.definesStartTime, marked { complain("the task clock runs beside \(grants)") }
        }

        private mutating func look(at effect: Effect) {
            switch effect.action {
            case .enterState(let next, let from):
                if from != state { complain("from \(from), was \(state)") }
                state = next
                if next == .terminated { frozen = false }
            case .suspend:
                if machine.conditions.debuggerAttached { complain("suspended with a debugger") }
                if !grants.isEmpty { complain("suspended with \(grants)") }
                if frozen { complain("frozen twice") }
                frozen = true
            case .resume:
                if !frozen { complain("thawed and not frozen") }
                frozen = false
            case .launch(let cause):
                let ordered = owed.contains { $0 == .launched || $0 == .launchedInBackground }
                if hasProcess || ordered { complain("a second process is ordered") }
                owed.append(cause.isForWake ? .launchedInBackground : .launched)
            case .deliver(let callback):
                if !state.isRunning { complain("\(callback) while \(state)") }
                switch callback {
                case .didFinishLaunching: owed.append(.callbackReturned(.didFinishLaunching))
                case .willResignActive: owed.append(.callbackReturned(.willResignActive))
                case .didEnterBackground: owed.append(.callbackReturned(.didEnterBackground))
                case .willEnterForeground: owed.append(.callbackReturned(.willEnterForeground))
                case .willTerminate: owed.append(.callbackReturned(.willTerminate))
                default: break
                }
            case .gainGrant(let grant):
                if !grants.insert(grant).inserted { complain("\(grant) twice") }
            case .loseGrant(let grant):
                if grants.remove(grant) == nil { complain("\(grant) was not there") }
            case .terminate(let termination):
                if !hasProcess { complain("nothing to end") }
                let code = termination.code?.lowercased() ?? ""
                let timed = ["0x8badf00d", "0x2182bad2", "0x2182bad3", "0x2182bad4"].contains(code)
                if ["0x2182bad2", "0x2182bad3"].contains(code), state.isForeground {
                    complain("\(code) in the foreground")
                }
                if timed, machine.conditions.debuggerAttached { complain("\(code) with a debugger") }
                owed.append(.processExited(.signalled(termination.signal)))
            default: break
            }
        }

        mutating func complain(_ what: String) {
            complaints.append("\(what), after \(trail.suffix(12))")
        }

        /// Does one of the things it owes.
        mutating func pay(_ dice: inout Dice) {
            guard let index = owed.indices.randomElement(using: &dice) else { return }
            let event = owed.remove(at: index)
            switch event {
            case .launched, .launchedInBackground:
                hasProcess = true
                tell(event)
            case .processExited:
                guard hasProcess else { return }
                exit(event)
            default: if hasProcess { tell(event) }
            }
        }

        mutating func exit(_ event: PolicyEvent) {
            hasProcess = false
            // What the old process was about to say, nobody says any more.
            owed.removeAll {
                if case .callbackReturned = $0 { true } else if case .processExited = $0 { true } else { false }
            }
            tell(event)
        }

        mutating func advance(by duration: Duration) {
            let end = now + duration
            var steps = 0
            while let deadline = machine.nextDeadline, deadline <= end {
                now = max(now, deadline)
                tell(.deadlineReached)
                steps += 1
                if steps > 20_000 { return complain("the deadlines do not end") }
            }
            now = end
        }
    }

    static func event(_ dice: inout Dice) -> PolicyEvent {
        let task = BackgroundTaskIdentifier(rawValue: Int.random(in: 1...4, using: &dice))
        let flag = Bool.random(using: &dice)
        let user: [PolicyEvent] = [
            .left(by: .home), .left(by: .home), .returnedToForeground, .returnedToForeground, .forceQuit,
            .terminationRequested(cause: "x"), .sceneDisconnected(), .urlOpened("u"), .launchDeclinedURL,
            .notification(.authorizationRequested()), .call(.reported(call: "c")),
            .call(.fulfilled(.answer, call: "c")), .call(.fulfilled(.hold, call: "c")), .call(.ended(call: "c")),
            .notification(
                .added(NotificationRequest(identifier: "n", trigger: .interval(.seconds(60), repeats: true)))),
            .notification(.responded(NotificationResponse(identifier: "n"))),
        ]
        let app: [PolicyEvent] = [
            .backgroundTaskBegan(task, name: "t", hasHandler: flag), .backgroundTaskEnded(task),
            .audioSessionActivated(.init(category: .playback, mixWithOthers: flag)),
            .audioSessionDeactivated(notifyOthers: flag), .audioPlaybackRequested(silent: flag),
            .audioAdvanced(frames: Int64.random(in: 0...9999, using: &dice), sampleRate: 8000),
            .audioStalled(cause: "x"), .audioPlaybackStopped,
            .locationAuthorizationChanged(flag ? .authorizedAlways : .authorizedWhenInUse),
            .allowsBackgroundLocationUpdatesSet(flag), .locationUpdatesStarted(pausesAutomatically: flag),
            .locationUpdatesStopped, .locationSessionOpened(source: "g"), .locationSessionLost(cause: "x"),
            .taskScheduler(.registered(identifier: "t")),
            .taskScheduler(.submitted(.init(flag ? .appRefresh : .processing, identifier: "t"))),
            .taskScheduler(.completed(identifier: "t", success: flag)), .fetch(.intervalSet(.seconds(60))),
            .fetch(.completed(flag ? .newData : .failed)), .push(.completed(.noData)), .voip(.callReported),
            .voip(.returnedWithoutReport), .voip(.keepAliveTimeoutSet(.seconds(600))), .voip(.socketTagged(flag)),
            .transfer(.sessionCreated(identifier: "s", sendsLaunchEvents: flag)),
            .transfer(.taskStarted(identifier: "s", TransferRequest())),
            .transfer(.taskResumed(identifier: "s")), .transfer(.handlerCalled(identifier: "s")),
            .wakeCompleted(WakeKind.allCases.randomElement(using: &dice) ?? .region),
            .resource(flag ? .fileLocked(path: "f") : .fileUnlocked(path: "f")), .resource(.socketsOpen(2)),
            .resource(.sharedDatabase(held: flag && Bool.random(using: &dice))),
            .usageSampled(cpu: .seconds(Int.random(in: 0...60, using: &dice)), wakeups: 10),
        ]
        let world: [PolicyEvent] = [
            .wake(WakeKind.allCases.randomElement(using: &dice) ?? .region), .push(.silent()), .fetch(.opportunity),
            .voip(.pushed()), .voip(.socketDataArrived), .transfer(.finished(identifier: "s")),
            .transfer(.taskCompleted(identifier: "s", task: flag ? 1 : 2, code: nil)),
            .transfer(.taskBrokeOff(identifier: "s", task: flag ? 1 : 2, code: -1005)),
            .taskScheduler(.opportunity), .taskScheduler(.launchSimulated(identifier: "t")),
            .device(.debugger(flag)), .device(.lowPowerMode(flag)), .device(.locked(flag)),
            .device(.memoryPressure(flag ? .purge : .warning)), .device(.thermalState(flag ? .serious : .nominal)),
            .device(.rebooted), .device(.inUse(flag)), .device(flag ? .switchedOff : .switchedOn), .device(.switchedOn),
            .device(.privacyChanged(.photos)), .covered(by: .controlCenter), .uncovered,
            .audioSession(flag ? .mediaServicesLost : .mediaServicesReset),
            .audioSession(.interruptionBegan(.call)), .audioSession(.interruptionEnded(shouldResume: flag)),
        ]
        let pick = Int.random(in: 0..<10, using: &dice)
        let list = pick < 3 ? user : pick < 7 ? app : world
        return list.randomElement(using: &dice) ?? .left(by: .home)
    }

    @Test("there is room for every kind of deadline")
    func deadlineKinds() {
        var deadlines = DeadlineSet()
        for kind in DeadlineKind.allCases { deadlines[kind] = .zero + .seconds(kind.rawValue) }
        for kind in DeadlineKind.allCases {
            #expect(deadlines.popDue(at: .zero + .seconds(kind.rawValue))?.kind == kind)
        }
        #expect(deadlines.earliest == nil)
    }

    @Test(
        "MD-01, LC-01: no call to an app that cannot run, no second process, no grant twice, no freeze with a reason to run",
        arguments: [4, 6, 8, 12, 13, 15, 18, 26])
    func randomLives(major: Int) {
        for seed in 0..<60 {
            var dice = Dice(state: UInt64(major * 1000 + seed))
            var host = Host(.ios(major))
            host.hasProcess = true
            host.tell(.launched)
            for _ in 0..<250 where host.complaints.isEmpty {
                switch Int.random(in: 0..<8, using: &dice) {
                case 0, 1, 2: host.pay(&dice)
                case 3:
                    let milliseconds = [1, 200, 1000, 5000, 26_000, 31_000, 600_000].randomElement(using: &dice) ?? 1
                    host.advance(by: .milliseconds(milliseconds))
                case 4 where host.hasProcess && Int.random(in: 0..<12, using: &dice) == 0:
                    host.exit(.processExited(Bool.random(using: &dice) ? .exited(1) : .signalled(11)))
                default: host.tell(Self.event(&dice))
                }
            }
            #expect(host.complaints == [], "seed \(seed)")
        }
    }
}
