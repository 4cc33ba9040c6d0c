import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// `ctl top` on a terminal: what its keys do, and that it leaves the terminal as it was.
@Suite(.ownThread) struct LiveViewTests {
    /// A device with an app in front, and a view of it.
    private func view() throws -> (device: BootedDevice, session: TerminalSession) {
        let device = try BootedDevice()
        #expect(try device.ctl("launch", "--", "sleep", "600").status == 0)
        let session = try TerminalSession(["ctl", "top", "--system", "\(device.runner.pid)"])
        #expect(session.wait { session.screen.contains("org.example.app") && session.screen.contains("quit") })
        return (device, session)
    }

    /// Presses a key, and waits until the screen shows what came of it.
    private func press(_ keys: String, until text: String, in session: TerminalSession) -> Bool {
        let before = session.screen.utf8.count
        session.type(keys)
        return session.wait {
            String(decoding: session.screen.utf8.dropFirst(before), as: UTF8.self).contains(text)
        }
    }

    /// The screen's contents are those from before, its cursor is shown, and lines are broken.
    private func expectIsRestored(_ session: TerminalSession) {
        #expect(session.screen.contains("\u{1B}[?1049h"))
        #expect(session.screen.hasSuffix("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"))
    }

    @Test("keys press home, open the app, lock the device, call, and end the view")
    func keys() throws {
        let (device, session) = try view()
        #expect(press("h", until: "home pressed", in: session))
        #expect(device.wait(.frozen, of: "app"))
        #expect(press("\r", until: "thawed", in: session))
        #expect(device.wait(for: .foregroundActive, of: "app"))
        #expect(press("l", until: "locked", in: session))
        #expect(press("c", until: "in a call", in: session))
        #expect(press("z", until: "there is no key 'z'", in: session))
        #expect(press("\u{1B}OP", until: "this key does nothing here", in: session))
        // Typed ahead; there is no other app that arrows could choose.
        session.type("\u{1B}[A\u{1B}[Bq")
        #expect(session.wait { session.status != nil } && session.status == .exited(0))
        expectIsRestored(session)
        try device.shutDown()
    }

    @Test("Ctrl-C ends it like q; a signal, too, with its status", arguments: [nil, SIGTERM, SIGHUP])
    func ends(signal: CInt?) throws {
        let (device, session) = try view()
        if let signal {
            let pid = try #require(session.descendants.first { $0.name == "keepalive-run" }?.identity.pid)
            kill(pid, signal)
        } else {
            session.type("\u{3}")
        }
        #expect(session.wait { session.status != nil })
        #expect(session.status == .exited(signal.map { 128 + $0 } ?? 0))
        expectIsRestored(session)
        try device.shutDown()
    }

    @Test("when the device is switched off, the view ends and says so")
    func switchedOff() throws {
        let (device, session) = try view()
        try device.shutDown()
        #expect(session.wait { session.status != nil } && session.status == .exited(125))
        #expect(session.screen.contains("the device has been switched off"))
    }

    @Test("without a terminal it is refused, in a line that says what to do instead")
    func noTerminal() throws {
        let device = try BootedDevice()
        let refused = try device.ctl("top")
        #expect(refused.status == 64 && refused.errors.contains("'ctl status' prints the same once"))
        #expect(refused.errors.count(of: "\n") == 1)
    }
}
