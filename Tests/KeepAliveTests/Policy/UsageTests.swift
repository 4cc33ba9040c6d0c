import Testing

@testable import KeepAlivePolicy

/// CPU time and wakeups of an app that is not in front.
@Suite struct UsageTests {
    static func device(_ profile: PolicyProfile, modes: [BackgroundMode] = []) -> TestDevice {
        var manifest = Manifest(permittedTaskIdentifiers: ["clean"])
        manifest.declare(modes)
        var device = TestDevice(ios: profile, manifest: manifest, monitorsUsage: true)
        device.happen(.launched)
        return device
    }

    /// A device whose app plays in the background, so that it is never suspended.
    static func playing(_ profile: PolicyProfile) -> TestDevice {
        var device = device(profile, modes: [.audio])
        device.happen(.audioSessionActivated(.init(category: .playback, mixWithOthers: true)))
        device.happen(.audioPlaybackRequested())
        device.happen(.audioAdvanced(frames: 1, sampleRate: 8000))
        device.happen(.homePressed)
        device.happen(.usageSampled(cpu: .seconds(500), wakeups: 0))
        return device
    }

    /// A device whose app holds a long task in the background.
    static func holding(_ profile: PolicyProfile) -> TestDevice {
        var long = profile
        long.finishTaskBudget = .seconds(10_000)
        long.finishTaskExpiration = .seconds(9_000)
        var device = device(long)
        device.happen(.homePressed)
        _ = device.beginTask()
        device.happen(.usageSampled(cpu: .seconds(500), wakeups: 0))
        return device
    }

    @Test("RB-10: 48 CPU-seconds within 60 s end the app, from iOS 11 on", arguments: [10, 11, 12, 13, 26])
    func cpu(major: Int) {
        var device = Self.holding(.ios(major))
        device.advance(by: .seconds(50))
        device.happen(.usageSampled(cpu: .milliseconds(547_999), wakeups: 0))
        #expect(device.state == .background)
        device.happen(.usageSampled(cpu: .milliseconds(548_000), wakeups: 0))
        guard major >= 11 else { return #expect(device.state == .background) }
        #expect(device.terminationRule == "RB-10")
        #expect(
            device.termination?.explanation
                == "CPU: 48 seconds cpu time over 50 seconds (96% cpu average), exceeding limit of 80% cpu over 60 seconds"
        )
        #expect(device.machine.exits == [.cpuLimit: 1])
    }

    @Test("RB-10: the window begins anew after 60 s, and in the foreground there is no limit")
    func cpuWindow() {
        var device = Self.holding(.ios26)
        device.advance(by: .seconds(60))
        device.happen(.usageSampled(cpu: .seconds(547), wakeups: 0))
        device.advance(by: .seconds(60))
        device.happen(.usageSampled(cpu: .seconds(594), wakeups: 0))
        #expect(device.state == .background)
        device.happen(.returnedToForeground)
        device.advance(by: .seconds(10))
        device.happen(.usageSampled(cpu: .seconds(2000), wakeups: 0))
        #expect(device.state == .foregroundActive)
        device.happen(.homePressed)
        device.happen(.usageSampled(cpu: .seconds(2000), wakeups: 0))
        device.happen(.usageSampled(cpu: .seconds(2047), wakeups: 0))
        #expect(device.state == .background)
    }

    @Test(
        "RB-10, RB-14: the counters are read when a limit can be reached, never in a hurry", arguments: [7, 8, 11, 26])
    func readings(major: Int) {
        var device = Self.holding(.ios(major))
        device.advance(by: .seconds(0))
        var readings = 0
        for _ in 0..<600 {
            let effects = device.advance(by: .seconds(1))
            for effect in effects where effect.action == .sampleUsage {
                readings += 1
                device.happen(.usageSampled(cpu: .seconds(500), wakeups: 0))
            }
        }
        // iOS 7 limits nothing, 8 the wakeups of five minutes, 11 and later CPU time besides.
        #expect(readings <= (major < 8 ? 0 : major < 11 ? 3 : 22), "\(readings)")
        #expect(readings >= (major < 8 ? 0 : major < 11 ? 2 : 10), "\(readings)")
    }

