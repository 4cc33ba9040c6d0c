import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// One client of a socket that speaks in lines: reads them, writes answers and news, and holds a bounded part of either.
///
/// While something has not gone out, nothing is read, so a client that does not read can make us hold one line of its
/// own and a bounded number of ours; after a while it is disconnected. However much a client says at once, only a
/// handful of lines is taken in one turn of the loop: others get theirs in between.
final class LineConnection: MessageClient {
    /// What becomes of a line.
    enum Answer {
        /// Nothing is said.
        case none
        /// This line, without its break.
        case text(String)
        /// This line, to one that made no sense: a client that sends too many of them is disconnected.
        case complaint(String)
    }

    /// The longest line that is taken, without its break, in bytes.
    static let longestLine = 64 * 1024
    /// How many bytes of news may wait to be written.
    static let waitingMax = 256 * 1024
    /// How many lines are taken in one turn of the loop.
    static let linesInTurn = 16
    /// How many senseless lines a client may send with no good one between them.
    static let complaintsMax = 100

    /// When something was last read or written.
    private(set) var lastActive: MonotonicInstant
    var mayWait = false {
        didSet { if mayWait != oldValue { watchPatience() } }
    }
    var isSubscriber = false
    let peer: pid_t
    /// Whether an answer is still to come, after which the next line is taken.
    private(set) var isOwedAnswer = false

    private let descriptor: CInt
    private let loop: EventLoop
    private let patience: Duration
    /// Called when the connection is over; not from ``close()``.
    private let onEnd: (LineConnection) -> Void
    /// Takes a line.
    private let onLine: (LineConnection, ArraySlice<UInt8>) -> Answer

    private var watch: (token: EventLoop.Watch, interest: EventLoop.Interest)?
    private var input: [UInt8] = []
    /// The bytes of the input that have been taken.
    private var taken = 0
    /// The bytes of the input that have been taken or hold no line break.
    private var searched = 0
    private var output: ArraySlice<UInt8> = []
    private var complaints = 0
    private var giveUp: ScheduledAction?
    private var continuation: ScheduledAction?
    private var inTurn = false
    /// The client has said all that it will say, or what it said is too much: the end follows the last answer.
    private var isLast = false
    private(set) var isClosed = false

    /// Takes over an accepted connection; its descriptor is closed at the end.
    ///
    /// - Parameters:
    ///   - patience: how long a client may take nothing of what waits for it.
    /// - Throws: `Errno` of epoll_ctl(2); the descriptor is closed then.
    init(
        _ descriptor: CInt, peer: pid_t, loop: EventLoop, patience: Duration,
        onLine: @escaping (LineConnection, ArraySlice<UInt8>) -> Answer, onEnd: @escaping (LineConnection) -> Void
    ) throws {
        self.descriptor = descriptor
        self.peer = peer
        self.loop = loop
        self.patience = patience
        self.onLine = onLine
        self.onEnd = onEnd
        lastActive = loop.now
        try listen(for: .readable)
    }

    deinit { close() }

