import Testing

@testable import KeepAliveModel
@testable import KeepAlivePolicy

/// Background tasks, and what holds task requests back. The state that a machine keeps from one event to the next, where no timeline shows it at once.
@Suite struct TaskStateTests {
    @Test("BT-12: a task that was told that the time is spent is not told again with the next one")
    func renewedOnce() {
        var device = TestDevice.launched()
        _ = device.beginTask()
        device.happen(.left(by: .home))
        device.advance(by: .seconds(27))
        let second = device.beginTask()
        device.advance(by: .milliseconds(20))
        let third = device.beginTask()
        device.advance(by: .milliseconds(20))
        #expect(device.callbacks.count { $0 == .backgroundTaskExpired(second) } == 1)
        #expect(device.callbacks.count { $0 == .backgroundTaskExpired(third) } == 1)
    }

    @Test("BT-16: a kill names sixteen tasks, and says how many others there are", arguments: [16, 17])
    func namesInKill(count: Int) throws {
        var device = TestDevice.launched()
        for number in 1...count { _ = device.beginTask("t\(number)") }
        device.happen(.left(by: .home))
        device.advance(by: .seconds(60))
        let explanation = try #require(device.termination?.explanation)
        #expect(explanation.contains("16 \"t16\""))
        #expect(explanation.contains(" and 1 more") == (count == 17) && explanation.contains("more") == (count == 17))
    }

    @Test("MD-20: what is due waits for its own run; a task waits for another of its identifier alone")
    func opportunities() {
        var device = TestDevice.launched(modes: [.processing, .fetch])
        device.setConditions { $0.systemLife = .eager }
        var machine = device.machine
        machine.deadlines[.opportunity] = machine.now
        machine.updateOpportunity()
        #expect(machine.deadlines[.opportunity] == machine.now)
        machine.deadlines[.opportunity] = machine.now + .seconds(1000)
        machine.updateOpportunity()
        #expect(machine.deadlines[.opportunity] == nil)

        device.suspend()
        machine = device.machine
        machine.scheduler.pending = [
            .init(request: BackgroundTaskRequest(.processing, identifier: "b"), submittedAt: .zero)
        ]
        machine.wakes.live = [.init(kind: .processing, identifier: "a", since: .zero)]
        machine.deadlines[.opportunity] = nil
        machine.updateOpportunity()
        #expect(machine.deadlines[.opportunity] != nil)
        machine.wakes.live = []
        machine.wakes.pending = [.init(kind: .remoteNotification, identifier: "b")]
        machine.deadlines[.opportunity] = nil
        machine.updateOpportunity()
        #expect(machine.deadlines[.opportunity] != nil)
        machine.wakes.pending = [.init(kind: .processing, identifier: "b")]
        machine.deadlines[.opportunity] = nil
        machine.updateOpportunity()
        #expect(machine.deadlines[.opportunity] == nil)
    }

    @Test("BG-14, BG-15: what holds a request back, by the kind of the request and the state of the device")
    func obstacles() throws {
        let profile = try ProfileCatalogue.newest.applying([
            ProfileOverride(parsing: "refreshNeedsNetwork=true"),
            ProfileOverride(parsing: "processingOnlyOnPower=true"),
        ])
        let refresh = BackgroundTaskRequest(.appRefresh, identifier: "a")
        let processing = BackgroundTaskRequest(.processing, identifier: "b")
        for network in [DeviceConditions.Network.none, .wifi] {
            for power in [false, true] {
                var device = TestDevice.launched(ios: profile)
                device.setConditions {
                    $0.network = network
                    $0.externalPower = power
                }
                let ofRefresh = device.machine.obstacle(to: refresh)
                #expect(ofRefresh == (network == .none ? Reason("BG-14", "there is no network") : nil))
                let ofProcessing = device.machine.obstacle(to: processing)
                #expect(ofProcessing == (power ? nil : Reason("BG-15", "the device is not on external power")))
            }
        }
        // Without the switches neither is asked for.
        var device = TestDevice.launched()
        device.setConditions {
            $0.network = .none
            $0.externalPower = false
        }
        #expect(device.machine.obstacle(to: refresh) == nil && device.machine.obstacle(to: processing) == nil)
    }

    @Test("BG-21: progress counts for a continued task of that name, and for no other task")
    func progress() {
        var machine = TestDevice.launched().machine
        for (kind, identifier, counts) in [
            (WakeKind.continuedProcessing, "a", true), (.continuedProcessing, "b", false), (.processing, "a", false),
        ] {
            machine.wakes.live = [.init(kind: kind, identifier: identifier, since: .zero)]
            machine.deadlines[.continuedTaskStall] = nil
            _ = machine.handle(.taskScheduler(.progressed(identifier: "a")), at: machine.now)
            #expect((machine.deadlines[.continuedTaskStall] != nil) == counts, "\(kind) \(identifier)")
        }
    }

    @Test("BG-23: a continued task that waits is submitted all the same; no more than the limit run")
    func continuedTasks() {
        var machine = TestDevice.launched().machine
        let limit = machine.profile.continuedTaskLimit
        machine.wakes.live = (0..<limit).map { .init(kind: .continuedProcessing, identifier: "\($0)", since: .zero) }
        let waiting = BackgroundTaskRequest(.continuedProcessing, identifier: "next")
        machine.scheduler.pending = [.init(request: waiting, submittedAt: .zero)]
        machine.startNextContinuedTask()
        #expect(machine.scheduler.pending.count == 1)
        machine.wakes.live.removeLast()
        machine.startNextContinuedTask()
        #expect(machine.scheduler.pending.isEmpty)
        #expect(machine.wakes.live.map(\.identifier) == (0..<limit - 1).map { "\($0)" } + ["next"])
    }
}
