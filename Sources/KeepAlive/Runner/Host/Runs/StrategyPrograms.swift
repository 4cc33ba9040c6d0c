import KeepAliveEngine
import KeepAliveLinux
import KeepAlivePolicy

/// The programs that are strategies of an app. They are started again for each of its processes, and are not frozen
/// with it.
final class StrategyPrograms {
    private let paths: [String]
    private let loop: EventLoop
    private var peers: [ProgramPeer] = []

    init(_ paths: [String], loop: EventLoop) {
        self.paths = paths
        self.loop = loop
    }

    /// Starts the programs. One that does not start does nothing; an error message on standard error reports it.
    func start() -> [CompanionVoice] {
        end()
        return paths.compactMap { path in
            let service = CompanionVoice(.ofDevice)
            do {
                let peer = try ProgramPeer(path: path, loop: loop)
                try peer.listen(
                    on: loop, onMessage: { client, message in service.take(message, from: client) },
                    onEnd: { client in service.ended(client) })
                peers.append(peer)
                return service
            } catch {
                Machine.complain("exec:\(path): \(error)")
                return nil
            }
        }
    }

    /// Ends the programs.
    func end() {
        for peer in peers { peer.end() }
        peers = []
    }
}
