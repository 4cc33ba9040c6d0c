import FoundationEssentials
import Glibc
import KeepAliveFormats
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// The clients of the protocol that ship with the project, against a system that says several things at once.
@Suite(.ownThread) struct ExampleClientTests {
    /// A system that answers every call in one packet with two callbacks behind it, until there have been enough.
    private final class BusySystem {
        let loop: EventLoop
        let directory: TemporaryDirectory
        let path: String
        private(set) var asked: [Int] = []
        private(set) var answered: [Int] = []
        private let listener: CInt
        private var watches: [EventLoop.Watch] = []
        private var connections: [CInt] = []
        private var input: [CInt: [UInt8]] = [:]
        private let callbacks: [String]
        private let wanted = 60

        init(callbacks: [String] = ["didEnterBackground", "willEnterForeground"]) throws {
            self.callbacks = callbacks
            loop = try EventLoop()
            directory = try TemporaryDirectory()
            path = directory.path + "/app.sock"
            listener = try UnixSocket.listen(path)
            watches.append(
                try loop.watch(listener, for: .readable) { [unowned self] _ in
                    let connection = accept(listener, nil, nil)
                    if connection >= 0 { take(connection) }
                })
        }

        deinit {
            for watch in watches { loop.unwatch(watch) }
            for descriptor in connections + [listener] { close(descriptor) }
        }

        func take(_ connection: CInt) {
            connections.append(connection)
            if let watch = try? loop.watch(connection, for: .readable, { [unowned self] _ in read(connection) }) {
                watches.append(watch)
            }
        }

        private func read(_ connection: CInt) {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = recv(connection, &buffer, buffer.count, CInt(MSG_DONTWAIT))
            guard count > 0 else { return }
            input[connection, default: []] += buffer[..<count]
            while let end = input[connection]?.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(input[connection]?[..<end] ?? [])
                input[connection]?.removeFirst(end + 1)
                guard let message = try? JSONRPCMessage(parsing: line) else { continue }
                switch message {
                case .request(_, _, let id): if let id { answer(id, on: connection) }
                case .result(_, let id), .failure(_, let id): if let number = id.int { answered.append(number) }
                }
            }
        }

        private func answer(_ id: JSONValue, on connection: CInt) {
            var packet =
                JSONRPCMessage.result(.object(["task": .number("7"), "playing": .bool(true)]), id: id).text + "\n"
            for callback in callbacks where asked.count < wanted {
                let number = 1_000 + asked.count
                asked.append(number)
                packet +=
                    JSONRPCMessage.request(method: callback, parameters: .object([:]), id: .number("\(number)")).text
                    + "\n"
            }
            packet.withUTF8 { _ = send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
        }

        /// Whether everything that was asked has been answered, once and in its order.
        var isContent: Bool { asked.count == wanted && answered == asked }
    }

    @Test("two callbacks in one packet, with an answer before them: none is lost, for minutes of them")
    func pythonApp() throws {
        let system = try BusySystem()
        let app = try Runner(
            ["\(ScriptTests.root)/Examples/Python/player.py"], environment: ["KEEPALIVE_SOCKET": system.path],
            path: "/usr/bin/python3")
        #expect(
            system.loop.run(until: { system.isContent }, timeout: .seconds(20)),
            "asked \(system.asked.count), answered \(system.answered) \(app.errors)")
    }

    @Test("the same over standard input and output")
    func pythonStrategy() throws {
        let system = try BusySystem()
        var ends: [CInt] = [-1, -1]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        system.take(ends[0])
        var request = GuardedProcess.Request(
            path: "/usr/bin/python3",
            arguments: ["python3", RawText("\(ScriptTests.root)/Examples/Python/strategy.py")],
            environment: Machine.rawEnvironment)
        request.standardInput = ends[1]
        request.standardOutput = ends[1]
        let strategy = try GuardedProcess(request, loop: system.loop)
        close(ends[1])
        #expect(
            system.loop.run(until: { system.isContent }, timeout: .seconds(20)),
            "asked \(system.asked.count), answered \(system.answered)")
        strategy.end()
    }

    @Test("a shell's: ctl events --auto answers all, and prints each")
    func controlEvents() throws {
        let system = try BusySystem(callbacks: ["didEnterBackground", "didBecomeActive"])
        let events = try Runner(["ctl", "events", "--auto"], environment: ["KEEPALIVE_SOCKET": system.path])
        // Of the two that come with the answer to its hello, one is awaited.
        #expect(system.loop.run(until: { system.asked.count == 2 }, timeout: .seconds(20)))
        #expect(
            events.wait {
                events.output.contains("didEnterBackground 1000") && events.output.contains("didBecomeActive 1001")
            }, "\(events.errors)")
        #expect(system.loop.run(until: { system.answered == [1000] }, timeout: .seconds(20)), "\(system.answered)")
    }
}
