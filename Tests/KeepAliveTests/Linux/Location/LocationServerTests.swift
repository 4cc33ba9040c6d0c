import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAlivePorts

/// A gpsd as the network may show it, played by a scripted server.
@Suite(.ownThread) struct LocationServerTests {
    private func source(_ server: ScriptedServer, _ loop: EventLoop) throws -> GPSDLocationSource {
        GPSDLocationSource(ServerAddress(host: "127.0.0.1", port: server.port), reason: "test", loop: loop)
    }

    @Test func `A burst is read on one wake`() throws {
        let loop = try EventLoop()
        let server = try ScriptedServer(greeting: GPSDText.version + GPSDText.watching, loop: loop)
        let source = try source(server, loop)
        let record = EventRecorder(source)
        source.start()
        #expect(record.events.isEmpty)
        #expect(loop.run(until: { !record.openings.isEmpty }, timeout: .seconds(20)))
        #expect(record.openings == ["gpsd 3.22 at 127.0.0.1:\(server.port)"])
        server.say(
            GPSDText.report(secondsAgo: 3, extra: #","eph":4.5,"track":361,"speed":1.25"#)
                + GPSDText.report(secondsAgo: 2) + GPSDText.report(mode: 1) + GPSDText.report(secondsAgo: 2.5)
                + GPSDText.report(secondsAgo: 60))
        var rounds = 0
        let done = loop.run(
            until: {
                rounds += 1
                return record.fixes.count + record.noFixes.count >= 5
            }, timeout: .seconds(20))
        #expect(done && rounds <= 3)
        #expect(record.fixes.count == 2)
        #expect(record.fixes.first?.horizontalAccuracy == 4.5 && record.fixes.first?.course == 1)
        #expect(record.fixes.last?.speed == -1)
        #expect(record.noFixes.count == 3)
        source.stop()
        server.say(GPSDText.report())
        #expect(!loop.run(until: { record.fixes.count > 2 }, timeout: .milliseconds(100)))
    }

    @Test func `A strange protocol is noted`() throws {
        let loop = try EventLoop()
        let version = GPSDText.version.replacing("\"proto_major\":3", with: "\"proto_major\":4")
        let server = try ScriptedServer(greeting: version + GPSDText.watching, loop: loop)
        let source = try source(server, loop)
        let record = EventRecorder(source)
        source.start()
        #expect(loop.run(until: { !record.notes.isEmpty }, timeout: .seconds(20)))
        #expect(record.notes.first?.contains("speaks protocol 4.14") == true)
    }

    @Test func `A connection that breaks in mid-line is lost once and opened again`() throws {
        let loop = try EventLoop()
        let server = try ScriptedServer(greeting: GPSDText.version + GPSDText.watching, loop: loop)
        let source = try source(server, loop)
        let record = EventRecorder(source)
        source.start()
        #expect(loop.run(until: { !record.openings.isEmpty }, timeout: .seconds(20)))
        server.say(#"{"class":"TPV","mo"#)
        server.hangUp()
        #expect(loop.run(until: { record.openings.count == 2 }, timeout: .seconds(20)))
        #expect(record.losses.count == 1)
        server.say("no JSON at all\r\n{\"class\":\"TPV\",\"mode\":\r\n" + GPSDText.report())
        #expect(loop.run(until: { record.fixes.count == 1 }, timeout: .seconds(20)))
        #expect(record.losses.count == 1)
    }

    @Test func `Endless garbage ends the connection`() throws {
        let loop = try EventLoop()
        let server = try ScriptedServer(greeting: GPSDText.version + GPSDText.watching, loop: loop)
        let source = try source(server, loop)
        let record = EventRecorder(source)
        source.start()
        #expect(loop.run(until: { !record.openings.isEmpty }, timeout: .seconds(20)))
        server.say(String(repeating: "x", count: 60_000))
        #expect(loop.run(until: { !record.losses.isEmpty }, timeout: .seconds(20)))
    }

    @Test func `A server that stays away is noted once while attempts go on`() throws {
        let loop = try EventLoop()
        let port = try GPSDaemonCommand.freePort()
        let source = GPSDLocationSource(ServerAddress(host: "127.0.0.1", port: port), reason: "test", loop: loop)
        let record = EventRecorder(source)
        source.start()
        #expect(!loop.run(until: { record.events.count > 1 }, timeout: .seconds(1)))
        #expect(record.notes == ["no gpsd at 127.0.0.1:\(port): connection refused; trying again"])
    }

    @Test func `Stopping from within an event is safe`() throws {
        let loop = try EventLoop()
        let server = try ScriptedServer(
            greeting: GPSDText.version + GPSDText.watching + GPSDText.report(secondsAgo: 1) + GPSDText.report(),
            loop: loop)
        let source = try source(server, loop)
        var fixes = 0
        source.onEvent = { [unowned source] event in
            guard case .fix = event else { return }
            fixes += 1
            source.stop()
        }
        source.start()
        #expect(loop.run(until: { fixes > 0 }, timeout: .seconds(20)))
        #expect(!loop.run(until: { fixes > 1 }, timeout: .milliseconds(100)))
        source.start()
        #expect(loop.run(until: { fixes > 1 }, timeout: .seconds(20)))
    }

    @Test func `A server that accepts and drops gets fewer and fewer attempts`() throws {
        let loop = try EventLoop()
        let server = try ScriptedServer(greeting: GPSDText.version + GPSDText.watching, loop: loop)
        let source = try source(server, loop)
        var openings = 0
        source.onEvent = { [unowned server] event in
            guard case .opened = event else { return }
            openings += 1
            server.hangUp()
        }
        source.start()
        // 0, 0.25, 0.75, 1.75 and 3.75 s: five at most, where attempts every 0.25 s would be sixteen.
        #expect(!loop.run(until: { openings > 5 }, timeout: .seconds(4)))
        #expect(openings >= 3)
        source.stop()
    }

    @Test func `A flood of reports without a fix is counted, not told one by one`() throws {
        let loop = try EventLoop()
        let server = try ScriptedServer(greeting: GPSDText.version + GPSDText.watching, loop: loop)
        let source = try source(server, loop)
        let record = EventRecorder(source)
        source.start()
        #expect(loop.run(until: { !record.openings.isEmpty }, timeout: .seconds(20)))
        let flood = String(repeating: GPSDText.report(mode: 1), count: 500)
        server.say(flood)
        var counted: Int {
            record.events.reduce(0) { if case .noFix(_, let repeats) = $1 { $0 + 1 + repeats } else { $0 } }
        }
        #expect(loop.run(until: { record.noFixes.count >= 10 }, timeout: .seconds(20)))
        // The next that is told, half a second later at the earliest, has those before it.
        var again: ScheduledAction?
        func sayAgain() {
            server.say(GPSDText.report(mode: 1))
            again = loop.schedule(after: .milliseconds(100)) { sayAgain() }
        }
        sayAgain()
        #expect(loop.run(until: { counted > 500 }, timeout: .seconds(10)))
        #expect(record.noFixes.count < 40)
        if let again { loop.cancel(again) }
        source.stop()
    }

    @Test func `A live server that reports nothing is told of, once`() throws {
        let loop = try EventLoop()
        let server = try ScriptedServer(greeting: GPSDText.version + GPSDText.watching, loop: loop)
        let source = try source(server, loop)
        let record = EventRecorder(source)
        source.start()
        #expect(loop.run(until: { !record.noFixes.isEmpty }, timeout: .seconds(20)))
        #expect(record.noFixes == ["no report for 5 s"])
        server.say(GPSDText.report())
        #expect(loop.run(until: { record.fixes.count == 1 }, timeout: .seconds(20)))
        source.stop()
    }
}
