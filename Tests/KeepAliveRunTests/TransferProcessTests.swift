import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAlivePorts

/// One process transfers for all apps of a device.
@Suite(.ownThread) struct TransferProcessTests {
    /// An app's part of it, and what it was told.
    private final class App {
        let container: TransferApp.Container
        let daemon: TransferDaemon
        var reports: [TransferReport] = []
        var notes: [String] = []
        let key = TransferKey("films", 1)

        init(_ process: TransferProcess, _ loop: EventLoop) throws {
            container = try TransferApp.Container()
            mkdir("\(container.path)/Library", 0o700)
            mkdir("\(container.path)/Library/Caches", 0o700)
            daemon = TransferDaemon(container: container.path, process: process, loop: loop)
            daemon.onReport = { [unowned self] in reports.append($1) }
            daemon.onNote = { [unowned self] in notes.append($0) }
        }

        func begin(_ url: String) {
            let request = TransferRequest(url: url)
            let task = RestoredSession.Task(number: 1, request: request, isResumed: true)
            daemon.keep(
                key,
                RestoredSession(identifier: "films", sendsLaunchEvents: true, discretionary: false, tasks: [task]))
            daemon.begin(key, request)
        }

        var isDone: Bool { reports.last == .completed(code: nil) }
    }

    private let loop: EventLoop
    private let process: TransferProcess
    private let server: WebServer

    init() throws {
        loop = try EventLoop()
        process = TransferProcess(executable: Runner.path, loop: loop)
        server = try WebServer(bytesPerSecond: 1_000_000)
        try server.make("short", bytes: 1000)
        try server.make("long", bytes: 100_000_000)
    }

    private func wait(_ condition: @escaping () -> Bool) -> Bool {
        // A lock that is given back is no event of the loop.
        var again: ScheduledAction?
        func look() { again = loop.schedule(after: .milliseconds(10)) { look() } }
        look()
        defer { if let again { loop.cancel(again) } }
        return loop.run(until: condition, timeout: .seconds(60))
    }

    @Test("two apps have one process, whose cost is told while it is one app's alone")
    func shared() throws {
        defer { process.close() }
        let (first, second) = (try App(process, loop), try App(process, loop))
        first.begin("\(server.url)/short")
        #expect(wait { first.isDone }, "\(first.reports) \(first.notes)")
        let pid = process.pid
        #expect(pid != nil && first.daemon.usage?.cpuSeconds ?? 0 > 0)
        second.begin("\(server.url)/short")
        #expect(wait { second.isDone }, "\(second.reports) \(second.notes)")
        #expect(process.pid == pid && first.daemon.usage == nil && second.daemon.usage == nil)
        first.daemon.close()
        second.daemon.close()
        // With nothing to do it ends.
        #expect(wait { process.pid == nil })
    }

    @Test("the end of the process is told to each app that waits for something, and another one goes on")
    func killed() throws {
        defer { process.close() }
        let apps = [try App(process, loop), try App(process, loop), try App(process, loop)]
        apps[2].begin("\(server.url)/short")
        #expect(wait { apps[2].isDone })
        for app in apps[..<2] { app.begin("\(server.url)/long") }
        #expect(wait { apps[..<2].allSatisfy { !$0.reports.isEmpty } })
        kill(try #require(process.pid), SIGKILL)
        let end = TransferReport.brokeOff(code: URLErrorCode.networkConnectionLost)
        #expect(wait { apps[..<2].allSatisfy { $0.reports.last == end } }, "\(apps.map(\.reports))")
        #expect(apps.map(\.notes.count) == [1, 1, 0] && apps[2].isDone)
        try server.make("long", bytes: 1000)
        for app in apps[..<2] { app.begin("\(server.url)/long") }
        #expect(wait { apps.allSatisfy(\.isDone) }, "\(apps.map(\.reports)) \(apps.map(\.notes))")
    }

    @Test("a directory that another runner's process still writes into is waited for, and holds nobody else up")
    func locked() throws {
        defer { process.close() }
        let (first, second) = (try App(process, loop), try App(process, loop))
        mkdir(first.container.transfers, 0o700)
        let lock = open("\(first.container.transfers)/service.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #expect(flock(lock, LOCK_EX) == 0)
        first.begin("\(server.url)/short")
        second.begin("\(server.url)/short")
        #expect(wait { second.isDone }, "\(second.reports) \(second.notes)")
        #expect(first.reports.isEmpty)
        close(lock)
        #expect(wait { first.isDone }, "\(first.reports) \(first.notes)")
        // What is closed is another runner's.
        first.daemon.close()
        let other = open("\(first.container.transfers)/service.lock", O_RDWR | O_CLOEXEC)
        #expect(wait { flock(other, LOCK_EX | LOCK_NB) == 0 })
        close(other)
    }
}
