import FoundationEssentials
import Glibc
import KeepAliveFormats
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAliveReport

/// Background sessions over HTTP, against a real server, while the app is frozen, killed or not there.
@Suite(.ownThread, .enabled(if: Requirement.nginx, "no nginx: scripts/systems/unpack-package nginx usr/sbin/nginx"))
struct TransferTests {
    /// The size of a film: with `KEEPALIVE_FULL_SIZE` set as large as a real one, which takes the disk of a test machine.
    private static let film = Machine.variable("KEEPALIVE_FULL_SIZE") == nil ? 40_000_000 : 200_000_000
    private static let part = Machine.variable("KEEPALIVE_FULL_SIZE") == nil ? 100_000 : 1_000_000
    private static let parts = Machine.variable("KEEPALIVE_FULL_SIZE") == nil ? 200 : 1000

    private static let ended = [
        "handleEventsForBackgroundURLSession s", "didFinishDownloading 1 206", "didCompleteWithError 1 (None, 206)",
        "urlSessionDidFinishEvents s",
    ]

    @Test(
        "SD-42, UR-01, UR-16: a film for a frozen app, the server killed twice, the app once: every byte, in Apple's order"
    )
    func download() throws {
        let container = try TransferApp.Container()
        let server = try WebServer(bytesPerSecond: Self.film / 5)
        try server.make("film", bytes: Self.film)
        let runner = try TransferApp.run(
            TransferApp.script("start(url='\(server.url)/film')"), in: container)
        try TransferApp.pressHome(runner)
        #expect(runner.wait { !runner.events(.frozen).isEmpty })
        func broken(_ count: Int) -> Bool {
            runner.look { runner.events(.log).filter { $0.message?.contains("broke off") == true }.count >= count }
        }
        for pass in 0..<2 {
            // Some of it is there, and not all.
            let before = container.bytes
            #expect(runner.look { container.bytes > before + Int64(Self.film / 40) })
            server.kill()
            #expect(broken(pass + 1))
            try server.start()
            #expect(runner.look { runner.events(.transfer).filter { $0.message == "s 1: begins" }.count == pass + 2 })
        }
        let pid = try #require(runner.output.split(separator: "\n").first.flatMap { pid_t($0.dropFirst(4)) })
        #expect(kill(pid, SIGKILL) == 0)
        #expect(runner.wait { runner.output.contains("urlSessionDidFinishEvents s\n") }, "\(runner.errors)")
        #expect(runner.events(.launched).map(\.message) == [nil, "for urlSession"])
        #expect(Array(TransferApp.calls(runner).suffix(4)) == Self.ended, "\(runner.output)")
        #expect(try WebServer.areSame("\(server.files)/film", "\(container.path)/Documents/1"))
        #expect(server.requests.contains { $0.hasPrefix("GET /film 206 bytes=") }, "\(server.requests)")
        #expect(runner.look { container.kept.isEmpty }, "\(container.kept)")
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("UR-01: a runner that is killed in the middle loses nothing: the next run on the container goes on")
    func killedRunner() throws {
        let server = try WebServer(bytesPerSecond: 10_000_000)
        try server.make("film", bytes: 20_000_000)
        let container = try TransferApp.Container()
        let app = TransferApp.script("start(url='\(server.url)/film')")
        let first = try TransferApp.run(app, in: container)
        try TransferApp.pressHome(first)
        #expect(first.look { container.bytes > 3_000_000 })
        first.signal(SIGKILL)
        try first.finish()
        #expect(container.kept.count == 2, "\(container.kept)")
        let second = try TransferApp.run(app, in: container)
        try TransferApp.pressHome(second)
        #expect(second.wait { second.output.contains("urlSessionDidFinishEvents s\n") }, "\(second.errors)")
        #expect(Array(TransferApp.calls(second).suffix(4)) == Self.ended)
        #expect(try WebServer.areSame("\(server.files)/film", "\(container.path)/Documents/1"))
        #expect(server.requests.last?.hasPrefix("GET /film 206 bytes=") == true, "\(server.requests)")
        #expect(second.look { container.kept.isEmpty }, "\(container.kept)")
        second.signal(SIGTERM)
        try second.finish()
    }

    @Test("a file that has changed on the server meanwhile is downloaded from its first byte")
    func changedFile() throws {
        let server = try WebServer(bytesPerSecond: 10_000_000)
        try server.make("film", bytes: 20_000_000)
        let container = try TransferApp.Container()
        let app = TransferApp.script("start(url='\(server.url)/film')")
        let first = try TransferApp.run(app, in: container)
        #expect(first.look { container.bytes > 3_000_000 })
        first.signal(SIGKILL)
        try first.finish()
        try server.make("film", bytes: 10_000_000)
        let second = try TransferApp.run(app, in: container)
        #expect(second.wait { second.output.contains("didCompleteWithError 1 (None, 200)") }, "\(second.errors)")
        #expect(!second.output.contains("didResumeAtOffset"))
        #expect(try WebServer.areSame("\(server.files)/film", "\(container.path)/Documents/1"))
        second.signal(SIGTERM)
        try second.finish()
    }

    @Test("a run's summary has the cost of the process that transfers")
    func cost() throws {
        let server = try WebServer(bytesPerSecond: 100_000_000)
        try server.make("film", bytes: 1_000_000)
        let (container, summary) = (try TransferApp.Container(), try TemporaryFile())
        let runner = try TransferApp.run(
            TransferApp.script("start(url='\(server.url)/film')"), in: container, ["--summary", summary.path])
        #expect(
            runner.wait { runner.output.contains("didCompleteWithError 1 (None, 200)") },
            "\(runner.output)\(runner.errors)")
        runner.signal(SIGTERM)
        try runner.finish()
        let part = try JSONValue(parsing: Data(summary.text.utf8))["proxies"]?["transferService"]
        guard case .number(let seconds)? = part?["cpuSeconds"]?["value"] else {
            Issue.record("\(summary.text)")
            return
        }
        #expect(Double(seconds) ?? 0 > 0)
    }

