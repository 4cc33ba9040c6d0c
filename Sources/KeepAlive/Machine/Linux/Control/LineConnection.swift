import CLinux
import Glibc
import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts

/// One client of a socket on which lines are sent: reads the client's lines, writes answers and notifications, and
/// buffers a limited amount of input and output.
///
/// While too much output waits, nothing is read. So a client that does not read can make the runner buffer only one
/// line of input and a limited amount of output. Such a client is disconnected after a while. However much a client
/// sends at once, one turn of the event loop handles only a few of its lines, so that other clients are served in
/// between.
final class LineConnection: MessageClient {
    /// The answer to a line.
    enum Answer {
        case none
        /// A line that answers a valid line, without the line break.
        case text(String)
        /// A line that answers an invalid line, without the line break. A client that sends too many invalid lines is
        /// disconnected.
        case complaint(String)
    }

    /// The limits on the output that waits to be written.
    struct Limits {
        /// The most bytes that may wait when a notification is added: a client that leaves more unread is disconnected.
        var waitingMax: Int
        /// The most bytes that may wait when a line is handled. With 0, each answer is written before the next line is
        /// handled. An app may write its answers to many callbacks before it reads again; with 0, it would wait
        /// forever.
        var readAheadMax: Int

        static let clients = Limits(waitingMax: 256 * 1024, readAheadMax: 0)
        /// Limits for an app's socket. An app that is woken when thousands of downloads have ended gets all callbacks
        /// at once, about 1 KB each, so these limits are high.
        static let app = Limits(waitingMax: 16 << 20, readAheadMax: 16 << 20)
    }

    var limits = Limits.clients
    /// The most lines that are handled in one turn of the event loop.
    static let linesInTurn = 16
    /// The most invalid lines in a row that a client may send.
    static let complaintsMax = 100

    private struct Input {
        var bytes: [UInt8] = []
        /// The number of bytes that have been handled.
        var taken = 0
        /// The number of bytes that have been handled or contain no line break.
        var searched = 0
    }

    /// The time of the last read or write.
    private(set) var lastActive: MonotonicInstant
    var mayWait = false {
        didSet { if mayWait != oldValue { watchPatience() } }
    }
    var isSubscriber = false
    let peer: pid_t
    private(set) var caller: Caller?
    /// True while an answer of ``oweAnswer()`` has not been sent; the next line is handled after that answer.
    var isOwedAnswer: Bool { owedAnswers > 0 }
    private var owedAnswers = 0

    private let descriptor: CInt
    private let loop: EventLoop
    private let patience: Duration
    /// Called when the connection has ended, except by ``close()``.
    private let onEnd: (LineConnection) -> Void
    /// Handles a line, and returns the answer.
    private let onLine: (LineConnection, ArraySlice<UInt8>) -> Answer

    private var watch: (token: EventLoop.Watch, interest: EventLoop.Interest)?
    private var input = Input()
    private var output: ArraySlice<UInt8> = []
    /// The received file descriptors that no message handler has taken.
    private var passed: [PassedDescriptor] = []
    /// The most file descriptors that are kept; a message needs only one.
    private static let passedMax = 4
    private var complaints = 0
    private var giveUp: ScheduledAction?
    private var continuation: ScheduledAction?
    private var inTurn = false
    /// True when no further input is accepted: the client has closed its side or has sent too much, or ``finish()`` was
    /// called. The connection ends after the last answer.
    private var isLast = false
    private(set) var isClosed = false

