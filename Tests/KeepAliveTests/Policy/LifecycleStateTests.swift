import Testing

@testable import KeepAliveModel
@testable import KeepAlivePolicy

/// Launches, leaves, and what a process leaves to the next. The state that a machine keeps from one event to the next, where no timeline shows it at once.
@Suite struct LifecycleStateTests {
    @Test("a decision ends a transition only if one went on; it names transfers only to who wants them")
    func decisions() {
        var machine = TestDevice.launched().machine
        #expect(!machine.decide(.device(.lowDataMode(true)), at: .zero, keepsTransfers: false).endsTransition)
        var request = TransferRequest(url: "http://example.org/film")
        request.file = nil
        _ = machine.handle(.transfer(.taskCreated(identifier: "films", task: 1, request)), at: .zero)
        let wanted = machine.decide(
            .transfer(.taskCreated(identifier: "films", task: 2, request)), at: .zero, keepsTransfers: true)
        let unwanted = machine.decide(
            .transfer(.taskCreated(identifier: "films", task: 3, request)), at: .zero, keepsTransfers: false)
        #expect(!wanted.changedTransfers.isEmpty)
        #expect(unwanted.changedTransfers.isEmpty)
    }

    @Test("LC-05: an app whose host does not await returns is in use at once")
    func notAwaited() {
        var machine = PolicyMachine(profile: ProfileCatalogue.newest, manifest: Manifest())
        _ = machine.handle(.launched, at: .zero)
        _ = machine.handle(.callbackReturned(.didFinishLaunching), at: .zero)
        _ = machine.handle(.left(by: .home), at: .zero)
        _ = machine.handle(.returnedToForeground, at: .zero)
        #expect(machine.state == .foregroundActive)
    }

    @Test("LC-05: who leaves an app that is covered leaves the cover, too")
    func coveredAndLeft() {
        var device = TestDevice.launched()
        device.happen(.covered(by: .controlCenter))
        #expect(device.machine.process.record.isCovered)
        device.happen(.left(by: .home))
        #expect(!device.machine.process.record.isCovered)
    }

    @Test("LC-19: a force quit takes the place of another reason for which the app is ending")
    func endsForForceQuit() {
        var device = TestDevice.launched(hangs: [.willTerminate])
        device.happen(.terminationRequested(cause: "an update"))
        let before = device.machine.process.ending
        device.happen(.forceQuit)
        #expect(before != nil && device.machine.process.ending != before)
        #expect(device.machine.process.ending?.code == .forceQuit)
    }

    @Test("RB-10: the limits of a process begin anew with the next one")
    func usageOfNext() {
        var device = TestDevice(ios: ProfileCatalogue.newest, manifest: Manifest(), monitorsUsage: true)
        device.happen(.launched)
        let fresh = device.machine.usage
        device.happen(.usageSampled(cpu: .seconds(3), wakeups: 10))
        #expect(device.machine.usage != fresh)
        device.happen(.processExited(.exited(0)))
        #expect(device.machine.usage == UsageMonitor(cpuCount: 1))
    }

    @Test("WK-24: twenty Live Activities are shown; none is awaited that has ended")
    func liveActivities() {
        var device = TestDevice.launched()
        device.happen(.liveActivity(.requested("one")))
        #expect(device.machine.deadlines[.liveActivity] != nil)
        device.happen(.liveActivity(.ended("one")))
        #expect(device.machine.deadlines[.liveActivity] == nil)
        var machine = device.machine
        for number in 0..<21 { machine.beginLiveActivity("\(number)", Reason("WK-21", "a push")) }
        #expect(machine.liveActivities.count == 20)
    }

    @Test("LC-34: a prewarmed process begins with its own limits, and its launch is the next")
    func prewarmed() {
        var device = TestDevice(ios: ProfileCatalogue.newest, manifest: Manifest(), monitorsUsage: true)
        device.hostIsPrompt = false
        device.happen(.prewarmed)
        #expect(device.reason { if case .launch = $0 { true } else { false } }?.rule == "LC-34")
        var machine = device.machine
        machine.process.nextLaunch = .user
        machine.deadlines[.usage] = nil
        machine.beginPrewarmedProcess()
        #expect(machine.process.nextLaunch == nil)
        #expect(machine.deadlines[.usage] == machine.now)
    }

    @Test("WK-23: pushes that are held for no time are not held")
    func held() {
        var machine = TestDevice.launched().machine
        let before = machine.pushes
        machine.holdPushes(for: .zero, since: .network)
        #expect(machine.pushes == before)
        machine.holdPushes(for: .seconds(1), since: .network)
        #expect(machine.pushes.heldUntil == machine.now + .seconds(1) && machine.pushes.holdCause == .network)
    }

    @Test("MD-20: the clock of the day begins when and where the device does")
    func clock() {
        var machine = TestDevice().machine
        let date = DeviceDate(atStart: 1_700_000_000, zone: .utc)
        let start = MonotonicInstant.zero + .seconds(5)
        machine.startClock(at: start, date: date)
        #expect(machine.conditions.start == start)
        #expect(machine.conditions.date == date)
    }

    @Test("LC-23: sockets that are taken are gone, and none is no news")
    func sockets() {
        var device = TestDevice.launched()
        device.happen(.resource(.socketsOpen(5)))
        device.suspend()
        let before = device.effects.count
        device.happen(.resource(.socketsTaken(0)))
        #expect(device.effects.count == before)
        let left = device.machine.resources.sockets
        device.happen(.resource(.socketsTaken(2)))
        #expect(device.machine.resources.sockets == max(0, left - 2))
        #expect(device.effects.count > before)
    }

    @Test("LC-30: a scene that is shown is asked for no more")
    func requestedScene() {
        var machine = TestDevice.launched().machine
        machine.process.record.scenes.requested = machine.process.record.scenes.front
        machine.showRequestedScene()
        #expect(machine.process.record.scenes.requested == nil)
    }

    @Test("RB-12, RB-37: an app whose CPU time is limited again is measured anew, in both windows")
    func measuredAnew() {
        var device = TestDevice(ios: ProfileCatalogue.newest, manifest: Manifest(), monitorsUsage: true)
        device.happen(.launched)
        _ = device.beginTask()
        device.happen(.left(by: .home))
        var machine = device.machine
        machine.usage?.isLimited = false
        let window = UsageMonitor.Window(since: .zero, cpu: .zero, wakeups: 0)
        machine.usage?.cpuWindow = window
        machine.usage?.callCPUWindow = window
        machine.updateCPUExemption()
        #expect(machine.usage?.isLimited == true)
        #expect(machine.usage?.cpuWindow == nil && machine.usage?.callCPUWindow == nil)
    }

    @Test("LC-34: a prewarmed process keeps nothing of the one before it")
    func prewarmedAnew() {
        var machine = TestDevice.launched().machine
        machine.process.record.isCovered = true
        machine.process.prewarms()
        #expect(!machine.process.record.isCovered)
        #expect(machine.process.record.launchedFor == .prewarm)
    }
}
