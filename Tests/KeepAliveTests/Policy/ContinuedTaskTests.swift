import Testing

@testable import KeepAlivePolicy

/// `BGContinuedProcessingTask`.
@Suite struct ContinuedTaskTests {
    static let export = "org.example.app.export.1"
    static let other = "org.example.app.export.2"
    static let expiring = AppCallback.wakeExpiring(.continuedProcessing, identifier: export)

    static func launched(ios: PolicyProfile = .ios26, permitted: String = "org.example.app.export.*") -> TestDevice {
        TaskSchedulerTests.launched(ios: ios, modes: [], permitted: [permitted], registered: [])
    }

    static func request(
        _ identifier: String = export, strategy: BackgroundTaskRequest.SubmissionStrategy = .queue,
        earliestBegin: Duration? = nil, gpu: Bool = false
    ) -> PolicyEvent {
        .taskScheduler(
            .submitted(
                .init(
                    .continuedProcessing, identifier: identifier, earliestBegin: earliestBegin, strategy: strategy,
                    requiresGPU: gpu)))
    }

    /// In front, one task running, another one registered.
    static func running() -> TestDevice {
        var device = launched()
        for identifier in [export, other] { device.happen(.taskScheduler(.registered(identifier: identifier))) }
        device.happen(request())
        return device
    }

    static func runs(_ device: TestDevice, _ identifier: String) -> Int {
        device.callbacks.count { $0 == .woken(.continuedProcessing, identifier: identifier) }
    }

    @Test("BG-21: it starts in front at once and runs on in the background as long as it reports progress")
    func runsOn() {
        var device = Self.running()
        #expect(Self.runs(device, Self.export) == 1)
        #expect(device.effects.map(\.effect).contains(.startWake(.continuedProcessing, budget: nil)))
        device.happen(.homePressed)
        for _ in 0..<1000 {
            device.advance(by: .seconds(30) - .milliseconds(1))
            device.happen(.taskScheduler(.progressed(identifier: Self.export)))
        }
        #expect(device.state == .background)
        #expect(!device.callbacks.contains(Self.expiring))
        device.happen(.taskScheduler(.completed(identifier: Self.export, success: true)))
        device.advance(by: .milliseconds(200))
        #expect(device.state == .suspended)
        #expect(device.machine.nextDeadline == nil)
    }

