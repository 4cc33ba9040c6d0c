import KeepAliveEngine
import KeepAliveFormats
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveProtocol
import KeepAliveStrategies

/// A strategy that is an external program, for scenarios on virtual time. Each callback is sent to the program, and the
/// program's calls are performed until the program answers the callback.
struct ProgramStrategy: KeepAliveStrategy {
    static let descriptor = StrategyDescriptor(name: "exec", summary: "a program")

    // The session is not thread-safe. Only one scenario player uses it, for one call at a time.
    private nonisolated(unsafe) let session: Session

    init(options: StrategyOptions) {
        self.init(path: "", options: options)
    }

    init(path: String, options: StrategyOptions) {
        session = Session(path: path, options: options)
    }

    mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
        try session.handle(callback, host: host)
    }

    /// The connection to the program. The program is started at the first callback.
    private final class Session {
        private let path: String
        private let options: StrategyOptions
        private let memory = AppCall.Memory()
        private var peer: ProgramPeer?
        private var lastCall = 0

        init(path: String, options: StrategyOptions) {
            self.path = path
            self.options = options
        }

        func handle(_ callback: AppCallback, host: any StrategyHost) throws {
            let peer = try self.peer ?? begin()
            self.peer = peer
            lastCall += 1
            let deadline = EventLoop.monotonicNow + ProgramPeer.patience
            try peer.send(ServiceTable.ofDevice.message(callback, number: lastCall))
            while true {
                switch try peer.next(until: deadline) {
                case .result(_, let id) where id.int == lastCall: return
                case .failure(let error, let id) where id.int == lastCall:
                    if let exception = error.exception { throw exception }
                    return host.log("the strategy failed: \(error.message)")
                case .result, .failure: continue
                case .request(let method, let parameters, let id):
                    let message = JSONRPCMessage.request(method: method, parameters: parameters, id: id)
                    if let answer = message.answered(by: { try self.fulfil($0, $1, host) }) { try peer.send(answer) }
                }
            }
        }

        private func begin() throws -> ProgramPeer {
            let peer = try ProgramPeer(path: path, loop: EventLoop())
            _ = try ProgramStrategy.greet(peer, options: options)
            return peer
        }

        private func fulfil(_ method: String, _ parameters: JSONValue, _ host: any StrategyHost) throws -> JSONValue {
            do {
                let method = try ServiceTable.ofDevice.method(named: method)
                switch try method.fulfil(CallParameters(parameters), AppCall(host: host, memory: memory)) {
                case .now(let result): return result
                case .later: throw JSONRPCError.refused("there is no device to ask here")
                }
            } catch {
                throw JSONRPCError.answer(error)
            }
        }
    }

    /// Receives the program's hello message and answers it.
    ///
    /// - Returns: the descriptor from the program's hello message.
    /// - Throws: ``KeepAliveError`` with code `usage` if the first message is not a valid hello.
    static func greet(_ peer: ProgramPeer, options: StrategyOptions) throws -> StrategyDescriptor {
        guard case .request("hello", let parameters, let id?) = try peer.next() else {
            throw KeepAliveError(.usage, "the strategy's first line must be its hello")
        }
        do {
            let descriptor = try CompanionVoice.descriptor(ofHello: parameters)
            try peer.send(.result(CompanionVoice.greeting(options), id: id))
            return descriptor
        } catch let error as JSONRPCError {
            throw KeepAliveError(.usage, "the strategy's hello: \(error.message)")
        }
    }
}

/// Finds strategies by their names on the command line.
package enum StrategyChoice {
    /// The prefix of a name that stands for a program.
    package static let prefix = "exec:"

    /// Returns the strategy of a program without starting the program, so that the caller does not wait for it.
    ///
    /// - Parameter name: `exec:` followed by an absolute path.
    /// - Throws: ``KeepAliveError`` with code `usage` if the path is not absolute.
    package static func unasked(_ name: String) throws -> StrategyFactory {
        let path = String(name.dropFirst(prefix.count))
        guard path.hasPrefix("/") else {
            throw KeepAliveError(.usage, "\(name): a device needs the whole path of a strategy")
        }
        let descriptor = StrategyDescriptor(name: name, summary: "a program", requiredModes: [])
        return StrategyFactory(program: path, descriptor: descriptor) { ProgramStrategy(path: path, options: $0) }
    }

    /// Returns the strategy with a name. For `exec:PATH`, the program is started to read its descriptor.
    ///
    /// - Throws: ``KeepAliveError`` if the name is unknown, or if the program cannot be started or does not say hello
    ///   within 5 s.
    package static func named(_ name: String) throws -> StrategyFactory {
        guard name.hasPrefix(prefix) else { return StrategyFactory(try StrategyRegistry.strategy(named: name)) }
        let path = String(name.dropFirst(prefix.count))
        do {
            let peer = try ProgramPeer(path: path, loop: EventLoop())
            defer { peer.end() }
            let descriptor = try ProgramStrategy.greet(peer, options: StrategyOptions())
            return StrategyFactory(program: path, descriptor: descriptor) { ProgramStrategy(path: path, options: $0) }
        } catch let error as KeepAliveError {
            throw KeepAliveError(.usage, "\(name): \(error.message)", remedy: error.remedy)
        }
    }
}
