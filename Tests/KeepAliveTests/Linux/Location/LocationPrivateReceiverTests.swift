import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// The real thing: gpsd on a pseudo-terminal.
@Suite(.serialized, .ownThread(.measures), .enabled(if: LocationTools.hasGPSD, "needs gpsd: apt-get install gpsd"))
struct LocationPrivateReceiverTests {
    /// A terminal and a process that are held by descriptors: the kernel gives their names and numbers to others.
    private final class Receiver {
        /// O_PATH of open(2), which Glibc's module lacks: a terminal is not opened by it, only found.
        private static let pathOnly: CInt = 0x20_0000

        private let device: CInt
        private let process: CInt

        init(_ device: String, _ pid: Int32) throws {
            self.device = open(device, Self.pathOnly | O_CLOEXEC)
            process = open("/proc/\(pid)", O_DIRECTORY | O_CLOEXEC)
            try #require(self.device != -1 && process != -1)
        }

        deinit {
            close(device)
            close(process)
        }

        var hasTerminal: Bool {
            var status = stat()
            return fstat(device, &status) == 0 && status.st_nlink > 0
        }

        /// Also while it waits to be reaped.
        var hasProcess: Bool { faccessat(process, "stat", F_OK, 0) == 0 }

        /// Waits until both are gone: a process that another test makes beside this one has copies of all descriptors, for
        /// a moment.
        var isGone: Bool {
            for _ in 0..<500 where hasTerminal || hasProcess { usleep(10_000) }
            return !hasTerminal && !hasProcess
        }
    }

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

        let firstReceiver = try Receiver(device, first)
        #expect(firstReceiver.hasTerminal && firstReceiver.hasProcess)
        kill(first, SIGKILL)
        #expect(loop.run(until: { record.losses.count == 1 }, timeout: .seconds(20)))
        let fixes = record.fixes.count
        #expect(
            loop.run(until: { record.openings.count == 2 && record.fixes.count > fixes }, timeout: .seconds(15)),
            "\(record.events)")
        #expect(record.notes.contains { $0.contains("signal 9") && $0.contains("starting it again") })

        let second = try #require(source.daemon.pid)
        let secondReceiver = try Receiver(try #require(source.daemon.device), second)
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

    @Test func `Nothing is left in a namespace of its own: no descriptor, no shared memory, no process`() async {
        // In a process of its own: descriptors are counted, and other suites run beside this one.
        await #expect(processExitsWith: .success) { try Self.countWhatIsLeft(isolation: .namespace) }
    }

    @Test func `Nothing is left without a namespace: no descriptor, no shared memory, no process`() async {
        await #expect(processExitsWith: .success) { try Self.countWhatIsLeft(isolation: .none) }
    }

    private static func countWhatIsLeft(isolation: GPSDaemonCommand.Isolation) throws {
        let loop = try EventLoop()
        let descriptors = { (0..<CInt(1024)).filter { fcntl($0, F_GETFD) != -1 }.count }
        /// Segments that one of these processes has made; other receivers of the machine have theirs.
        func segments(of creators: Set<Int32>) throws -> Int {
            let table = String(decoding: try ReplayFile.read("/proc/sysvipc/shm", limit: 1 << 20), as: UTF8.self)
            return table.split(separator: "\n").count { line in
                let fields = line.split(separator: " ")
                return fields.count > 4 && Int32(fields[4]).map(creators.contains) == true
            }
        }
        var daemons: Set<Int32> = []
        let before = descriptors()
        // The counter counts: what every round would leak, it sees. Less may be the test runner's own.
        let probes = (0..<8).map { _ in dup(0) }
        #expect(descriptors() >= before + 4)
        for probe in probes { close(probe) }
        for _ in 0..<8 {
            let daemon = try PrivateGPSD(
                playing: ReceiverLog(LocationChoice.builtInWalk()), isolation: isolation, loop: loop)
            try daemon.start()
            let pid = try #require(daemon.pid)
            daemons.insert(pid)
            let receiver = try Receiver(try #require(daemon.device), pid)
            #expect(receiver.hasTerminal && receiver.hasProcess)
            daemon.close()
            #expect(receiver.isGone)
        }
        #expect(descriptors() < before + 4)
        #expect(try segments(of: daemons) == 0)
    }
}
