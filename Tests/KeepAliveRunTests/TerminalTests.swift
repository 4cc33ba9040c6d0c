import CLinux
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAlivePorts

/// The runner on a terminal of its own: a session whose leader it is, as with `ssh -t`.
final class TerminalSession {
    let loop: EventLoop
    private(set) var screen = ""
    private(set) var status: ProcessStatus?
    private let process: GuardedProcess
    private let terminal: CInt
    private var watch: EventLoop.Watch?

    init(_ arguments: [String], path: String = Runner.path, environment: [String] = []) throws {
        loop = try EventLoop()
        var name = [CChar](repeating: 0, count: 64)
        let terminal = clinux_open_terminal(&name, name.count)
        self.terminal = terminal
        let slave = open(&name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(terminal >= 0 && slave >= 0)
        process = try GuardedProcess(
            GuardedProcess.Request(
                path: "/usr/bin/setsid", arguments: ["setsid", "--ctty", "--wait", path] + arguments,
                environment: Machine.rawEnvironment.map(\.text) + environment, standardInput: slave,
                standardOutput: slave, standardError: slave), loop: loop)
        close(slave)
        process.onReport = { [unowned self] report in
            if case .exited(let status) = report { self.status = status }
        }
        watch = try loop.watch(terminal, for: .readable) { [unowned self] _ in
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = Glibc.read(terminal, &buffer, buffer.count)
            if count > 0 {
                screen += String(decoding: buffer[..<count], as: UTF8.self)
            } else if let watch {
                loop.unwatch(watch)
            }
        }
    }

    deinit {
        process.end()
        close(terminal)
    }

    func type(_ keys: String) {
        var copy = keys
        copy.withUTF8 { _ = write(terminal, $0.baseAddress, $0.count) }
    }

    func wait(until condition: @escaping () -> Bool) -> Bool { loop.run(until: condition, timeout: .seconds(30)) }

    /// Waits until a command of the tree runs, looking every 5 ms: an exec is no event of ours.
    func wait(forProcess name: String) -> Bool {
        var again: ScheduledAction?
        func look() {
            again = loop.schedule(after: .milliseconds(5)) { look() }
        }
        look()
        defer { if let again { loop.cancel(again) } }
        return wait { [self] in descendants.contains { $0.name == name } }
    }

    /// What runs on the terminal.
    var descendants: [ProcessTable.Entry] { ProcessTable.descendants(of: process.guardianPID) }

    /// The process group that has the terminal's foreground.
    var foreground: pid_t { tcgetpgrp(terminal) }
}

@Suite(.ownThread) struct TerminalTests {
    @Test("what is typed reaches the command, and its output the screen")
    func typing() throws {
        let session = try TerminalSession(["-q", "--", "sh", "-c", "read line; echo got $line"])
        session.type("hello\n")
        #expect(session.wait { session.screen.contains("got hello") && session.status != nil })
        #expect(session.status == .exited(0))
    }

    @Test("Ctrl-C reaches the command, which may handle it")
    func interrupt() throws {
        let script = "trap 'echo caught; exit 3' INT; echo ready; while :; do sleep 0.02; done"
        let session = try TerminalSession(["-q", "--", "sh", "-c", script])
        #expect(session.wait { session.screen.contains("ready") })
        session.type("\u{3}")
        #expect(session.wait { session.status != nil })
        #expect(session.status == .exited(3))
        #expect(session.screen.contains("caught"))
    }

    @Test("Ctrl-C ends a frozen command, also one that had switched it off", arguments: ["cat", "stty raw -isig; cat"])
    func interruptWhileFrozen(script: String) throws {
        let session = try TerminalSession(["--background-after", "300ms", "--", "sh", "-c", script])
        #expect(session.wait { session.screen.contains("frozen") })
        session.type("\u{3}")
        #expect(session.wait { session.status != nil })
        #expect(session.status == .exited(130))
    }

    @Test("Ctrl-C ends a frozen job-control shell, whose child had the terminal")
    func interruptFrozenShell() throws {
        let session = try TerminalSession(["--background-after", "300ms", "--", "bash", "-c", "set -m; sleep 1000"])
        #expect(session.wait { session.screen.contains("frozen") })
        session.type("\u{3}")
        #expect(session.wait { session.status != nil })
        #expect(session.status == .exited(130))
    }

    @Test("after a thaw the command has the terminal again, with the modes that it had set")
    func handedBack() throws {
        let script = "stty -echo; read line; echo got $line"
        let session = try TerminalSession(
            ["--background-after", "1s", "--foreground-after", "1500ms", "--", "sh", "-c", script])
        #expect(session.wait { session.screen.contains("thawed") })
        session.type("secret\n")
        #expect(session.wait { session.status != nil })
        #expect(session.screen.contains("got secret"))
        #expect(session.screen.components(separatedBy: "secret") == 2)
    }

    @Test("Ctrl-Z does not hang a runner that no shell could continue")
    func suspendKey() throws {
        let session = try TerminalSession(["-q", "--", "sh", "-c", "sleep 1; echo done"])
        // A key between a shell's vfork and its exec stops the child and leaves the shell waiting, with any terminal.
        #expect(session.wait(forProcess: "sleep"))
        session.type("\u{1A}")
        #expect(session.wait { session.status != nil })
        #expect(session.screen.contains("done"))
    }
}

extension String {
    /// How many pieces a separator makes of the text.
    fileprivate func components(separatedBy separator: String) -> Int {
        var count = 1
        var rest = self[...]
        while let range = rest.firstRange(of: separator) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