    /// Disconnects.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        if let giveUp { loop.cancel(giveUp) }
        if let continuation { loop.cancel(continuation) }
        if let watch { loop.unwatch(watch.token) }
        Glibc.close(descriptor)
    }

    @discardableResult
    func send(_ message: JSONRPCMessage) -> Bool {
        guard !isClosed else { return false }
        guard output.count <= Self.waitingMax else {
            endSoon()
            return false
        }
        append(message.text)
        flush()
        guard !isClosed else { return false }
        if !inTurn { settle() }
        return true
    }

    /// Takes no further line, and does not end when the client has said all, until ``settleDebt()``.
    func oweAnswer() { isOwedAnswer = true }

    /// The answer that was owed has been sent.
    func settleDebt() {
        isOwedAnswer = false
        if !isClosed, !inTurn { settle() }
    }

    func finish() {
        isLast = true
        if !inTurn { settle() }
    }

    /// Not from within a call of the one who sends: it may be going through its connections.
    private func endSoon() {
        guard !isClosed else { return }
        close()
        _ = loop.schedule(at: loop.now) { [weak self] in
            if let self { onEnd(self) }
        }
    }

    private func end() {
        guard !isClosed else { return }
        close()
        onEnd(self)
    }

    private func listen(for interest: EventLoop.Interest) throws {
        guard watch?.interest != interest else { return }
        if let watch { loop.unwatch(watch.token) }
        watch = nil
        watch = (try loop.watch(descriptor, for: interest) { [unowned self] in happened($0) }, interest)
    }

    private func happened(_ interest: EventLoop.Interest) {
        lastActive = loop.now
        let isGone = !interest.isDisjoint(with: .broken)
        if isGone, isOwedAnswer || !interest.contains(.readable) && !output.isEmpty { return end() }
        if output.isEmpty { read() } else { flush() }
        takeLines()
    }

    /// Takes lines while what they say is answered, for one turn.
    private func takeLines() {
        inTurn = true
        var left = Self.linesInTurn
        while !isClosed, !isOwedAnswer, output.isEmpty, left > 0, let line = nextLine() {
            left -= 1
            switch onLine(self, line) {
            case .none: complaints = 0
            case .text(let text):
                complaints = 0
                if !isClosed { append(text) }
            case .complaint(let text):
                complaints += 1
                if !isClosed { append(text) }
                if complaints > Self.complaintsMax { ignoreTheRest() }
            }
            // The answer may have been to close everything.
            guard !isClosed else { break }
            flush()
        }
        inTurn = false
        guard !isClosed else { return }
        input.removeFirst(taken)
        searched -= taken
        taken = 0
        settle()
    }

    /// Waits for what has to come next.
    private func settle() {
        guard !isClosed else { return }
        let more = output.isEmpty && (holdsLine || isOwedAnswer)
        if output.isEmpty, isLast, !more { return end() }
        do {
            try listen(for: !output.isEmpty ? .writable : more ? [] : .readable)
        } catch {
            return end()
        }
        if more, !isOwedAnswer, continuation == nil {
            continuation = loop.schedule(at: loop.now) { [unowned self] in
                continuation = nil
                takeLines()
            }
        }
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count > 0 {
            // What follows the last word of a client is not looked at.
            if !isLast { input.append(contentsOf: buffer[..<count]) }
        } else if count == 0 {
            isLast = true
        } else if errno != EAGAIN && errno != EINTR {
            end()
        }
    }

    /// Whether a whole line, or one that is too long, waits to be taken.
    private var holdsLine: Bool {
        input[min(searched, input.count)...].contains(UInt8(ascii: "\n")) || input.count > Self.longestLine
            || (isLast && !input.isEmpty)
    }

    /// The next line that is not blank; at the end, also one without a break. `nil` when there is none.
    private func nextLine() -> ArraySlice<UInt8>? {
        while true {
            let lineBreak = input[searched...].firstIndex(of: UInt8(ascii: "\n"))
            guard (lineBreak ?? input.count) - taken <= Self.longestLine else {
                // Where the next line begins is not worth looking for.
                ignoreTheRest()
                append(JSONRPCMessage.tooLong(limit: Self.longestLine).text)
                flush()
                return nil
            }
            guard let end = lineBreak ?? (isLast && taken < input.count ? input.count : nil) else {
                searched = input.count
                return nil
            }
            let line = input[taken..<end]
            taken = min(end + 1, input.count)
            searched = taken
            if !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { return line }
        }
    }

    /// What the client has said and will say is not looked at any more.
    private func ignoreTheRest() {
        searched = input.count
        taken = input.count
        isLast = true
    }

    private func append(_ line: String) {
        output.append(contentsOf: line.utf8)
        output.append(UInt8(ascii: "\n"))
    }

    /// Writes what the socket takes.
    private func flush() {
        while !output.isEmpty {
            let count = output.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count > 0 {
                output = output.dropFirst(count)
                lastActive = loop.now
            } else if errno == EAGAIN {
                break
            } else if errno != EINTR {
                return endSoon()
            }
        }
        if output.isEmpty { output = [] }
        watchPatience()
    }

    /// A client that takes nothing of what waits for it is given up after a while.
    private func watchPatience() {
        if let giveUp { loop.cancel(giveUp) }
        giveUp = nil
        guard !isClosed, !output.isEmpty, !mayWait else { return }
        giveUp = loop.schedule(after: patience) { [unowned self] in
            giveUp = nil
            end()
        }
    }
}