    @Test("BG-21: stalled for half a minute it expires, and 5 s later it is over")
    func stalls() {
        var device = Self.running()
        device.happen(.homePressed)
        device.advance(by: .seconds(30) - .milliseconds(1))
        #expect(!device.callbacks.contains(Self.expiring))
        device.advance(by: .milliseconds(1))
        #expect(device.callbacks.last == Self.expiring)
        device.happen(.taskScheduler(.progressed(identifier: Self.export)))
        device.advance(by: .seconds(5) - .milliseconds(1))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .terminated)
    }

    @Test("BG-21, BG-18: the user cancels it: the expiration handler, once, and an end for who ignores it")
    func cancelled() {
        var device = Self.running()
        device.happen(.homePressed)
        device.advance(by: .seconds(28))
        device.happen(.taskScheduler(.cancelledByUser(identifier: Self.export)))
        device.happen(.taskScheduler(.cancelledByUser(identifier: Self.export)))
        device.advance(by: .seconds(5) - .milliseconds(1))
        #expect(device.callbacks.count { $0 == Self.expiring } == 1)
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .terminated)
        var obedient = Self.running()
        obedient.happen(.homePressed)
        obedient.happen(.taskScheduler(.cancelledByUser(identifier: Self.export)))
        obedient.happen(.taskScheduler(.completed(identifier: Self.export, success: false)))
        obedient.advance(by: .seconds(100))
        #expect(obedient.state == .suspended)
        #expect(obedient.termination == nil)
    }

    @Test("BG-17, BG-21: cancelled without a handler, it just ends")
    func cancelledWithoutHandler() {
        var device = Self.running()
        device.happen(.taskScheduler(.expirationHandlerSet(identifier: Self.export, false)))
        device.happen(.homePressed)
        device.happen(.taskScheduler(.cancelledByUser(identifier: Self.export)))
        device.advance(by: .seconds(100))
        #expect(device.state == .suspended)
        #expect(!device.callbacks.contains(Self.expiring))
    }

    @Test("BG-21, BG-23: the app switcher cancels what runs and what is queued, without a callback")
    func appSwitcher() {
        var device = Self.running()
        device.happen(Self.request(Self.other))
        device.happen(.homePressed)
        let effects = device.happen(.forceQuit)
        #expect(effects.contains(.endWake(.continuedProcessing)))
        #expect(!device.callbacks.contains { $0.name == "wakeExpiring" })
        #expect(device.state == .terminated)
        device.happen(.launched)
        #expect(Self.runs(device, Self.other) == 0)
        #expect(device.machine.scheduler.pending.isEmpty)
    }

    @Test("BG-21, BG-23: not from the background: error 4 where it was to fail, else 3")
    func background() {
        for (strategy, code) in [(BackgroundTaskRequest.SubmissionStrategy.queue, 3), (.fail, 4)] {
            var device = Self.launched()
            device.happen(.taskScheduler(.registered(identifier: Self.export)))
            device.happen(.homePressed)
            device.happen(Self.request(strategy: strategy))
            #expect(device.serviceErrors.map(\.code) == [code])
            #expect(Self.runs(device, Self.export) == 0)
        }
    }

    @Test("BG-21: before iOS 26 there are none: error 3", arguments: [IOSVersion(13), IOSVersion(18, 4)])
    func before(ios: IOSVersion) {
        var device = TaskSchedulerTests.launched(
            ios: PolicyProfile(version: ios), permitted: [Self.export], registered: [Self.export])
        device.happen(Self.request())
        #expect(device.serviceErrors.map(\.code) == [3])
    }

    @Test("BG-22, BG-03: it may be registered after the launch, and once only")
    func lateRegistration() {
        var device = Self.launched()
        device.happen(.taskScheduler(.registered(identifier: Self.export)))
        #expect(device.exceptions.isEmpty)
        #expect(device.machine.scheduler.registered == [Self.export])
        device.happen(.taskScheduler(.registered(identifier: Self.export)))
        #expect(device.exceptions.map(\.rule) == ["BG-03"])
    }

    @Test(
        "BG-22: the identifier begins with the bundle's and is a concrete one under a permitted star",
        arguments: [
            ("org.example.app.export.*", "org.example.app.export.1", true),
            ("org.example.app.export.*", "org.example.app.export.1.2", true),
            ("org.example.app.export.*", "org.example.app.import.1", false),
            ("org.example.app.export.*", "org.example.app.exporter", false),
            ("org.example.app.export.*", "org.example.app.export.*", false),
            ("org.example.other.export.*", "org.example.other.export.1", false),
            ("org.example.*", "org.example.app.export.1", false),
            ("org.example.app.export.1", "org.example.app.export.1", false),
        ])
    func identifiers(permitted: String, identifier: String, runs: Bool) {
        var device = Self.launched(permitted: permitted)
        device.happen(.taskScheduler(.registered(identifier: identifier)))
        device.happen(Self.request(identifier))
        #expect((Self.runs(device, identifier) == 1) == runs)
        if !runs { #expect(device.serviceErrors.map(\.code) == [3]) }
    }

    @Test("BG-05, BG-22: submitted without a registration, a continued task raises too")
    func unregistered() {
        var device = Self.launched()
        device.happen(Self.request())
        #expect(device.exceptions.map(\.rule) == ["BG-05"])
    }

    @Test("BG-23: a second one is queued and runs when the first has ended; one that was to fail is error 4")
    func queue() {
        var device = Self.running()
        device.happen(Self.request(Self.other, strategy: .fail))
        #expect(device.serviceErrors == [.immediateRunIneligible])
        #expect(device.serviceErrors.first?.code == 4)
        device.happen(Self.request(Self.other))
        #expect(Self.runs(device, Self.other) == 0)
        device.happen(.taskScheduler(.completed(identifier: Self.export, success: true)))
        #expect(Self.runs(device, Self.other) == 1)
        #expect(device.serviceErrors.count == 1)
    }

    @Test("BG-23, BG-09: queued twice, it runs once")
    func queuedTwice() {
        var device = Self.running()
        device.happen(Self.request(Self.other))
        device.happen(Self.request(Self.other))
        #expect(device.machine.scheduler.pending.count == 1)
        for identifier in [Self.export, Self.other] {
            device.happen(.taskScheduler(.completed(identifier: identifier, success: true)))
        }
        #expect(Self.runs(device, Self.other) == 1)
    }

    @Test("BG-23, BG-21: what is queued is not launched by a quiet moment, and runs when the app is in front again")
    func queuedInBackground() {
        var device = Self.running()
        device.happen(Self.request(Self.other))
        device.happen(.homePressed)
        device.happen(.taskScheduler(.completed(identifier: Self.export, success: true)))
        device.happen(.taskScheduler(.opportunity))
        device.happen(.taskScheduler(.launchSimulated(identifier: Self.other)))
        #expect(Self.runs(device, Self.other) == 0)
        #expect(device.droppedWakes.isEmpty)
        device.advance(by: .seconds(1))
        #expect(device.state == .suspended)
        device.happen(.returnedToForeground)
        #expect(Self.runs(device, Self.other) == 1)
    }

    @Test("BG-23: earliestBeginDate is ignored")
    func earliest() {
        var device = Self.launched()
        device.happen(.taskScheduler(.registered(identifier: Self.export)))
        device.happen(Self.request(earliestBegin: .seconds(9000)))
        #expect(Self.runs(device, Self.export) == 1)
    }

    @Test("BG-24, BG-07: the GPU needs an entitlement: error 3")
    func gpu() {
        var device = Self.launched()
        device.happen(.taskScheduler(.registered(identifier: Self.export)))
        device.happen(Self.request(gpu: true))
        #expect(device.serviceErrors.map(\.code) == [3])
        #expect(Self.runs(device, Self.export) == 0)
    }
}
