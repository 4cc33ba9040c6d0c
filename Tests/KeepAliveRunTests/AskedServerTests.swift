import CPulse
import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePorts

/// What the sound server of a user says of itself, and what is known of one that says nothing.
///
/// Each asks in a process of its own: libpulse reads the environment, and is loaded once.
@Suite(.ownThread) struct AskedServerTests {
    /// The limit that a test waits for, in milliseconds.
    private static let limit: CInt = 200

    /// Where libpulse makes a cookie, if there is none.
    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory() }

    /// Asks the server at an address.
    private func ask(_ address: String, limit: CInt = limit) -> CPulse_server {
        setenv("PULSE_SERVER", address, 1)
        setenv("HOME", home.path, 1)
        setenv("PULSE_COOKIE", "\(home.path)/cookie", 0)
        return CPulse_ask(limit)
    }

    private func isUnknown(_ server: CPulse_server) -> Bool {
        server.rate == 0 && server.is_pulseaudio == 0 && server.is_pipewire == 0
    }

    @Test(
        "a server says its rate and whose it is", .enabled(if: Requirement.soundServer, Requirement.soundServerReason))
    func answers() throws {
        try OwnProcess.run("AskedServerTests/answers") {
            let loop = try EventLoop()
            let server = try PrivateSoundServer(loop: loop)
            defer { server.close() }
            #expect(loop.run(until: { server.state == .ready }, timeout: .seconds(20)))
            let cookie = PrivateSoundServer.cookie(of: server.server)
            setenv(cookie.variable, cookie.path, 1)
            var said = ask(server.server, limit: 20_000)
            // PipeWire answers before its session manager has chosen a sink.
            let clock = ContinuousClock()
            let deadline = clock.now + .seconds(20)
            while said.rate == 0, clock.now < deadline {
                usleep(20_000)
                said = ask(server.server, limit: 20_000)
            }
            #expect(said.rate == SoundServerProgram.rate)
            #expect((said.is_pulseaudio == 1) == (SoundServerProgram.chosen == .pulseaudio))
            #expect((said.is_pipewire == 1) == (SoundServerProgram.chosen == .pipewire))
        }
    }

    @Test(
        "of a server that takes no connection nothing is known, after the limit",
        .enabled(if: Requirement.soundServer, Requirement.soundServerReason))
    func silent() throws {
        try OwnProcess.run("AskedServerTests/silent") {
            let directory = try TemporaryDirectory()
            let path = "\(directory.path)/native"
            let listener = try UnixSocket.listen(path)
            defer { close(listener) }
            let clock = ContinuousClock()
            let began = clock.now
            #expect(isUnknown(ask("unix:\(path)")))
            let waited = clock.now - began
            // libpulse itself gives up after 30 s.
            #expect(waited >= .milliseconds(Int(Self.limit)) && waited < .seconds(15), "\(waited)")
            let connection = accept(listener, nil, nil)
            #expect(connection >= 0, "nobody has connected")
            close(connection)
        }
    }

    @Test("without a server nothing is known")
    func missing() throws {
        try OwnProcess.run("AskedServerTests/missing") {
            #expect(isUnknown(ask("unix:/nonexistent/native", limit: 20_000)))
        }
    }

    @Test(
        "without libpulse nothing is known",
        .enabled(if: Requirement.mountNamespace, "needs the right to make a mount namespace"))
    func withoutLibrary() throws {
        let hide =
            #"for each in $(find /usr/lib /lib -name 'libpulse.so.0'); do mount --bind /dev/null "$each" || exit 1; done"#
        try OwnProcess.run(
            "AskedServerTests/withoutLibrary",
            through: ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", "\(hide); exec \"$0\" \"$@\""]
        ) {
            let directory = try TemporaryDirectory()
            let path = "\(directory.path)/native"
            let listener = try UnixSocket.listen(path)
            defer { close(listener) }
            #expect(isUnknown(ask("unix:\(path)")))
            #expect(accept(listener, nil, nil) == -1, "somebody has connected")
        }
    }
}
