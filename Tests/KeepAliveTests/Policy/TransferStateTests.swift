import Testing

@testable import KeepAliveModel
@testable import KeepAlivePolicy

/// Background sessions, between processes and within one. The state that a machine keeps from one event to the next, where no timeline shows it at once.
@Suite struct TransferStateTests {
    @Test("UR-01: of a task whose end the app knows nothing is kept; others are kept by their numbers")
    func keptTransfers() {
        var machine = TestDevice.launched().machine
        var session = TransferSession()
        for number in [1, 2, 3] { session.add(number, TransferRequest(url: "http://example.org/\(number)"), at: .zero) }
        session.end(1, code: nil)
        session.end(2, code: -1001)
        session.ended[0].isTold = true
        machine.transfers.sessions["films"] = session
        #expect(machine.transferToKeep("films", task: 1) == nil)
        #expect(machine.transferToKeep("films", task: 2)?.tasks.map(\.number) == [2])
        #expect(machine.transferToKeep("films", task: 2)?.tasks.map(\.code) == [-1001])
        #expect(machine.transferToKeep("films", task: 3) == nil)
        #expect(machine.openTransfers(of: "films").map(\.number) == [2, 3])
    }

    @Test("UR-02: a question that no process has answered is awaited while a wake for its session waits")
    func awaitedQuestions() {
        var machine = TestDevice.launched().machine
        var session = TransferSession()
        session.add(1, TransferRequest(url: "http://example.org/1"), at: .zero)
        session.tasks[1]?.state = .challenged
        machine.transfers.sessions["films"] = session
        for (kind, identifier, awaits) in [
            (WakeKind.urlSession, "films", true), (.urlSession, "songs", false), (.processing, "films", false),
        ] {
            machine.wakes.pending = [.init(kind: kind, identifier: identifier)]
            #expect(machine.awaitsTransfers == awaits, "\(kind) \(identifier)")
        }
    }

    @Test("MD-25: what has been sent or has come begins the pauses between attempts anew")
    func failuresForgotten() {
        for event in [
            TransferEvent.wrote(identifier: "films", task: 1, bytes: 5, of: 10),
            .sent(identifier: "films", task: 1, bytes: 5, of: 10),
        ] {
            var machine = TestDevice.launched().machine
            var session = TransferSession()
            session.add(1, TransferRequest(url: "http://example.org/1"), at: .zero)
            session.tasks[1]?.failures = 3
            machine.transfers.sessions["films"] = session
            _ = machine.handle(.transfer(event), at: machine.now)
            #expect(machine.transfers.sessions["films"]?.tasks[1]?.failures == 0)
        }
    }

    @Test("UR-01: a session that was kept comes back with its tasks, their ages and their ends, for the next process")
    func restoredSession() {
        var machine = TestDevice().machine
        machine.now = .zero + .seconds(100)
        let request = TransferRequest(url: "http://example.org/film")
        let kept = RestoredSession(
            identifier: "films", sendsLaunchEvents: false, discretionary: true,
            tasks: [
                .init(
                    number: 1, request: request, isResumed: true, age: .seconds(50), timeSinceResume: .seconds(40)),
                .init(number: 2, request: request, isResumed: true, hasEnded: true, code: -1001),
            ])
        _ = machine.handle(.transfer(.restored(kept)), at: machine.now)
        let session = machine.transfers.sessions["films"]
        #expect(session?.sendsLaunchEvents == false && session?.discretionary == true && session?.connected == false)
        #expect(session?.tasks[1]?.since == .zero + .seconds(60))
        #expect(session?.tasks[1]?.createdAt == .zero + .seconds(50))
        #expect(session?.tasks[2] == nil)
        #expect(session?.ended.map(\.end.code) == [-1001])
        #expect(machine.transfers.sessionsWithEvents == ["films"])
    }