    @Test("RB-12: a processing task that asked for external power has no CPU limit while there is some")
    func processingTask() {
        for power in [true, false] {
            var device = TestDevice(
                ios: .ios26,
                manifest: Manifest(backgroundModes: [.processing], permittedTaskIdentifiers: ["clean"]),
                monitorsUsage: true)
            device.setConditions {
                $0.externalPower = true
                $0.inUse = false
            }
            device.hangs = [.didFinishLaunching]
            device.happen(.launched)
            device.happen(.taskScheduler(.registered(identifier: "clean")))
            device.happen(.callbackReturned(.didFinishLaunching))
            device.happen(
                .taskScheduler(.submitted(.init(.processing, identifier: "clean", requiresExternalPower: power))))
            device.suspend()
            device.happen(.taskScheduler(.opportunity))
            #expect(device.woken == [.processing])
            device.happen(.usageSampled(cpu: .zero, wakeups: 0))
            device.happen(.usageSampled(cpu: .seconds(48), wakeups: 0))
            #expect((device.terminationRule == "RB-10") == !power)
            #expect(device.logRules.contains("RB-12") == power)
            guard power else { continue }
            // Off the charger the limit is there again.
            device.happen(.device(.externalPower(false)))
            device.happen(.usageSampled(cpu: .seconds(49), wakeups: 0))
            #expect(device.terminationRule == "RB-10")
        }
    }

    @Test("RB-12: whether external power alone lifts the limit is a choice")
    func externalPower() {
        for limits in [true, false] {
            var profile = PolicyProfile.ios26
            profile.switches.cpuLimitOnExternalPower = limits
            var device = Self.holding(profile)
            device.happen(.device(.externalPower(true)))
            device.happen(.usageSampled(cpu: .seconds(548), wakeups: 0))
            #expect((device.termination != nil) == limits)
        }
    }

    @Test("RB-13: audio exempts from the CPU limit before iOS 26, where it was seen not to", arguments: [12, 18, 26])
    func audio(major: Int) {
        var device = Self.playing(.ios(major))
        #expect(device.grants == [.audio])
        device.happen(.usageSampled(cpu: .seconds(548), wakeups: 0))
        #expect((device.terminationRule == "RB-10") == (major >= 26))
    }

    @Test("RB-14: 45 000 wakeups in 300 s are logged once, from 70 % on by telemetry, and nobody is killed")
    func wakeups() {
        var device = Self.holding(.ios26)
        device.advance(by: .seconds(200))
        device.happen(.usageSampled(cpu: .seconds(500), wakeups: 31_500))
        #expect(!device.logRules.contains("RB-14"))
        device.happen(.usageSampled(cpu: .seconds(500), wakeups: 31_501))
        #expect(device.logs.last?.contains("more than 70% of the limit") == true)
        device.happen(.usageSampled(cpu: .seconds(500), wakeups: 45_000))
        #expect(device.logRules.count { $0 == "RB-14" } == 1)
        device.happen(.usageSampled(cpu: .seconds(500), wakeups: 45_001))
        device.happen(.usageSampled(cpu: .seconds(500), wakeups: 50_000))
        #expect(device.logRules.count { $0 == "RB-14" } == 2)
        #expect(
            device.logs.last
                == "45001 wakeups over the last 200 seconds, exceeding limit of 150 wakeups per second over 300 seconds. "
                + "Action taken: none")
        #expect(device.state == .background)
    }

    @Test("RB-14: there is no such limit before iOS 8, and killing for it is a choice")
    func wakeupsOtherwise() {
        var old = Self.holding(.ios(7))
        old.happen(.usageSampled(cpu: .seconds(500), wakeups: 90_000))
        #expect(!old.logRules.contains("RB-14"))

        var profile = PolicyProfile.ios26
        profile.switches.wakeupLimitKills = true
        var device = Self.holding(profile)
        device.happen(.usageSampled(cpu: .seconds(500), wakeups: 45_000))
        #expect(device.termination == nil)
        device.happen(.usageSampled(cpu: .seconds(500), wakeups: 45_001))
        #expect(device.terminationRule == "RB-14")
    }
}
