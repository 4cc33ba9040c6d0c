import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// The real thing: gpsd on a pseudo-terminal.
@Suite(.serialized, .ownThread(.measures), .enabled(if: LocationTools.hasGPSD, "needs gpsd: apt-get install gpsd"))
struct LocationPrivateReceiverTests {
    @Test func `The walk arrives with the present time, survives a kill and leaves nothing`() throws {
        let loop = try EventLoop()
        let source = try PrivateLocationSource(
            playing: ReceiverLog(LocationChoice.builtInWalk()), reason: "test", loop: loop)
        let record = EventRecorder(source)
        let device = try #require(source.daemon.device)
        let first = try #require(source.daemon.pid)
        #expect(source.daemon.port != 2947)
        #expect(source.description.feed == "built-in walk")

        source.start()
        #expect(loop.run(until: { record.fixes.count >= 3 }, timeout: .seconds(10)), "\(record.events)")
        #expect(record.openings.count == 1 && record.openings[0].hasPrefix("gpsd 3."))
        for fix in record.fixes {
            #expect(abs(fix.latitude - 48.1525) < 0.001 && abs(fix.longitude - 11.593) < 0.001)
            #expect((500...504).contains(fix.altitude) && (1...2).contains(fix.speed))
            #expect(fix.horizontalAccuracy > 0 && fix.verticalAccuracy > 0 && (0..<360).contains(fix.course))
            #expect(abs(WallClock.now - fix.timestamp) < 10)
        }

        let firstReceiver = try HeldReceiver(device, first)
        #expect(firstReceiver.hasTerminal && firstReceiver.hasProcess)
        kill(first, SIGKILL)
        #expect(loop.run(until: { record.losses.count == 1 }, timeout: .seconds(20)))
        let fixes = record.fixes.count
        #expect(
            loop.run(until: { record.openings.count == 2 && record.fixes.count > fixes }, timeout: .seconds(15)),
            "\(record.events)")
        #expect(record.notes.contains { $0.contains("signal 9") && $0.contains("starting it again") })

        let second = try #require(source.daemon.pid)
        let secondReceiver = try HeldReceiver(try #require(source.daemon.device), second)
        #expect(secondReceiver.hasTerminal && secondReceiver.hasProcess && !firstReceiver.hasProcess)
        source.stop()
        #expect(firstReceiver.isGone && secondReceiver.isGone)
        let events = record.events.count
        #expect(!loop.run(until: { record.events.count > events }, timeout: .milliseconds(300)))
        source.start()
        #expect(loop.run(until: { record.openings.count == 3 }, timeout: .seconds(20)), "\(record.events)")
    }

    @Test func `A receiver without a fix says so`() throws {
        let loop = try EventLoop()
        let bodies = [
            "GPRMC,101500.00,V,,,,,,,010625,,,N", "GPGGA,101500.00,,,,,0,00,99.9,,,,,,", "GPGSA,A,1,,,,,,,,,,,,,,,",
        ]
        let log = bodies.map(LocationNMEATests.sentence).joined()
        let replay = try NMEAReplay(Array(log.utf8), name: "no fix")
        let source = try PrivateLocationSource(playing: ReceiverLog(replay), reason: "test", loop: loop)
        let record = EventRecorder(source)
        source.start()
        #expect(loop.run(until: { record.noFixes.count >= 2 }, timeout: .seconds(10)), "\(record.events)")
        #expect(record.fixes.isEmpty)
    }

    @Test(.enabled(if: LocationTools.hasGPSBabel, "needs gpsbabel: apt-get install gpsbabel"))
    func `A GPX track becomes fixes`() throws {
        let loop = try EventLoop()
        let points = (0..<4).map { "<trkpt lat=\"48.10000\($0)\" lon=\"11.5\"><ele>500</ele></trkpt>" }.joined()
        let gpx = "<gpx version=\"1.1\" creator=\"t\"><trk><trkseg>\(points)</trkseg></trk></gpx>"
        try LocationChoiceTests().withFile(gpx) { path throws in
            let source = try LocationChoice.replay(path: path).open(on: loop)
            let record = EventRecorder(source)
            source.start()
            #expect(loop.run(until: { record.fixes.count >= 2 }, timeout: .seconds(10)), "\(record.events)")
            #expect(record.fixes.allSatisfy { abs($0.latitude - 48.1) < 0.001 && abs($0.altitude - 500) < 1 })
            #expect(source.description.feed == path && source.description.reason == "--gps-replay")
            source.stop()
        }
    }

    @Test func `A device that is full skips epochs and blocks nobody`() throws {
        let loop = try EventLoop()
        let terminal = try PseudoTerminal()
        let walk = try LocationChoice.builtInWalk()
        let began = loop.now
        var taken = 0
        while terminal.write(walk.epoch(taken, at: 0)), taken < 10_000 { taken += 1 }
        #expect(taken > 5 && taken < 10_000)
        #expect(loop.now - began < .seconds(5))
    }
}