    @Test("UR-02: a credential goes out with the method and the address that it is for")
    func credentials() {
        var machine = TestDevice.launched().machine
        var session = TransferSession()
        session.add(1, TransferRequest(url: "http://example.org/1"), at: .zero)
        var challenge = TransferChallenge(.digest, realm: "films")
        challenge.url = "http://mirror.example.org/1"
        session.tasks[1]?.challenge = challenge
        session.tasks[1]?.state = .challenged
        session.tasks[1]?.isAsked = true
        machine.transfers.sessions["films"] = session
        _ = machine.handle(
            .transfer(
                .challengeAnswered(
                    identifier: "films", task: 1, .useCredential,
                    credential: TransferCredential(user: "me", password: "secret"))), at: machine.now)
        let credential = machine.transfers.sessions["films"]?.tasks[1]?.request.credential
        #expect(credential?.method == .digest && credential?.url == "http://mirror.example.org/1")
    }

    @Test("SD-44, UR-04: what was told of a session's events is told once")
    func toldOnce() {
        var machine = TestDevice.launched().machine
        var session = TransferSession()
        session.add(1, TransferRequest(url: "http://example.org/1"), at: .zero)
        session.end(1, code: -1001)
        session.hasHandler = true
        session.questions = [7]
        machine.transfers.sessions["films"] = session
        machine.transfers.sessionsWithEvents = ["films"]
        machine.deliverTransferEvents("films")
        #expect(machine.transfers.sessionsWithEvents.isEmpty)
        #expect(machine.transfers.sessions["films"]?.questions.isEmpty == true)
        machine.transfers.sessions["films"]?.owesFinish = true
        _ = machine.handle(.transfer(.handlerCalled(identifier: "films")), at: machine.now)
        #expect(machine.transfers.sessions["films"]?.owesFinish == false)
        machine.transfers.sessions["films"] = session
        _ = machine.handle(.transfer(.fileTaken(identifier: "films", task: 1)), at: machine.now)
        #expect(machine.transfers.sessions["films"]?.ended.map(\.fileIsTaken) == [true])
    }

    @Test("UR-08: the user who brings the app to the front ends the delays of the rate limiter, and no others")
    func rateLimiter() {
        var machine = TestDevice.launched().machine
        var session = TransferSession()
        for number in [1, 2] {
            session.add(number, TransferRequest(url: "http://example.org/\(number)"), at: .zero)
            session.tasks[number]?.wait(until: .zero + .seconds(500), number == 1 ? .rateLimiter : .retry)
        }
        machine.transfers.sessions["films"] = session
        machine.transfersBroughtToFront()
        #expect(machine.transfers.sessions["films"]?.tasks[1]?.notBefore == nil)
        #expect(machine.transfers.sessions["films"]?.tasks[2]?.notBefore != nil)
    }

    @Test("UR-07: after a force quit the next process is told of each session, and of none that has nothing to tell")
    func cancelledSessions() {
        var machine = TestDevice.launched().machine
        for (name, count) in [("films", 1), ("songs", 0)] {
            var session = TransferSession()
            for number in 0..<count {
                session.add(number + 1, TransferRequest(url: "http://example.org/1"), at: .zero)
            }
            machine.transfers.sessions[name] = session
        }
        machine.transfersForceQuit(Reason("LC-19", "test"))
        #expect(machine.transfers.sessionsWithEvents == ["films"])
    }

    @Test("UR-12: Low Power Mode concerns transfers outside of the policy's sight that have been resumed")
    func lowPower() {
        for (isTold, isActive, count) in [(true, true, 1), (true, false, 0), (false, true, 0)] {
            var machine = TestDevice.launched().machine
            var session = TransferSession()
            session.discretionary = true
            session.add(1, TransferRequest(url: "http://example.org/1"), at: .zero)
            session.tasks[1]?.isTold = isTold
            session.tasks[1]?.state = isActive ? .running : .suspended
            machine.transfers.sessions["films"] = session
            machine.effects = []
            machine.transfersMeetLowPowerMode()
            #expect(machine.effects.count == count, "\(isTold) \(isActive)")
        }
    }

