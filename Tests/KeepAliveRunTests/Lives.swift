import Glibc
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAlivePorts

/// A workload of real processes on a loop of its own, and everything that it reports.
final class Lives {
    let loop: EventLoop
    let workload: SupervisedProcess
    private(set) var events: [WorkloadEvent] = []
    /// Called with each event, after it has been kept.
    var onEvent: ((WorkloadEvent) -> Void)?
    /// What the app has written into `$FIFO` since its launch.
    private var told = ""
    private let fifo: CInt
    private let directory: TemporaryDirectory

    /// Prepares a shell script; `$FIFO` in its environment is where it tells how far it got.
    init(_ script: String, freezer: String = "signal", appGroup: String? = nil) throws {
        // Tests run on a thread that blocks all signals, which the app would inherit at its first launch.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        _ = SignalWatcher.inherited
        loop = try EventLoop()
        directory = try TemporaryDirectory()
        let path = directory.path + "/fifo"
        try #require(mkfifo(path, 0o600) == 0)
        // For writing too, so that the end of a writer is not the end of the file.
        fifo = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        workload = try SupervisedProcess(
            command: ["sh", "-c", RawText(script)], environment: Machine.rawEnvironment + [RawText("FIFO=\(path)")],
            freezer: try #require(FreezerChoice(named: freezer)), appGroup: appGroup, loop: loop)
        workload.onEvent = { [unowned self] event in
            events.append(event)
            onEvent?(event)
        }
        _ = try loop.watch(fifo, for: .readable) { [unowned self] _ in
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(fifo, &buffer, buffer.count)
            told += String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        }
    }

    deinit { close(fifo) }

    func wait(until condition: @escaping () -> Bool) -> Bool { loop.run(until: condition, timeout: .seconds(30)) }

    /// Launches the app and waits until it has written a line into `$FIFO`, which is returned.
    @discardableResult
    func launchUntilTold() throws -> String {
        told = ""
        try workload.launch()
        let ready = wait { [self] in told.hasSuffix("\n") }
        #expect(ready)
        return String(told.dropLast())
    }

    var statuses: [ProcessStatus] { events.compactMap { if case .exited(let status) = $0 { status } else { nil } } }
    var pids: [Int32] { events.compactMap { if case .started(let pid) = $0 { pid } else { nil } } }
    var isFrozen: Bool { if case .frozen = events.last { true } else { false } }
    var isThawed: Bool { if case .thawed = events.last { true } else { false } }
}

/// A directory that is removed with its owner, and everything in it.
final class TemporaryDirectory {
    let path: String

    init() throws {
        var template = Array("/tmp/keepalive-test-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { Self.remove(path) }

    private static func remove(_ path: String) {
        if unlink(path) == 0 || rmdir(path) == 0 { return }
        for name in (try? SmallFile.list(path)) ?? [] { remove("\(path)/\(name)") }
        rmdir(path)
    }
}