    /// Takes ownership of the descriptor of an accepted connection; ``close()`` closes the descriptor.
    ///
    /// - Parameters:
    ///   - patience: the longest time for which a client may read nothing while output waits for it.
    /// - Throws: `Errno` of epoll_ctl(2); in this case the descriptor is closed.
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
        clinux_ask_for_senders(descriptor)
        var sender = clinux_sender()
        if clinux_peer(descriptor, &sender) == 0 { caller = Caller(sender) }
        try listen(for: .readable)
    }

    deinit { close() }

    /// Closes the connection, without a call of ``onEnd``.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        if let giveUp { loop.cancel(giveUp) }
        if let continuation { loop.cancel(continuation) }
        if let watch { loop.unwatch(watch.token) }
        passed.removeAll()
        Glibc.close(descriptor)
    }

    func takeDescriptor() -> PassedDescriptor? { passed.isEmpty ? nil : passed.removeFirst() }

    @discardableResult
    func send(_ message: JSONRPCMessage) -> Bool {
        guard !isClosed else { return false }
        guard output.count <= limits.waitingMax else {
            endSoon()
            return false
        }
        append(message.text)
        flush()
        guard !isClosed else { return false }
        if !inTurn { settle() }
        return true
    }

    /// Makes the connection handle no further line, and stay open when the client closes its side, until
    /// ``settleDebt()``.
    func oweAnswer() { owedAnswers += 1 }

    /// Ends the wait for an answer, which has now been sent.
    func settleDebt() {
        owedAnswers = max(0, owedAnswers - 1)
        if !isClosed, !inTurn { settle() }
    }

    func finish() {
        isLast = true
        if !inTurn { settle() }
    }

    /// Closes the connection now, but calls ``onEnd`` from a later call of the loop, because the caller may be
    /// iterating over the connections.
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
        let writes = !output.isEmpty
        if !writes || takesMore && interest.contains(.readable) { read() }
        if writes { flush() }
        takeLines()
    }

    /// True if another line may be handled although output waits.
    private var takesMore: Bool { output.count <= limits.readAheadMax }

    /// Handles at most ``linesInTurn`` of the lines that have arrived.
    private func takeLines() {
        inTurn = true
        var left = Self.linesInTurn
        while !isClosed, !isOwedAnswer, takesMore, left > 0, let line = nextLine() {
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
            // End the turn if the handler of the line has closed the connection.
            guard !isClosed else { break }
            flush()
        }
        inTurn = false
        guard !isClosed else { return }
        input.bytes.removeFirst(input.taken)
        input.searched -= input.taken
        input.taken = 0
        // All received messages have been handled, and none has taken these file descriptors, so close them.
        if input.bytes.isEmpty { passed.removeAll() }
        settle()
    }

    /// Selects the next events to wait for: room to write, another line, or neither. Ends a connection that is
    /// finished.
    private func settle() {
        guard !isClosed else { return }
        let more = takesMore && (holdsLine || isOwedAnswer)
        if output.isEmpty, isLast, !more { return end() }
        do {
            var interest: EventLoop.Interest = output.isEmpty ? [] : .writable
            if takesMore, !more, !isLast { interest.insert(.readable) }
            try listen(for: interest)
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
        var received = [CInt](repeating: -1, count: Self.passedMax - passed.count)
        var receivedCount: CInt = 0
        var sender = clinux_sender(pid: -1, user: 0, group: 0)
        let count = clinux_receive(
            descriptor, &buffer, buffer.count, &received, CInt(received.count), &receivedCount, &sender)
        // While bytes of an earlier sender are buffered, replace the caller only if the caller is root. So a line that
        // several processes have sent has root's rights only if all of them are root.
        if sender.pid > 0, caller?.user == 0 || input.bytes.isEmpty { caller = Caller(sender) }
        passed += received.prefix(Int(receivedCount)).map { PassedDescriptor($0, close: clinux_close_foreign) }
        if count > 0 {
            // Input after the client's last line is ignored.
            if !isLast { input.bytes.append(contentsOf: buffer[..<count]) }
        } else if count == 0 {
            isLast = true
        } else if errno != EAGAIN && errno != EINTR {
            end()
        }
    }

    /// True if a complete line, or a line that is too long, waits to be handled.
    private var holdsLine: Bool {
        input.bytes[min(input.searched, input.bytes.count)...].contains(UInt8(ascii: "\n"))
            || input.bytes.count > JSONRPCMessage.longestLine
            || (isLast && !input.bytes.isEmpty)
    }

    /// Returns the next line that is not blank; at the end of the input, also a line without a line break. `nil` if
    /// there is none.
    private func nextLine() -> ArraySlice<UInt8>? {
        while true {
            let lineBreak = input.bytes[input.searched...].firstIndex(of: UInt8(ascii: "\n"))
            guard (lineBreak ?? input.bytes.count) - input.taken <= JSONRPCMessage.longestLine else {
                // The rest of the input is ignored, instead of being searched for the next line.
                ignoreTheRest()
                append(JSONRPCMessage.tooLong.text)
                flush()
                return nil
            }
            guard let end = lineBreak ?? (isLast && input.taken < input.bytes.count ? input.bytes.count : nil) else {
                input.searched = input.bytes.count
                return nil
            }
            let line = input.bytes[input.taken..<end]
            input.taken = min(end + 1, input.bytes.count)
            input.searched = input.taken
            if !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { return line }
        }
    }

    /// Ignores all input from now on, including input that has already arrived.
    private func ignoreTheRest() {
        input.searched = input.bytes.count
        input.taken = input.bytes.count
        isLast = true
    }

    private func append(_ line: String) {
        output.append(contentsOf: line.utf8)
        output.append(UInt8(ascii: "\n"))
    }

    /// Writes as many bytes as the socket accepts.
    private func flush() {
        guard !isClosed else { return }
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

    /// Schedules that the client is disconnected if it reads nothing for ``patience`` although output waits.
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

extension Caller {
    fileprivate init(_ sender: clinux_sender) {
        self.init(process: sender.pid, user: sender.user, group: sender.group)
    }
}