    @Test("an upload from a file goes on while the app is frozen, and the server has every byte")
    func upload() throws {
        let server = try WebServer(bytesPerSecond: 100_000_000)
        try server.make("film", bytes: Self.film)
        let container = try TransferApp.Container()
        let runner = try TransferApp.run(
            TransferApp.script(
                "start('uploadTask', file='\(server.files)/film', url='\(server.url)/copy', httpMethod='PUT')"),
            in: container)
        try TransferApp.pressHome(runner)
        #expect(
            runner.wait(120) { runner.output.contains("didCompleteWithError 1 (None, 201)") },
            "\(runner.output)\(runner.errors)")
        #expect(TransferApp.calls(runner).contains("didCompleteWithError 1 (None, 201)"), "\(runner.output)")
        #expect(try WebServer.areSame("\(server.files)/film", "\(server.files)/copy"))
        #expect(runner.look { container.kept.isEmpty }, "\(container.kept)")
        runner.signal(SIGTERM)
        try runner.finish()
    }

    @Test("hundreds of downloads: all there, four connections at once, memory flat")
    func many() throws {
        let server = try WebServer(bytesPerSecond: 200_000_000)
        try server.make("part", bytes: Self.part)
        let container = try TransferApp.Container()
        let runner = try TransferApp.run(
            TransferApp.script("for _ in range(\(Self.parts)): start(url='\(server.url)/part')", quietly: Self.parts),
            in: container,
            scale: "1")
        #expect(runner.wait(120) { runner.output.contains("begun\n") })
        let service = try #require(runner.helpers("keepalive-run").first)
        let before = [Self.memory(of: runner.pid), Self.memory(of: service)]
        #expect(runner.wait(120) { runner.output.hasSuffix("all\n") }, "\(runner.output) \(runner.errors.suffix(1500))")
        #expect(runner.output.hasSuffix("{(None, 200)} all\n"))
        // All of it has gone through the one, and all calls through the other.
        #expect(Self.memory(of: runner.pid) < before[0] + 20_000)
        #expect(Self.memory(of: service) < before[1] + Self.part * Self.parts / 1000 / 10)
        let documents = try SmallFile.list("\(container.path)/Documents")
        #expect(Set(documents) == Set((1...Self.parts).map(String.init)))
        for name in documents.prefix(20) {
            #expect(try WebServer.areSame("\(server.files)/part", "\(container.path)/Documents/\(name)"))
        }
        #expect(runner.look { container.kept.isEmpty }, "\(container.kept)")
        runner.signal(SIGTERM)
        try runner.finish()
    }

    /// The resident memory of a process in kB.
    private static func memory(of pid: pid_t) -> Int {
        let lines = (try? SmallFile.read("/proc/\(pid)/status"))?.split(separator: "\n") ?? []
        return lines.first { $0.hasPrefix("VmRSS") }?.split(separator: " ").dropLast().last.flatMap { Int($0) } ?? 0
    }
}
