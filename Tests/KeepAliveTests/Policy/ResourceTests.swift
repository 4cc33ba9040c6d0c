import Testing

@testable import KeepAlivePolicy

/// What an app must not hold or use in the background, and who goes when memory is short.
@Suite struct ResourceTests {
    @Test("LC-23: at suspension the sockets are taken, unless the choice is to leave them; Bonjour always goes")
    func sockets() {
        for (reclaims, bonjour, expected) in [(true, false, 1), (true, true, 1), (false, false, 0), (false, true, 1)] {
            var profile = PolicyProfile.ios26
            profile.switches.reclaimsSockets = reclaims
            var device = TestDevice.launched(ios: profile)
            device.happen(.resource(.socketsOpen(2)))
            device.happen(.resource(.bonjourPublished(bonjour)))
            device.suspend()
            #expect(device.effects.count { $0.effect.action == .reclaimSockets } == expected)
            #expect(device.machine.resources.sockets == (reclaims ? 0 : 2))
            // Once: there is nothing left to take.
            device.happen(.returnedToForeground)
            device.suspend()
            #expect(device.effects.count { $0.effect.action == .reclaimSockets } == expected)
        }
        var none = TestDevice.launched()
        none.suspend()
        #expect(!none.effects.map(\.effect).contains(.reclaimSockets))
    }

    @Test("LC-24: the contacts or calendar database open at suspension ends the app")
    func sharedDatabase() {
        var device = TestDevice.launched()
        device.happen(.resource(.sharedDatabase(held: true)))
        device.happen(.homePressed)
        device.advance(by: .milliseconds(199))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == .terminated)
        #expect(device.terminationRule == "LC-24")
        #expect(!device.states.contains(.suspended))

