import KeepAliveEngine
import KeepAliveFormats
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveProtocol
import KeepAliveStrategies

/// A strategy that is a program, on virtual time. Each callback is sent to it, and its calls are carried out until it
/// answers.
struct ProgramStrategy: KeepAliveStrategy {
    static let descriptor = StrategyDescriptor(name: "exec", summary: "a program")

    // Only one player uses it, one call at a time.
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

    /// The program, from its first callback on.
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

    /// Takes the program's hello.
    ///
    /// - Returns: the program's description of itself.
    /// - Throws: ``KeepAliveError`` with code `usage` when its first message is no valid hello.
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

/// The strategies by their names on the command line.
package enum StrategyChoice {
    /// The prefix before the path of a program.
    package static let prefix = "exec:"

    /// Returns the strategy of a program without asking it about itself: nothing waits for its answers.
    ///
    /// - Parameter name: `exec:` and an absolute path.
    /// - Throws: ``KeepAliveError`` with code `usage` for another path.
    package static func unasked(_ name: String) throws -> StrategyFactory {
        let path = String(name.dropFirst(prefix.count))
        guard path.hasPrefix("/") else {
            throw KeepAliveError(.usage, "\(name): a device needs the whole path of a strategy")
        }
        let descriptor = StrategyDescriptor(name: name, summary: "a program", requiredModes: [])
        return StrategyFactory(program: path, descriptor: descriptor) { ProgramStrategy(path: path, options: $0) }
    }

    /// Returns the strategy of a name, or of a program: `exec:PATH`.
    ///
    /// - Throws: ``KeepAliveError`` for an unknown name or program, or for one that does not say hello within 5 s.
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
