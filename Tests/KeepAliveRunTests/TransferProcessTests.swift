import Foundation
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAlivePorts

/// A process for each app transfers.
@Suite(.ownThread) struct TransferProcessTests {
    /// An app's part of it, and what it was told.
    private final class App {
        let container: TransferApp.Container
        let daemon: TransferDaemon
        var reports: [TransferReport] = []
        var notes: [String] = []
        let key = TransferKey("films", 1)

        init(_ loop: EventLoop) throws {
            container = try TransferApp.Container()
            mkdir("\(container.path)/Library", 0o700)
            mkdir("\(container.path)/Library/Caches", 0o700)
            daemon = TransferDaemon(container: container.path, executable: Runner.path, loop: loop)
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
    private let server: WebServer

    init() throws {
        loop = try EventLoop()
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

    @Test("each app has a process, which ends when nothing is kept")
    func ofEachApp() throws {
        let (first, second) = (try App(loop), try App(loop))
        first.begin("\(server.url)/short")
        #expect(wait { first.isDone }, "\(first.reports) \(first.notes)")
        let pid = try #require(first.daemon.pid)
        #expect(first.daemon.usage?.cpuSeconds ?? 0 > 0 && second.daemon.usage == nil)
        second.begin("\(server.url)/short")
        #expect(wait { second.isDone }, "\(second.reports) \(second.notes)")
        #expect(first.daemon.pid == pid && second.daemon.pid != pid)
        // The app is told, and its call has returned.
        first.daemon.keep(first.key, nil)
        first.daemon.discard(first.key)
        #expect(wait { first.daemon.pid == nil })
        #expect(second.daemon.pid != nil)
        second.daemon.close()
    }

    @Test("the end of the process is told to the app that waits for something, and another one goes on")
    func killed() throws {
        let (waiting, other) = (try App(loop), try App(loop))
        other.begin("\(server.url)/short")
        #expect(wait { other.isDone })
        waiting.begin("\(server.url)/long")
        #expect(wait { !waiting.reports.isEmpty })
        kill(try #require(waiting.daemon.pid), SIGKILL)
        let end = TransferReport.brokeOff(code: URLErrorCode.networkConnectionLost)
        #expect(wait { waiting.reports.last == end }, "\(waiting.reports)")
        #expect(waiting.notes.count == 1 && other.notes.isEmpty && other.isDone)
        try server.make("long", bytes: 1000)
        waiting.begin("\(server.url)/long")
        #expect(wait { waiting.isDone }, "\(waiting.reports) \(waiting.notes)")
    }

    @Test("a directory that a killed runner's process still has is waited for, and holds nobody else up")
    func locked() throws {
        let (first, second) = (try App(loop), try App(loop))
        mkdir(first.container.transfers, 0o700)
        let lock = open("\(first.container.transfers)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #expect(flock(lock, LOCK_EX) == 0)
        first.begin("\(server.url)/short")
        second.begin("\(server.url)/short")
        #expect(wait { second.isDone }, "\(second.reports) \(second.notes)")
        #expect(first.reports.isEmpty)
        close(lock)
        #expect(wait { first.isDone }, "\(first.reports) \(first.notes)")
        // What is closed is another runner's.
        first.daemon.close()
        let other = open("\(first.container.transfers)/lock", O_RDWR | O_CLOEXEC)
        #expect(wait { flock(other, LOCK_EX | LOCK_NB) == 0 })
        close(other)
    }

    @Test("what an app puts in place of a body or a record neither holds anybody up nor leads out of its container")
    func replaced() throws {
        let outside = try TemporaryDirectory()
        let target = "\(outside.path)/target"
        try Data("theirs".utf8).write(to: URL(filePath: target))
        for trick in ["fifo", "link", "hard link", "directory", "socket directory"] {
            let app = try App(loop)
            app.begin("\(server.url)/long")
            #expect(wait { !app.reports.isEmpty }, "\(app.notes)")
            app.daemon.pause(app.key)
            let files = try SmallFile.list(app.container.transfers)
            let body = try #require(files.first { $0.hasSuffix(".tmp") })
            let path = "\(app.container.transfers)/\(body)"
            unlink(path)
            switch trick {
            case "fifo": mkfifo(path, 0o600)
            case "link": symlink(target, path)
            case "hard link": #expect(link(target, path) == 0)
            case "directory": mkdir(path, 0o700)
            default:
                rename(app.container.transfers, app.container.transfers + ".old")
                symlink(outside.path, app.container.transfers)
            }
            mkfifo("\(app.container.transfers)/\(body).json.next", 0o600)
            app.begin("\(server.url)/short")
            let failed = TransferReport.completed(code: URLErrorCode.cannotCreateFile)
            #expect(wait { app.reports.last == failed || app.isDone }, "\(trick): \(app.reports) \(app.notes)")
            if trick != "socket directory" { #expect(app.reports.last == failed, "\(trick): \(app.reports)") }
            #expect(try String(contentsOf: URL(filePath: target), encoding: .utf8) == "theirs", "\(trick)")
            app.daemon.close()
            #expect(try SmallFile.list(outside.path).allSatisfy { $0 == "target" || $0.hasSuffix(".next") }, "\(trick)")
        }
    }
}