        var closed = TestDevice.launched()
        closed.happen(.resource(.sharedDatabase(held: true)))
        closed.happen(.homePressed)
        closed.happen(.resource(.sharedDatabase(held: false)))
        closed.advance(by: .seconds(1))
        #expect(closed.state == .suspended)
    }

    @Test(
        "RB-15, MD-11: a lock in a shared container at suspension is 0xdead10cc, from iOS 9 on",
        arguments: [
            (PolicyProfile.ios(8), nil), (.ios(9), "ASSERTIOND"), (.ios12, "ASSERTIOND"), (.ios26, "RUNNINGBOARD"),
        ])
    func fileLock(profile: PolicyProfile, namespace: String?) {
        var device = TestDevice.launched(ios: profile)
        device.happen(.resource(.fileLocked(path: "db.sqlite")))
        device.happen(.homePressed)
        device.advance(by: .milliseconds(199))
        #expect(device.state == .background)
        device.advance(by: .milliseconds(1))
        #expect(device.state == (namespace == nil ? .suspended : .terminated))
        #expect(device.terminationRule == (namespace == nil ? nil : "RB-15"))
        #expect(device.termination?.code == (namespace == nil ? nil : "0xdead10cc"))
        #expect(device.termination?.namespace == namespace)
        #expect(device.machine.exits == (namespace == nil ? [:] : [.suspendedWithLockedFile: 1]))
    }

    @Test("RB-15, MD-11: a lock that is given back in time, or found by the host at the freeze")
    func fileLockInTime() {
        var released = TestDevice.launched()
        released.happen(.resource(.fileLocked(path: "db.sqlite")))
        released.happen(.homePressed)
        released.happen(.resource(.fileUnlocked(path: "db.sqlite")))
        released.advance(by: .seconds(1))
        #expect(released.state == .suspended)

        released.happen(.resource(.locksFoundAtSuspension(paths: [])))
        #expect(released.state == .suspended)
        released.happen(.resource(.locksFoundAtSuspension(paths: ["a", "b"])))
        #expect(released.terminationRule == "RB-15")
        #expect(released.termination?.explanation.hasSuffix("a and 1 more") == true)
    }

    @Test("LC-25: OpenGL ES ends the app in the background only")
    func openGL() {
        var device = TestDevice.launched()
        device.happen(.resource(.openGLUsed))
        #expect(device.state == .foregroundActive)
        device.happen(.homePressed)
        device.happen(.resource(.openGLUsed))
        #expect(device.state == .terminated)
        #expect(device.terminationRule == "LC-25")
    }

    @Test("LC-26: Metal is rejected in the background, and nobody is killed for it")
    func metal() {
        var device = TestDevice.launched()
        device.happen(.resource(.metalUsed))
        #expect(device.serviceErrors == [])
        device.happen(.homePressed)
        device.happen(.resource(.metalUsed))
        #expect(device.serviceErrors == [.graphicsAccessRevoked])
        #expect(ServiceError.graphicsAccessRevoked.description == "MTLCommandBufferErrorDomain 8 (accessRevoked)")
        #expect(device.state == .background)
    }

    @Test("RB-09: crossing 50 MB in the background is told, and is no limit")
    func memoryGoal() {
        var device = TestDevice.launched()
        device.happen(.resource(.memoryUsed(megabytes: 400)))
        device.happen(.resource(.memoryUsed(megabytes: 10)))
        device.happen(.homePressed)
        device.happen(.resource(.memoryUsed(megabytes: 49)))
        #expect(!device.logRules.contains("RB-09"))
        device.happen(.resource(.memoryUsed(megabytes: 50)))
        device.happen(.resource(.memoryUsed(megabytes: 60)))
        #expect(device.logRules.count { $0 == "RB-09" } == 1)
        #expect(device.state == .background)
    }

    @Test("RB-08: the limit of a process holds in the foreground as in the background")
    func processLimit() {
        for background in [false, true] {
            var device = TestDevice.launched()
            if background { device.happen(.homePressed) }
            device.happen(.device(.memoryPressure(.processLimit)))
            #expect(device.terminationRule == "RB-08")
            #expect(device.termination?.explanation == "per-process-limit")
            #expect(device.machine.exits == [.memoryLimit: 1])
        }
        #expect(
            Jetsam.Reason.allCases.map(\.rawValue) == [
                "per-process-limit", "vm-pageshortage", "vnode-limit", "highwater", "fc-thrashing", "jettisoned",
            ])
    }

    @Test(
        "RB-06: the jetsam bands by state, ten times that from iOS 16 on",
        arguments: [(PolicyProfile.ios12, 1), (.ios(15, 8), 1), (.ios(16), 10), (.ios26, 10)])
    func bands(profile: PolicyProfile, factor: Int) {
        var device = TestDevice(ios: profile, modes: [.audio])
        #expect(device.machine.jetsamBand == 0)
        device.happen(.launched)
        #expect(device.machine.jetsamBand == 10 * factor)
        device.happen(.homePressed)
        #expect(device.machine.jetsamBand == 3 * factor)
        device.happen(.audioSessionActivated(.init(category: .playback, mixWithOthers: true)))
        device.happen(.audioPlaybackRequested())
        #expect(device.machine.jetsamBand == 12 * factor)
        device.happen(.audioPlaybackStopped)
        device.advance(by: .seconds(2))
        #expect(device.state == .suspended)
        #expect(device.machine.jetsamBand == 0)

        var accessory = TestDevice.launched(ios: profile, modes: [.externalAccessory, .bluetoothCentral])
        accessory.suspend()
        accessory.happen(.wake(.bluetoothCentral))
        #expect(accessory.machine.jetsamBand == 3 * factor)
        accessory.happen(.wake(.externalAccessory))
        #expect(accessory.machine.jetsamBand == 12 * factor)
    }

    @Test("RB-07: the lowest band goes first, the largest first within a band, and no more than needed")
    func victims() {
        let suspended = [("s1", 0, 20), ("s2", 0, 80)].map { Jetsam.Candidate(name: $0, band: $1, megabytes: $2) }
        let background = Jetsam.Candidate(name: "b", band: 30, megabytes: 500)
        let front = Jetsam.Candidate(name: "f", band: 100, megabytes: 900)
        let all = [front, background] + suspended
        #expect(Jetsam.victims(among: all, freeing: 0) == [])
        #expect(Jetsam.victims(among: all, freeing: 80).map(\.name) == ["s2"])
        #expect(Jetsam.victims(among: all, freeing: 81).map(\.name) == ["s2", "s1"])
        #expect(Jetsam.victims(among: all, freeing: 101).map(\.name) == ["s2", "s1", "b"])
        #expect(Jetsam.victims(among: all, freeing: 9999).map(\.name) == ["s2", "s1", "b", "f"])
    }
}
