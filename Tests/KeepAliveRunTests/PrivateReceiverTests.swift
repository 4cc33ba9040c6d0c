import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// What private receivers leave behind, counted in processes of their own: other suites run beside this one.
///
/// Exit tests are not used: the library waits for them without end where another child has ended and is not reaped yet.
@Suite(.ownThread, .enabled(if: Requirement.gpsd))
struct PrivateReceiverTests {
    @Test("nothing is left in a namespace of its own: no descriptor, no shared memory, no process")
    func namespace() throws {
        try OwnProcess.run("PrivateReceiverTests/namespace") { try Self.countWhatIsLeft(isolation: .namespace) }
    }

    @Test("nothing is left without a namespace: no descriptor, no shared memory, no process")
    func noNamespace() throws {
        try OwnProcess.run("PrivateReceiverTests/noNamespace") { try Self.countWhatIsLeft(isolation: .none) }
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
            let receiver = try HeldReceiver(try #require(daemon.device), pid)
            #expect(receiver.hasTerminal && receiver.hasProcess)
            daemon.close()
            #expect(receiver.isGone)
        }
        #expect(descriptors() < before + 4)
        #expect(try segments(of: daemons) == 0)
    }
}
