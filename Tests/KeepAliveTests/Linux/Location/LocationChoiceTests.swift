import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// `--gpsd HOST:PORT` and `--gps-replay FILE`.
@Suite(.ownThread) struct LocationChoiceTests {
    @Test(arguments: [
        ("localhost:2947", "localhost", UInt16(2947)), ("10.0.0.1:1", "10.0.0.1", 1), ("[::1]:2947", "::1", 2947),
        ("[fe80::1]", "fe80::1", 2947), ("receiver", "receiver", 2947),
    ])
    func `An address is read`(text: String, host: String, port: UInt16) throws {
        #expect(try LocationChoice(server: text) == .server(ServerAddress(host: host, port: port)))
    }

    @Test(arguments: [
        "", ":2947", "host:", "host:0", "host:65536", "host:x", "::1:2947", "[::1", "[]:1", "[::1]2947", "a b:1",
        "h:+5",
    ])
    func `A bad address is a usage error`(text: String) {
        let error = #expect(throws: KeepAliveError.self) { try LocationChoice(server: text) }
        #expect(error?.code == .usage)
    }

    @Test func `A server that is not there is named, with the cause`() throws {
        let loop = try EventLoop()
        let port = try GPSDaemonCommand.freePort()
        let error = #expect(throws: KeepAliveError.self) {
            try LocationChoice.server(ServerAddress(host: "127.0.0.1", port: port)).probe(loop: loop)
        }
        #expect(error?.code == .location)
        #expect(error?.message == "no gpsd at 127.0.0.1:\(port): connection refused")
    }

    @Test func `A server that is no gpsd is told from one`() throws {
        let loop = try EventLoop()
        let server = try ScriptedServer(greeting: "HTTP/1.1 400 Bad Request\r\n\r\n", loop: loop)
        let address = ServerAddress(host: "127.0.0.1", port: server.port)
        let outcome = GPSDProbe.ask(address, loop: loop, limit: .milliseconds(300))
        guard case .failed = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test(arguments: [
        ("", nil), ("<?xml version=\"1.0\"?>\n<gpx>", ReplayFile.Format.gpx), ("hello", nil), ("# c\r\n$GNRMC,", .nmea),
        ("$GPGGA", .nmea), ("x $GPGGA", nil), ("<gp", nil), ("!AIVDM,1", .raw), ("# c\n{\"class\":", .raw),
        ("a\u{1}b", .raw),
    ])
    func `A file is told by its content`(text: String, format: ReplayFile.Format?) {
        #expect(ReplayFile.format(of: Array(text.utf8)) == format)
    }

    @Test(
        "corrections are told by their bytes, of which one in twenty may be damaged; a text without spaces is none",
        arguments: [(0, true), (4, true), (5, true), (6, false), (50, false)])
    func corrections(damaged: Int, isLog: Bool) {
        var stream = Array("YpgA_]qS@oglgyC|~oAx".utf8.prefix(20))
        while stream.count < 100 { stream.append(UInt8(0x40 + stream.count % 0x3F)) }
        for index in 0..<damaged { stream[index * 2] = 0xD7 }
        #expect(ReplayFile.format(of: Array("# RTCM 2\n".utf8) + stream) == (isLog ? .raw : nil))
        #expect(ReplayFile.format(of: Array(String(repeating: "word,12345\n", count: 30).utf8)) == nil)
    }

    @Test func `Files that cannot be used are named`() throws {
        let loop = try EventLoop()
        let message = { (path: String) in
            (#expect(throws: KeepAliveError.self) {
                try LocationChoice.replay(path: path, isStrict: true).open(on: loop)
            })?.message
        }
        #expect(message("/tmp/keepalive-none/a") == "/tmp/keepalive-none/a: no such file or directory")
        #expect(message("/tmp") == "/tmp: is a directory")
        #expect(message("/dev/zero") == "/dev/zero: is not a regular file")
        try withFile("just text\n") { #expect(message($0) == "\($0): no log of a receiver") }
        try withFile("$GPRMC,1,A*00\n") { #expect(message($0)?.hasPrefix("\($0): line 1: checksum 00") == true) }
        try withFile(String(repeating: "x", count: 2000)) { path throws in
            #expect(throws: KeepAliveError.self) { try ReplayFile.read(path, limit: 1999) }
            let content = try ReplayFile.read(path, limit: 2000)
            #expect(content.count == 2000)
        }
    }

    @Test func `A missing tool says how to install it`() {
        let tool = ExternalTool(name: "keepalive-no-such-tool", package: "p", purpose: "for a test")
        let error = #expect(throws: KeepAliveError.self) { try tool.require() }
        #expect(error?.remedy == "Install it with: apt-get install p")
        #expect(ExternalTool(name: "sh", package: "dash", purpose: "").find(searchPath: nil) != nil)
    }

    @Test(
        .enabled(if: LocationTools.hasGPSBabel, "needs gpsbabel"),
        arguments: [("trkpt", "trk><trkseg", "trkseg></trk"), ("rtept", "rte", "rte"), ("wpt", "", "")])
    func `A GPX file becomes epochs with a fix`(point: String, open: String, close: String) throws {
        let loop = try EventLoop()
        let points = (0..<3).map { "<\(point) lat=\"48.100\($0)\" lon=\"11.5\"><ele>500</ele></\(point)>" }.joined()
        let body = open.isEmpty ? points : "<\(open)>\(points)</\(close)>"
        let gpx = "<?xml version=\"1.0\"?><gpx version=\"1.1\" creator=\"t\">\(body)</gpx>"
        try withFile(gpx) { path in
            guard case .nmea(let replay) = try ReplayFile.load(path, loop: loop).content else {
                Issue.record("not sentences")
                return
            }
            #expect(replay.count == 3)
            let text = String(decoding: replay.epoch(1, at: 0), as: UTF8.self)
            #expect(text.contains("$GPRMC,000000.00,A,4806.006,N,01130.000,E"), "\(text)")
        }
    }

    @Test(.enabled(if: LocationTools.hasGPSBabel, "needs gpsbabel"), arguments: ["<gpx", "<gpx></gpx>"])
    func `A bad GPX file is named`(content: String) throws {
        let loop = try EventLoop()
        try withFile(content) { path in
            let error = #expect(throws: KeepAliveError.self) { try ReplayFile.load(path, loop: loop) }
            #expect(error?.code == .location && error?.message.hasPrefix("\(path): ") == true)
        }
    }

    /// Lends a temporary file.
    func withFile(_ content: String, _ body: (String) throws -> Void) throws {
        var template = Array("/tmp/keepalive-test.XXXXXX".utf8CString)
        let descriptor = try valueOrErrno(mkstemp(&template))
        let path = text(template)
        defer { unlink(path) }
        let bytes = Array(content.utf8)
        #expect(write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
        try body(path)
    }
}
