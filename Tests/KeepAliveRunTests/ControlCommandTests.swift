import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// `ctl` against a socket that answers what the test wants.
@Suite(.ownThread) struct ControlCommandTests {
    /// Listens, and answers every line with the same one.
    private final class Answering {
        let path: String
        private let directory: TemporaryDirectory
        private let loop: EventLoop
        private let listener: CInt
        private var connections: [CInt] = []

        init(_ answer: String, on loop: EventLoop) throws {
            self.loop = loop
            directory = try TemporaryDirectory()
            path = directory.path + "/control.sock"
            listener = try UnixSocket.listen(path)
            _ = try loop.watch(listener, for: .readable) { [unowned self] _ in
                let connection = accept(listener, nil, nil)
                connections.append(connection)
                var watch: EventLoop.Watch?
                watch = try? loop.watch(connection, for: .readable) { _ in
                    var buffer = [UInt8](repeating: 0, count: 4096)
                    let count = recv(connection, &buffer, buffer.count, 0)
                    if count <= 0, let watch { return loop.unwatch(watch) }
                    _ = OutputDescriptor.writeAll(answer + "\n", to: connection)
                }
            }
        }

        deinit { for descriptor in connections + [listener] { close(descriptor) } }
    }

    @Test(
        "an answer that is none is a sentence, and exit status 125",
        arguments: [
            (#"{"jsonrpc":"2.0","id":1,"result":{"what":5}}"#, "answered 'why' with something else"),
            (#"{"jsonrpc":"2.0","id":1,"result":[]}"#, "answered 'why' with something else"),
            (#"{"jsonrpc":"2.0","id":2,"result":{}}"#, "answered another request"),
            (#"{"jsonrpc":"2.0","result":{}}"#, "answered another request"),
            (#"{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":"x"}}"#, "answered another request"),
            (#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"no"}}"#, "run: no"),
            ("[]", "answered another request"), ("{", "answered what is not JSON"),
        ])
    func wrongAnswer(answer: String, says: String) throws {
        let loop = try EventLoop()
        let answering = try Answering(answer, on: loop)
        let asking = try Runner(["ctl", "why", "--system", answering.path])
        // Two loops on one thread: each is served in turn.
        #expect(
            asking.look {
                _ = loop.run(until: { false }, timeout: .milliseconds(1))
                return asking.status != nil
            })
        #expect(try asking.finish() == 125)
        #expect(asking.errors.contains(says), "\(asking.errors)")
        #expect(asking.errors.split(separator: "\n").count == 1 && !asking.errors.contains("DecodingError"))
    }

    @Test("what cannot be the name of a system is wrong usage", arguments: ["a c", "", "1.", "-5", "0", "/etc/passwd"])
    func noName(name: String) throws {
        let result = try Runner.run(["ctl", "why", "--system", name])
        #expect(result.status == 64)
        #expect(result.errors.contains("--system"))
    }

    @Test("a path leads to a socket only with a / in it; of one that is not there nobody is told to be woken")
    func paths() throws {
        let error = #expect(throws: KeepAliveError.self) {
            try ControlClient(system: "./nothing", bases: []).request("why")
        }
        #expect(error?.code == .control)
        #expect(error?.message.hasPrefix("the system ./nothing cannot be reached at ./nothing: ") == true)
    }

    @Test("help says what a system may be called")
    func help() throws {
        let words = try Runner.run(["ctl", "why", "--help"]).output.split(whereSeparator: \.isWhitespace)
        #expect(words.contains("PID.N") && words.contains("socket."))
    }
}
