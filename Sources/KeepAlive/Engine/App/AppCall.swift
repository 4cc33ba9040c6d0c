import KeepAlivePolicy
import KeepAliveStrategies

/// A call of an app, or of a strategy that is a program, while it is fulfilled.
package struct AppCall {
    /// What a strategy has set, and makes use of later.
    package final class Memory {
        var configuration = AudioSessionConfiguration(category: .soloAmbient)

        package init() {}
    }

    let parameters: AppParameters
    let host: any StrategyHost
    private let found: Engine?
    private let speaker: SocketVoice?
    let memory: Memory

    /// A call of an app, or of a program beside it.
    package init(parameters: AppParameters, engine: Engine, host: any StrategyHost, voice: SocketVoice) {
        self.parameters = parameters
        self.host = host
        found = engine
        speaker = voice
        memory = voice.memory
    }

    /// A call of a program that plays with a host alone.
    package init(parameters: AppParameters, host: any StrategyHost, memory: Memory) {
        self.parameters = parameters
        self.host = host
        self.memory = memory
        found = nil
        speaker = nil
    }

    /// Whether there is a device behind the host.
    var hasDevice: Bool { found != nil }

    /// The device.
    ///
    /// - Throws: ``JSONRPCError`` where there is none.
    var engine: Engine {
        get throws {
            guard let found else { throw JSONRPCError.refused("there is no device to ask here") }
            return found
        }
    }

    var voice: SocketVoice {
        get throws {
            guard let speaker else { throw JSONRPCError.refused("there is no device to ask here") }
            return speaker
        }
    }

    /// Tells the policy what the app has done, and throws what a framework answers with.
    func report(_ event: PolicyEvent) throws { try host.report(event) }

    /// The number of the player that is meant; most apps have one.
    var player: Int {
        get throws {
            let number = try parameters.optional("player")?.integer(in: 0...1_000_000) ?? 0
            if let speaker, !speaker.players.mayHold(number) {
                throw JSONRPCError.refused("there are too many players")
            }
            return number
        }
    }
}
