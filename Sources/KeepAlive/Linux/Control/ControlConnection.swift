import Glibc

/// One client of a control socket: reads lines, writes answers, and holds a bounded part of either.
///
/// While an answer has not gone out, nothing is read, so a client that does not read its answers can make us hold one
/// answer and one line, and no more; after a while it is disconnected.
final class ControlConnection {
    /// The longest line, without its break, in bytes.
    static let longestLine = 64 * 1024

    /// When something was last read or written.
    private(set) var lastActive: MonotonicInstant

    private let descriptor: CInt
    private let loop: EventLoop
    private let patience: Duration
    /// Answers a line; `nil` where there is no answer.
    private let answer: (ArraySlice<UInt8>) -> String?
    /// Called when the connection is over; not from ``close()``.
    private let onEnd: (ControlConnection) -> Void

    private var watch: (token: EventLoop.Watch, interest: EventLoop.Interest)?
    private var input: [UInt8] = []
    /// The bytes of the input that have been answered.
    private var answered = 0
    /// The bytes of the input that have been answered or hold no line break.
    private var searched = 0
    private var output: ArraySlice<UInt8> = []
    private var giveUp: ScheduledAction?
    /// The client has said all that it will say, or what it said is too long: the end follows the last answer.
    private var isLast = false
    private var isClosed = false

    /// Takes over an accepted connection; its descriptor is closed at the end.
    ///
    /// - Throws: `Errno` of epoll_ctl(2); the descriptor is closed then.
    init(
        _ descriptor: CInt, loop: EventLoop, patience: Duration, answer: @escaping (ArraySlice<UInt8>) -> String?,
        onEnd: @escaping (ControlConnection) -> Void
    ) throws {
        self.descriptor = descriptor
        self.loop = loop
        self.patience = patience
        self.answer = answer
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
        if let watch { loop.unwatch(watch.token) }
        Glibc.close(descriptor)
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
        if output.isEmpty { read() } else { flush() }
        while !isClosed, output.isEmpty, let line = nextLine() {
            guard let text = answer(line) else { continue }
            // The answer may have been to close everything.
            if isClosed { return }
            output = ArraySlice((text + "\n").utf8)
            flush()
        }
        guard !isClosed else { return }
        if output.isEmpty && isLast { return end() }
        input.removeFirst(answered)
        searched -= answered
        answered = 0
        do {
            try listen(for: output.isEmpty ? .readable : .writable)
        } catch {
            end()
        }
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count > 0 {
            input.append(contentsOf: buffer[..<count])
        } else if count == 0 {
            isLast = true
        } else if errno != EAGAIN && errno != EINTR {
            end()
        }
    }

    /// The next line that is not blank; at the end, also one without a break. `nil` when there is none.
    private func nextLine() -> ArraySlice<UInt8>? {
        while true {
            let lineBreak = input[searched...].firstIndex(of: UInt8(ascii: "\n"))
            guard (lineBreak ?? input.count) - answered <= Self.longestLine else {
                // Where the next request begins is not worth looking for.
                searched = input.count
                answered = input.count
                isLast = true
                output = ArraySlice((ControlRequest.tooLong(limit: Self.longestLine) + "\n").utf8)
                flush()
                return nil
            }
            guard let end = lineBreak ?? (isLast && answered < input.count ? input.count : nil) else {
                searched = input.count
                return nil
            }
            let line = input[answered..<end]
            answered = min(end + 1, input.count)
            searched = answered
            if !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { return line }
        }
    }

    /// Writes what the socket takes.
    private func flush() {
        while !output.isEmpty {
            let count = output.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            if count > 0 {
                output = output.dropFirst(count)
                if let giveUp { loop.cancel(giveUp) }
                giveUp = nil
            } else if errno == EAGAIN {
                if giveUp == nil {
                    giveUp = loop.schedule(after: patience) { [unowned self] in
                        giveUp = nil
                        end()
                    }
                }
                return
            } else if errno != EINTR {
                return end()
            }
        }
    }
}
