import KeepAlivePolicy
import KeepAlivePorts

/// An order from the runner to the process that transfers.
enum TransferCommand: Sendable, Codable {
    /// The first order: the directory of the bodies. No other process transfers into it meanwhile.
    case open(directory: String)
    /// Begins an attempt; its number is not used twice.
    case begin(attempt: Int, TransferRequest, path: String, validator: String?)
    /// Stops an attempt; nothing more is said of it. The file keeps what has come.
    case stop(attempt: Int)
}

/// A message from the process that transfers to the runner.
enum TransferNews: Sendable, Codable {
    /// An answer has begun: its status, its header, the validator of its resource, and the size of the whole.
    case answered(attempt: Int, status: Int, headers: [String: String], validator: String?, total: Int64?)
    /// So many bytes are there, of so many; -1 of a total that is not known.
    case progressed(attempt: Int, bytes: Int64, of: Int64)
    /// A download goes on from this byte.
    case resumed(attempt: Int, offset: Int64)
    /// The attempt has ended.
    case ended(attempt: Int, TransferEnding)
    /// Something that is worth a line.
    case note(String)
}

/// The end of an attempt.
enum TransferEnding: Sendable, Codable, Equatable {
    /// The answer is complete; the address is the one after redirects.
    case complete(status: Int, url: String)
    /// What is there does not fit the resource: everything is to be transferred again.
    case stale
    /// The connection failed, with this code of `NSURLErrorDomain`: another attempt may help.
    case brokeOff(Int)
    /// It failed for good.
    case failed(Int)
}

/// Sends values in their order, also when the other end does not read for a while.
final class PacketQueue<Incoming: Decodable, Outgoing: Encodable> {
    private let socket: PacketSocket<Incoming, Outgoing>
    private let loop: EventLoop
    private var waiting: [Outgoing] = []
    private var retry: ScheduledAction?
    /// The pause before another attempt to send.
    private static var pause: Duration { .milliseconds(10) }

    init(_ socket: PacketSocket<Incoming, Outgoing>, loop: EventLoop) {
        self.socket = socket
        self.loop = loop
    }

    deinit { stop() }

    func send(_ message: Outgoing) {
        waiting.append(message)
        push()
    }

    /// Drops what has not been sent.
    func stop() {
        waiting.removeAll()
        if let retry { loop.cancel(retry) }
        retry = nil
    }

    private func push() {
        guard retry == nil, !socket.isOver else { return }
        let sent = waiting.prefix { socket.send($0) }.count
        waiting.removeFirst(sent)
        guard !waiting.isEmpty else { return }
        retry = loop.schedule(after: Self.pause) { [unowned self] in
            retry = nil
            push()
        }
    }
}
