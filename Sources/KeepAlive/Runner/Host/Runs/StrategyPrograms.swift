import KeepAliveEngine
import KeepAliveLinux
import KeepAlivePolicy

/// The programs that act as strategies of an app. They are started again for each process of the app, and they are
/// not frozen with the app.
final class StrategyPrograms {
    private let paths: [String]
    private let loop: EventLoop
    private var peers: [ProgramPeer] = []

    init(_ paths: [String], loop: EventLoop) {
        self.paths = paths
        self.loop = loop
    }

    /// Ends programs that still run, starts all programs, and returns the voice of each started program. If a program
    /// cannot be started, an error message is printed and the program is skipped.
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

    func end() {
        for peer in peers { peer.end() }
        peers = []
    }
}
