import Testing

@testable import KeepAlivePolicy

/// `BGTaskScheduler`: registration, submission, eligibility, running.
@Suite struct TaskSchedulerTests {
    static let refresh = "org.example.app.refresh"
    static let clean = "org.example.app.clean"
    static let numbered = (1...11).map { "org.example.app.task\($0)" }

    /// In front after a launch in which the identifiers were registered.
    static func launched(
        ios: PolicyProfile = .ios26, modes: Set<BackgroundMode> = [.fetch, .processing],
        permitted: [String] = [refresh, clean] + numbered, registered: [String]? = nil, monitorsUsage: Bool = false
    ) -> TestDevice {
        let manifest = Manifest(
            backgroundModes: modes, permittedTaskIdentifiers: permitted, adoptsScenes: true)
        var device = TestDevice(ios: ios, manifest: manifest, monitorsUsage: monitorsUsage)
        device.hangs = [.didFinishLaunching]
        device.happen(.launched)
        for identifier in registered ?? permitted {
            device.happen(.taskScheduler(.registered(identifier: identifier)))
        }
        device.hangs = []
        device.happen(.callbackReturned(.didFinishLaunching))
        device.setConditions { $0.inUse = false }
        return device
    }

    /// Suspended, with these requests pending.
    static func waiting(
        _ requests: BackgroundTaskRequest..., ios: PolicyProfile = .ios26, monitorsUsage: Bool = false
    ) -> TestDevice {
        var device = launched(ios: ios, monitorsUsage: monitorsUsage)
        for request in requests { device.happen(.taskScheduler(.submitted(request))) }
        device.happen(.homePressed)
        device.advance(by: .seconds(1))
        return device
    }

    static let refreshRequest = BackgroundTaskRequest(.appRefresh, identifier: refresh)
    static let cleanRequest = BackgroundTaskRequest(.processing, identifier: clean)

    // MARK: Registration

    @Test("BG-01, CF-09: an identifier that is not permitted is answered with false, and nothing raises")
    func notPermitted() {
        let device = Self.launched(registered: ["org.example.other"])
        #expect(device.exceptions.isEmpty)
        #expect(device.logs.contains { $0.contains("org.example.other) returned false") })
        #expect(device.machine.scheduler.registered.isEmpty)
        #expect(device.state == .foregroundActive)
    }

