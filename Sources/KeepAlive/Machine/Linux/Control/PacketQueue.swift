/// Sends values in order, even if the other end does not read for a while.
final class PacketQueue<Incoming: Decodable, Outgoing: Encodable> {
    private let socket: PacketSocket<Incoming, Outgoing>
    private var waiting: [Outgoing] = []

    init(_ socket: PacketSocket<Incoming, Outgoing>) { self.socket = socket }

    /// Sends a value as soon as the socket has room for it.
    func send(_ message: Outgoing) {
        waiting.append(message)
        if waiting.count == 1 { push() }
    }

    /// Drops the values that have not been sent.
    func stop() { waiting.removeAll() }

    /// Sends as many waiting values as the socket has room for.
    func push() {
        guard !waiting.isEmpty else { return }
        let sent = waiting.prefix { socket.send($0) }.count
        waiting.removeFirst(sent)
        guard !waiting.isEmpty else { return }
        if socket.isOver { return stop() }
        socket.awaitRoom { [weak self] in self?.push() }
    }
}
