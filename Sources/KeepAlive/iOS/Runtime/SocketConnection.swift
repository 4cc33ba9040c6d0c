import Foundation
import KeepAliveFormats
import KeepAliveModel

/// The connection of an app's process to the runner, through the socket that `KEEPALIVE_SOCKET` names.
///
/// A thread of its own reads, and blocks while no message comes. Any thread may make calls. The system's messages are
/// passed on the main queue, in order.
package final class SocketConnection: SystemConnection, @unchecked Sendable {
    private let socket: LineSocket
    private let take: @Sendable (JSONRPCMessage) -> Void
    private let lock = NSCondition()
    // `lock` protects the following properties.
    private var lastCall = 0
    private var answers: [Int: Result<JSONValue, JSONRPCError>] = [:]
    private var isOver = false
    private let writing = NSLock()

    /// Connects to the runner.
    ///
    /// - Parameters:
    ///   - path: the path of the socket.
    ///   - take: called on the main queue with each message of the system.
    /// - Throws: ``KeepAliveError`` with code `control`.
    package init(path: String, take: @escaping @Sendable (JSONRPCMessage) -> Void) throws {
        self.take = take
        socket = try LineSocket(path: path)
        let reader = Thread { [self] in read() }
        reader.name = "keepalive"
        reader.stackSize = 256 << 10
        reader.start()
    }

    package func call(
        _ method: String, _ parameters: JSONValue, passing descriptor: CInt?
    ) throws(JSONRPCError) -> JSONValue {
        lock.lock()
        lastCall += 1
        let number = lastCall
        lock.unlock()
        let line = JSONRPCMessage.request(method: method, parameters: parameters, id: .number(String(number))).text
        // The system would reply to a longer line with this error, and then stop reading from this app.
        guard line.utf8.count <= JSONRPCMessage.longestLine else { throw .lineTooLong }
        write(line, passing: descriptor)
        lock.lock()
        defer { lock.unlock() }
        while true {
            if let answer = answers.removeValue(forKey: number) { return try answer.get() }
            guard !isOver else { throw .refused("the system has gone") }
            lock.wait()
        }
    }

    package func answer(_ id: JSONValue, _ result: JSONValue) { write(JSONRPCMessage.result(result, id: id).text) }

    package func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds, execute: body)
    }

    private func write(_ line: String, passing descriptor: CInt? = nil) {
        writing.withLock { socket.send(line, passing: descriptor) }
    }

    private func read() {
        socket.read { line in if let message = try? JSONRPCMessage(parsing: line) { arrived(message) } }
        lock.lock()
        isOver = true
        lock.broadcast()
        lock.unlock()
        // An app cannot continue without the system.
        exit(0)
    }

    private func arrived(_ message: JSONRPCMessage) {
        switch message {
        case .request: DispatchQueue.main.async { [take] in take(message) }
        case .result(let value, let id): settle(id, .success(value))
        case .failure(let error, let id): settle(id, .failure(error))
        }
    }

    private func settle(_ id: JSONValue, _ result: Result<JSONValue, JSONRPCError>) {
        guard let number = id.int else { return }
        lock.lock()
        answers[number] = result
        lock.broadcast()
        lock.unlock()
    }
}