    @Test("UR-06: a process that ends has told nothing of what it was being told; the next one begins anew")
    func sessionOfNextProcess() {
        var session = TransferSession()
        for number in [1, 2] { session.add(number, TransferRequest(url: "http://example.org/\(number)"), at: .zero) }
        for number in [1, 2] { session.end(number, code: nil) }
        session.fileIsTaken(from: 2)
        #expect(session.ended.map(\.fileIsTaken) == [false, true])
        session.owesFinish = true
        session.hasToldFinish = true
        session.hasHandler = true
        session.questions = [1]
        session.completing = [1]
        session.beginTelling(of: session.ended.removeFirst())
        session.forgetProcess()
        #expect(!session.owesFinish && !session.hasToldFinish && !session.hasHandler && !session.connected)
        #expect(session.questions.isEmpty && session.completing.isEmpty)
        #expect(session.ended.map(\.task) == [1, 2])
    }

    @Test("MD-25: a task waits for the longer of two delays, for that one's cause")
    func longerDelay() {
        var task = TransferTask()
        task.wait(until: .zero + .seconds(5), .rateLimiter)
        #expect(task.delay == .rateLimiter)
        task.wait(until: .zero + .seconds(5), .retry)
        #expect(task.delay == .rateLimiter)
        task.wait(until: .zero + .seconds(6), .retry)
        #expect(task.delay == .retry && task.notBefore == .zero + .seconds(6))
    }

    @Test("UR-16, UR-17: a task whose time has come begins, also if another task ends between that time and its timer")
    func overdueBegin() {
        let first = TransferRequest(url: "http://example.org/1")
        var later = TransferRequest(url: "http://example.org/3")
        later.earliestBegin = .seconds(5)
        var machine = TestDevice.launched().machine
        let begin = machine.now
        func reported(_ event: TransferEvent, after delay: Duration) -> [Effect] {
            machine.handle(.transfer(event), at: begin + delay)
        }
        _ = reported(.sessionCreated(identifier: "films"), after: .zero)
        for (number, request) in [(1, first), (2, first), (3, later)] {
            _ = reported(.taskCreated(identifier: "films", task: number, request), after: .zero)
            _ = reported(.taskResumed(identifier: "films", task: number), after: .zero)
        }
        _ = reported(.taskBrokeOff(identifier: "films", task: 2, code: -1005), after: .zero)
        // The machine is late: the end of task 1 is reported after the instant, before the deadline is.
        _ = reported(.taskCompleted(identifier: "films", task: 1, code: nil), after: .seconds(5.1))
        let due = machine.nextDeadline
        #expect(due == begin + .seconds(5))
        _ = machine.handle(.deadlineReached, at: begin + .seconds(5.2))
        for number in [2, 3] { #expect(machine.transfers.sessions["films"]?.tasks[number]?.state == .running) }
        #expect(machine.deadlines[.transferStart] == nil)
    }

    @Test("UR-16: the retries of a transfer that runs outside of the policy are not the policy's")
    func toldTransfer() {
        var machine = TestDevice.launched().machine
        _ = machine.handle(.transfer(.sessionCreated(identifier: "films")), at: machine.now)
        _ = machine.handle(.transfer(.taskResumed(identifier: "films")), at: machine.now)
        let effects = machine.handle(
            .transfer(.taskBrokeOff(identifier: "films", task: 1, code: -1005)), at: machine.now)
        #expect(effects.isEmpty && machine.transfers.sessions["films"]?.tasks[1]?.state == .running)
    }

    @Test(
        "UR-06, LN-11: an app waits for the app's calls no longer than so long; a process takes its questions with it")
    func endOfWaits() {
        var machine = TestDevice.launched().machine
        var session = TransferSession()
        session.add(1, TransferRequest(url: "http://example.org/1"), at: .zero)
        session.completing = [1]
        machine.transfers.sessions["films"] = session
        machine.deadlines[.transferTelling] = machine.now
        #expect(machine.transfers.waitsForCalls)
        _ = machine.handle(.deadlineReached, at: machine.now)
        #expect(!machine.transfers.waitsForCalls)

        session.end(1, code: nil)
        machine.transfers.sessions["films"] = session
        machine.transfers.sessions["songs"] = TransferSession()
        machine.notifications.hasDelegate = true
        machine.forgetProcess()
        #expect(machine.transfers.sessionsWithEvents == ["films"])
        #expect(!machine.notifications.hasDelegate)
    }
}