    @Test("BG-02, CF-09: registering ends with the launch: before its return it works, after it it raises")
    func late() {
        var device = Self.launched(registered: [Self.refresh])
        #expect(device.exceptions.isEmpty)
        device.happen(.taskScheduler(.registered(identifier: Self.clean)))
        #expect(
            device.exceptions == [
                AppleException(
                    name: "NSInternalInconsistencyException",
                    reason: "All launch handlers must be registered before application finishes launching",
                    rule: "BG-02")
            ])
        device.happen(.exceptionNotCaught(device.exceptions[0]))
        #expect(device.termination?.signal == 6)
        #expect(device.stateReason?.rule == "BG-02")
    }

    @Test("BG-03, CF-09: registering an identifier twice raises")
    func twice() {
        let device = Self.launched(registered: [Self.refresh, Self.refresh])
        #expect(device.exceptions.map(\.rule) == ["BG-03"])
        #expect(
            device.exceptions.first?.reason
                == "Launch handler for task with identifier \(Self.refresh) has already been registered")
    }

    @Test("BG-02, BG-03: late and twice at once raises for the one or the other, as the profile says")
    func lateAndTwice() {
        for (first, rule) in [(false, "BG-02" as RuleID), (true, "BG-03")] {
            var profile = PolicyProfile.ios26
            profile.switches.checksDuplicateRegistrationFirst = first
            var device = Self.launched(ios: profile)
            device.happen(.taskScheduler(.registered(identifier: Self.refresh)))
            #expect(device.exceptions.map(\.rule) == [rule])
        }
    }

    @Test("BG-02: a new process registers anew")
    func newProcess() {
        var device = Self.launched()
        device.happen(.terminationRequested(cause: "test"))
        device.hangs = [.didFinishLaunching]
        device.happen(.launched)
        device.happen(.taskScheduler(.registered(identifier: Self.refresh)))
        #expect(device.exceptions.isEmpty)
    }

    @Test("BG-08: before iOS 13 there is no scheduler")
    func before() {
        var device = Self.launched(ios: .ios12)
        device.happen(.taskScheduler(.submitted(Self.refreshRequest)))
        #expect(device.serviceErrors.isEmpty && device.exceptions.isEmpty)
        #expect(device.logs.allSatisfy { $0 == "BGTaskScheduler is not available before iOS 13" })
        #expect(device.machine.scheduler == TaskSchedulerState())
    }

    // MARK: Submission

    @Test("BG-05, CF-09: a permitted identifier that nobody registered raises")
    func unregistered() {
        var device = Self.launched(registered: [])
        device.happen(.taskScheduler(.submitted(Self.refreshRequest)))
        #expect(
            device.exceptions == [
                AppleException(
                    name: "NSInternalInconsistencyException",
                    reason: "No launch handler registered for task with identifier \(Self.refresh)", rule: "BG-05")
            ])
        #expect(device.serviceErrors.isEmpty)
    }

    @Test(
        "BG-06, CF-09: an identifier that is not permitted, registered or not, or a missing mode is error 3",
        arguments: [
            ("org.example.other", BackgroundTaskRequest.Kind.appRefresh, [BackgroundMode.fetch, .processing], true),
            (refresh, .appRefresh, [.processing], true), (clean, .processing, [.fetch], true),
            (refresh, .appRefresh, [.fetch], false), (clean, .processing, [.processing], false),
        ])
    func submission(identifier: String, kind: BackgroundTaskRequest.Kind, modes: [BackgroundMode], fails: Bool) {
        var device = Self.launched(modes: Set(modes))
        device.happen(.taskScheduler(.submitted(.init(kind, identifier: identifier))))
        #expect(device.serviceErrors.map(\.code) == (fails ? [3] : []))
        #expect(device.exceptions.isEmpty)
    }

    @Test("BG-07: Background App Refresh that is off, or a simulator, is error 1, before any other mistake")
    func unavailable() {
        for simulator in [true, false] {
            for identifier in [Self.refresh, "org.example.other"] {
                var device = Self.launched(registered: [])
                device.setConditions {
                    $0.isSimulator = simulator
                    $0.backgroundAppRefresh = simulator
                }
                device.happen(.taskScheduler(.submitted(.init(.appRefresh, identifier: identifier))))
                #expect(device.serviceErrors == [.schedulerUnavailable])
                #expect(device.serviceErrors.first?.code == 1)
                #expect(device.exceptions.isEmpty)
            }
        }
    }

    @Test("BG-08, BG-07: one refresh and ten processing requests may be pending, one more is error 2")
    func limits() {
        var device = Self.launched()
        device.happen(.taskScheduler(.submitted(Self.refreshRequest)))
        for identifier in Self.numbered.prefix(10) {
            device.happen(.taskScheduler(.submitted(.init(.processing, identifier: identifier))))
        }
        #expect(device.serviceErrors.isEmpty)
        device.happen(.taskScheduler(.submitted(.init(.processing, identifier: Self.numbered[10]))))
        #expect(device.serviceErrors.map(\.code) == [2])
        device.happen(.taskScheduler(.submitted(.init(.appRefresh, identifier: Self.clean))))
        #expect(device.serviceErrors.map(\.code) == [2, 2])
        device.happen(.taskScheduler(.cancelled(identifier: Self.numbered[0])))
        device.happen(.taskScheduler(.submitted(.init(.processing, identifier: Self.numbered[10]))))
        device.happen(.taskScheduler(.cancelled(identifier: nil)))
        device.happen(.taskScheduler(.submitted(.init(.appRefresh, identifier: Self.clean))))
        #expect(device.serviceErrors.count == 2)
    }

    @Test("BG-09, BG-12: the same identifier replaces the pending request, also at the limit, with its date")
    func replaces() {
        var device = Self.launched()
        device.happen(.taskScheduler(.submitted(Self.refreshRequest)))
        device.advance(by: .seconds(10))
        device.happen(
            .taskScheduler(.submitted(.init(.appRefresh, identifier: Self.refresh, earliestBegin: .seconds(60)))))
        #expect(device.serviceErrors.isEmpty)
        #expect(device.machine.scheduler.pending.count == 1)
        device.happen(.homePressed)
        device.advance(by: .seconds(60) - .milliseconds(1))
        device.happen(.taskScheduler(.opportunity))
        #expect(device.state == .suspended)
        device.advance(by: .milliseconds(1))
        device.happen(.taskScheduler(.opportunity))
        #expect(device.state == .background)
    }

    @Test("BG-20: health research needs an entitlement, which nobody here has: error 3")
    func healthResearch() {
        for version in [IOSVersion(16), IOSVersion(17), IOSVersion(26)] {
            var device = Self.launched(ios: PolicyProfile(version: version))
            device.happen(.taskScheduler(.submitted(.init(.healthResearch, identifier: Self.clean))))
            #expect(device.serviceErrors.map(\.code) == [3])
        }
    }

    // MARK: Eligibility

    @Test("BG-12: earliestBeginDate is a lower bound; nil is no delay")
    func earliest() {
        var now = Self.waiting(Self.refreshRequest)
        now.happen(.taskScheduler(.opportunity))
        #expect(now.state == .background)
        var later = Self.waiting(.init(.appRefresh, identifier: Self.refresh, earliestBegin: .seconds(900)))
        later.advance(by: .seconds(899) - .milliseconds(1))
        later.happen(.taskScheduler(.opportunity))
        #expect(later.state == .suspended)
        later.advance(by: .milliseconds(1))
        #expect(later.state == .suspended)
        later.happen(.taskScheduler(.opportunity))
        #expect(later.callbacks.last == .woken(.appRefresh, identifier: Self.refresh))
    }

    @Test("BG-15: a processing task waits until the device is idle, and until the app is not in front")
    func idle() {
        var device = Self.launched()
        device.happen(.taskScheduler(.submitted(Self.cleanRequest)))
        device.happen(.taskScheduler(.opportunity))
        #expect(!device.callbacks.contains { $0.name == "launchHandler" })
        device.happen(.homePressed)
        device.advance(by: .seconds(1))
        device.happen(.device(.inUse(true)))
        device.happen(.taskScheduler(.opportunity))
        #expect(device.state == .suspended)
        device.happen(.device(.inUse(false)))
        device.happen(.taskScheduler(.opportunity))
        #expect(device.callbacks.last == .woken(.processing, identifier: Self.clean))
    }

    @Test("BG-15: where the profile says so, processing waits for the night, from 22 to 6 o'clock")
    func night() {
        for (seconds, runs) in [(6 * 3600 - 2, true), (6 * 3600, false), (22 * 3600 - 2, false), (22 * 3600, true)] {
            var profile = PolicyProfile.ios26
            profile.switches.processingOnlyAtNight = true
            var device = Self.waiting(Self.cleanRequest, ios: profile)
            device.setConditions { $0.timeOfDay = .seconds(seconds) }
            device.happen(.taskScheduler(.opportunity))
            #expect((device.state == .background) == runs, "\(seconds)")
        }
    }

    @Test("BG-16: network and external power are waited for where they are asked for, and are not by default")
    func conditions() {
        func runs(network: Bool, power: Bool, asksNetwork: Bool, asksPower: Bool) -> Bool {
            var device = Self.waiting(
                .init(
                    .processing, identifier: Self.clean, requiresNetwork: asksNetwork,
                    requiresExternalPower: asksPower))
            device.happen(.device(.network(network ? .wifi : .none)))
            device.happen(.device(.externalPower(power)))
            device.happen(.taskScheduler(.opportunity))
            return device.state == .background
        }
        for network in [true, false] {
            for power in [true, false] {
                for asksNetwork in [true, false] {
                    for asksPower in [true, false] {
                        #expect(
                            runs(network: network, power: power, asksNetwork: asksNetwork, asksPower: asksPower)
                                == ((network || !asksNetwork) && (power || !asksPower)))
                    }
                }
            }
        }
        #expect(!Self.cleanRequest.requiresNetwork && !Self.cleanRequest.requiresExternalPower)
    }

    @Test("BG-16: a task that asked for external power and has it is free of the CPU limit")
    func cpu() {
        for asks in [true, false] {
            var device = Self.waiting(
                .init(.processing, identifier: Self.clean, requiresExternalPower: asks), monitorsUsage: true)
            device.happen(.device(.externalPower(true)))
            device.happen(.taskScheduler(.opportunity))
            device.happen(.usageSampled(cpu: .zero, wakeups: 0))
            device.advance(by: .seconds(50))
            device.happen(.usageSampled(cpu: .seconds(49), wakeups: 0))
            #expect((device.state == .background) == asks)
            if !asks { #expect(device.stateReason?.rule == "RB-10") }
        }
    }

    // MARK: Running

    @Test("BG-10: a launch uses the request up")
    func consumed() {
        var device = Self.waiting(Self.refreshRequest)
        device.happen(.taskScheduler(.opportunity))
        device.happen(.taskScheduler(.completed(identifier: Self.refresh, success: true)))
        device.advance(by: .seconds(1))
        #expect(device.state == .suspended)
        device.happen(.taskScheduler(.opportunity))
        #expect(device.state == .suspended)
        #expect(device.callbacks.count { $0.name == "launchHandler" } == 1)
    }

    @Test("BG-11: pending requests outlive the process, and launch the app")
    func outliveTheProcess() {
        var device = Self.waiting(Self.refreshRequest)
        device.happen(.processExited(.signalled(9)))
        device.happen(.taskScheduler(.opportunity))
        #expect(device.effects.map(\.effect).contains(.launch(.wake(.appRefresh))))
        #expect(device.callbacks.last == .woken(.appRefresh, identifier: Self.refresh))
    }

    @Test("BG-11: pending requests outlive a reboot, unless the profile says otherwise")
    func outliveReboot() {
        for survive in [true, false] {
            var profile = PolicyProfile.ios26
            profile.switches.requestsSurviveReboot = survive
            var device = Self.waiting(Self.refreshRequest, ios: profile)
            device.happen(.device(.rebooted))
            device.happen(.taskScheduler(.opportunity))
            #expect(device.state == .terminated)
            device.happen(.device(.locked(false)))
            device.happen(.taskScheduler(.opportunity))
            #expect((device.state == .background) == survive)
        }
    }

    @Test("BG-11, BG-10: what is held back stays pending: forced to quit, without refresh, in Low Power Mode")
    func heldBack() {
        var device = Self.waiting(Self.refreshRequest)
        device.happen(.device(.backgroundAppRefresh(false)))
        device.happen(.taskScheduler(.opportunity))
        device.happen(.device(.backgroundAppRefresh(true)))
        device.happen(.device(.lowPowerMode(true)))
        device.happen(.taskScheduler(.opportunity))
        device.happen(.device(.lowPowerMode(false)))
        device.happen(.forceQuit)
        device.happen(.taskScheduler(.opportunity))
        #expect(device.droppedWakes == ["BG-07", "MD-17", "LC-19"])
        device.happen(.launched)
        device.happen(.homePressed)
        device.advance(by: .seconds(1))
        device.happen(.taskScheduler(.opportunity))
        #expect(device.callbacks.last == .woken(.appRefresh, identifier: Self.refresh))
    }

    @Test("BG-14, BG-18, BG-19: a refresh has 30 s: the handler at 26, and at 31 the kill with 0x2182bad4")
    func refreshTime() {
        var device = Self.waiting(Self.refreshRequest)
        let effects = device.happen(.taskScheduler(.opportunity))
        #expect(effects.contains(.startWake(.appRefresh, budget: .seconds(30))))
        let handler = AppCallback.wakeExpiring(.appRefresh, identifier: Self.refresh)
        device.advance(by: .seconds(26) - .milliseconds(1))
        #expect(!device.callbacks.contains(handler))
        device.advance(by: .milliseconds(1))
        #expect(device.callbacks.last == handler)
        device.advance(by: .seconds(5) - .milliseconds(1))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .terminated)
        #expect(device.termination?.code == "0x2182bad4")
        #expect(device.termination?.signal == 9)
    }

    @Test("BG-14, BG-18: completed, even at the last moment, a task is followed by a suspension; its handler is gone")
    func completed() {
        for after in [Duration.seconds(5), .seconds(31) - .milliseconds(1)] {
            var device = Self.waiting(Self.refreshRequest)
            device.happen(.taskScheduler(.opportunity))
            device.advance(by: after)
            let handlers = device.callbacks.count { $0.name == "wakeExpiring" }
            device.happen(.taskScheduler(.completed(identifier: Self.refresh, success: true)))
            device.happen(.taskScheduler(.expirationSimulated(identifier: Self.refresh)))
            device.advance(by: .seconds(100))
            #expect(device.state == .suspended)
            #expect(device.termination == nil)
            #expect(device.callbacks.count { $0.name == "wakeExpiring" } == handlers)
        }
    }

    @Test("BG-15, BG-18: processing tasks have minutes, and share their end: both handlers at 296 s, the kill at 301")
    func processingTime() {
        var device = Self.waiting(
            Self.cleanRequest, .init(.processing, identifier: Self.numbered[0]))
        device.happen(.taskScheduler(.opportunity))
        device.advance(by: .seconds(296) - .milliseconds(1))
        #expect(!device.callbacks.contains { $0.name == "wakeExpiring" })
        device.advance(by: .milliseconds(1))
        #expect(
            device.callbacks.suffix(2) == [
                .wakeExpiring(.processing, identifier: Self.clean),
                .wakeExpiring(.processing, identifier: Self.numbered[0]),
            ])
        device.happen(.taskScheduler(.completed(identifier: Self.clean, success: false)))
        device.advance(by: .seconds(5) - .milliseconds(1))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.termination?.code == "0x2182bad4")
    }

    @Test(
        "BG-15, BG-18: using the device ends a processing task early, once, and 5 s later for good; a refresh goes on")
    func useEnds() {
        var device = Self.waiting(Self.refreshRequest, Self.cleanRequest)
        device.happen(.taskScheduler(.opportunity))
        device.advance(by: .seconds(10))
        device.happen(.device(.inUse(true)))
        device.happen(.device(.inUse(true)))
        let handlers = device.callbacks.filter { $0.name == "wakeExpiring" }
        #expect(handlers == [.wakeExpiring(.processing, identifier: Self.clean)])
        device.advance(by: .seconds(5) - .milliseconds(1))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .terminated)
        var profile = PolicyProfile.ios26
        profile.switches.useEndsProcessing = false
        var goesOn = Self.waiting(Self.cleanRequest, ios: profile)
        goesOn.happen(.taskScheduler(.opportunity))
        goesOn.happen(.device(.inUse(true)))
        #expect(!goesOn.callbacks.contains { $0.name == "wakeExpiring" })
    }

    @Test("BG-17: without a handler an expiring task just ends: at 26 s, without a call and without a kill")
    func withoutHandler() {
        var device = Self.waiting(Self.refreshRequest)
        device.happen(.taskScheduler(.opportunity))
        device.happen(.taskScheduler(.expirationHandlerSet(identifier: Self.refresh, false)))
        device.advance(by: .seconds(26) - .milliseconds(1))
        #expect(device.grants == [.wake])
        device.advance(by: .milliseconds(1))
        #expect(device.grants == [])
        device.advance(by: .seconds(100))
        #expect(device.state == .suspended)
        #expect(device.termination == nil)
        #expect(!device.callbacks.contains { $0.name == "wakeExpiring" })
    }

    // MARK: The debugger

    @Test("BG-25, SD-47: the debugger launches a pending task at once, whatever it waits for")
    func simulatedLaunch() {
        var device = Self.waiting(
            .init(
                .processing, identifier: Self.clean, earliestBegin: .seconds(9000), requiresNetwork: true,
                requiresExternalPower: true))
        device.happen(.device(.network(.none)))
        device.happen(.device(.inUse(true)))
        device.happen(.taskScheduler(.launchSimulated(identifier: Self.clean)))
        #expect(device.callbacks.last == .woken(.processing, identifier: Self.clean))
        device.happen(.taskScheduler(.completed(identifier: Self.clean, success: true)))
        device.happen(.taskScheduler(.launchSimulated(identifier: Self.clean)))
        #expect(device.logs.contains { $0.contains("there is nothing to simulate") })
        #expect(device.callbacks.count { $0.name == "launchHandler" } == 1)
    }

    @Test("BG-25, BG-18: a simulated expiration calls the handler, once, and leaves the usual time to complete")
    func simulatedExpiration() {
        var device = Self.waiting(Self.refreshRequest)
        device.happen(.taskScheduler(.opportunity))
        device.advance(by: .seconds(3))
        device.happen(.taskScheduler(.expirationSimulated(identifier: Self.refresh)))
        device.happen(.taskScheduler(.expirationSimulated(identifier: Self.refresh)))
        device.advance(by: .seconds(5) - .milliseconds(1))
        #expect(device.callbacks.count { $0.name == "wakeExpiring" } == 1)
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .terminated)
    }

    @Test("BG-25: in front of the debugger too, a task is launched, expired and completed")
    func simulatedInFront() {
        var device = Self.launched()
        device.happen(.device(.debugger(true)))
        device.happen(.taskScheduler(.submitted(Self.refreshRequest)))
        device.happen(.taskScheduler(.launchSimulated(identifier: Self.refresh)))
        #expect(device.callbacks.last == .woken(.appRefresh, identifier: Self.refresh))
        device.happen(.taskScheduler(.expirationSimulated(identifier: Self.refresh)))
        #expect(device.callbacks.last == .wakeExpiring(.appRefresh, identifier: Self.refresh))
        device.advance(by: .seconds(100))
        #expect(device.state == .foregroundActive)
        device.happen(.taskScheduler(.completed(identifier: Self.refresh, success: false)))
        #expect(device.grants == [.foreground])
    }

    @Test("BG-25, BG-14: a task launched in front by the debugger has its usual time")
    func simulatedTime() {
        var device = Self.launched()
        device.happen(.taskScheduler(.submitted(Self.refreshRequest)))
        device.happen(.taskScheduler(.launchSimulated(identifier: Self.refresh)))
        device.happen(.homePressed)
        device.advance(by: .seconds(26) - .milliseconds(1))
        #expect(!device.callbacks.contains { $0.name == "wakeExpiring" })
        device.advance(by: .milliseconds(1))
        #expect(device.callbacks.last == .wakeExpiring(.appRefresh, identifier: Self.refresh))
        device.happen(.taskScheduler(.completed(identifier: Self.refresh, success: false)))
        device.advance(by: .seconds(1))
        #expect(device.state == .suspended)
    }

    // MARK: The old fetch, and the sample

    @Test("BG-26: BGTaskSchedulerPermittedIdentifiers switches the old fetch off, from iOS 13 on")
    func oldFetch() {
        for (version, permitted, enabled, fetches) in [
            (IOSVersion(12, 4), [Self.refresh], true, true), (IOSVersion(13), [Self.refresh], true, false),
            (IOSVersion(26), [Self.refresh], true, false), (IOSVersion(26), [], true, true),
            (IOSVersion(26), [Self.refresh], false, true),
        ] {
            var profile = PolicyProfile(version: version)
            if !enabled { profile.switches.permittedIdentifiersDisableFetch = false }
            var device = Self.launched(ios: profile, permitted: permitted)
            device.happen(.fetch(.intervalSet(.zero)))
            device.happen(.homePressed)
            device.advance(by: .seconds(1))
            device.happen(.fetch(.opportunity))
            #expect((device.state == .background) == fetches, "\(version) \(permitted)")
        }
    }

    @Test("SD-45, SD-46, BG-10: the sample: a refresh 15 min after background entry, again and again, and a cleaning")
    func sample() {
        let request = BackgroundTaskRequest(.appRefresh, identifier: Self.refresh, earliestBegin: .seconds(900))
        var device = Self.waiting(request, Self.cleanRequest, ios: .ios13)
        for run in 1...3 {
            device.advance(by: .seconds(900))
            device.happen(.taskScheduler(.opportunity))
            #expect(device.callbacks.count { $0 == .woken(.appRefresh, identifier: Self.refresh) } == run)
            device.happen(.taskScheduler(.submitted(request)))
            device.happen(.taskScheduler(.opportunity))
            #expect(device.callbacks.count { $0 == .woken(.appRefresh, identifier: Self.refresh) } == run)
            device.advance(by: .seconds(2))
            device.happen(.taskScheduler(.completed(identifier: Self.refresh, success: true)))
            device.happen(.taskScheduler(.completed(identifier: Self.clean, success: true)))
            device.advance(by: .seconds(1))
            #expect(device.state == .suspended)
        }
        #expect(device.callbacks.count { $0 == .woken(.processing, identifier: Self.clean) } == 1)
        #expect(device.serviceErrors.isEmpty && device.exceptions.isEmpty)
    }
}
