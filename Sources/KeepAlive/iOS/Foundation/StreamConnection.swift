import Foundation
import KeepAliveModel
import KeepAliveProtocol

/// The TCP connection that an input stream and an output stream share.
///
/// A separate thread establishes the connection. The delegates are called on the main queue.
final class StreamConnection: TaggedConnection, @unchecked Sendable {
    // Changed only under the lock.
    private struct State {
        var status = Stream.Status.notOpen
        var descriptor: CInt = -1
        var error: (any Error)?
        var isVoIP = false
        var isTagged = false
        var hasEnded = false
    }

    let input = StreamSide()
    let output = StreamSide()
    private let host: String
    private let port: Int
    private let context: AppContext
    /// Signalled when the connection is established, has failed or is closed.
    private let lock = NSCondition()
    private var state = State()
    private var readable: StreamSource?
    private var writable: StreamSource?
    /// Ends the wake for data; called once the delegate has been informed of the data.
    private var onTold: (@Sendable () -> Void)?

    init(to host: String, port: Int, _ context: AppContext) {
        self.host = host
        self.port = port
        self.context = context
    }

    deinit { close() }

    /// Returns the status of the input or output stream.
    func status(of side: StreamSide) -> Stream.Status {
        if side.isClosed { return .closed }
        guard side.isOpen else { return .notOpen }
        return lock.withLock { side === input && state.hasEnded && state.status == .open ? .atEnd : state.status }
    }

    var error: (any Error)? { lock.withLock { state.error } }

    // MARK: Begin and end

    func open(_ side: StreamSide) {
        guard side.open() else { return }
        let before = lock.withLock {
            defer { if state.status == .notOpen { state.status = .opening } }
            return state.status
        }
        switch before {
        case .notOpen: Thread.detachNewThread { [self] in connect() }
        // `begin()` will report the connection to both streams.
        case .opening: break
        default: context.onMain { [self] in join(side) }
        }
    }

    private func connect() {
        let (descriptor, error) = SocketAddress.connect(to: host, port: port)
        let isWanted = lock.withLock {
            guard state.status == .opening else { return false }
            state.descriptor = descriptor
            state.error = error
            state.status = error == nil ? .open : .error
            lock.broadcast()
            return true
        }
        guard isWanted else {
            // The streams were closed while the connection was being established.
            if descriptor != -1 { _ = Foundation.close(descriptor) }
            return
        }
        context.onMain { [self] in begin() }
    }

    private func begin() {
        let (status, descriptor) = lock.withLock { (state.status, state.descriptor) }
        if status == .open {
            tag()
            readable = StreamSource(reading: descriptor) { [weak self] in self?.somethingCame() }
            writable = StreamSource(writing: descriptor) { [weak self] in
                guard let self else { return }
                tell(output, .hasSpaceAvailable)
            }
        }
        for side in [input, output] where side.isOpen { join(side) }
    }

    /// Reports the state of the connection to an open stream.
    private func join(_ side: StreamSide) {
        switch lock.withLock({ state.status }) {
        case .open:
            context.inside { side.tellOpen() }
            // The delegate gets no events before its stream is open, so they are reported again.
            (side === input ? readable : writable)?.goOn()
        case .error: tell(side, .errorOccurred)
        default: break
        }
    }

    /// Closes one stream. The connection closes when neither stream is open.
    func close(_ side: StreamSide) {
        guard side.close(), !input.isOpen, !output.isOpen else { return }
        close()
    }

    private func close() {
        told()
        readable?.end()
        writable?.end()
        let descriptor = lock.withLock {
            defer {
                state.descriptor = -1
                state.status = .closed
                lock.broadcast()
            }
            return state.descriptor
        }
        guard descriptor != -1 else { return }
        // `shutdown(2)` ends the wait of a thread that reads or writes.
        shutdown(descriptor, CInt(SHUT_RDWR))
        _ = Foundation.close(descriptor)
    }

    // MARK: VoIP

    var isVoIP: Bool {
        get { lock.withLock { state.isVoIP } }
        set {
            lock.withLock { state.isVoIP = newValue }
            tag()
        }
    }

    /// Asks the system to watch the connection, if it is established and marked as VoIP.
    private func tag() {
        let descriptor = lock.withLock { () -> CInt in
            guard state.isVoIP, !state.isTagged, state.status == .open else { return -1 }
            state.isTagged = true
            return state.descriptor
        }
        guard descriptor != -1 else { return }
        context.send(CallMethods.tagSocket, passing: descriptor)
        TaggedStreams.of(context).add(self)
    }

    /// Called when the system has resumed the app for data. The delegate will be called for the data, unless the app
    /// has not read the data of an earlier call.
    ///
    /// - Returns: true if the connection has data to report; `done` is called after the report.
    func isWoken(_ done: @escaping @Sendable () -> Void) -> Bool {
        guard hasBytes, readable?.isWaiting == true else { return false }
        onTold = done
        return true
    }

    // MARK: Bytes

    private func somethingCame() {
        defer { told() }
        guard let descriptor = connected() else { return }
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT))
        let code = errno
        switch count {
        case 1...: tell(input, .hasBytesAvailable)
        case 0:
            lock.withLock { state.hasEnded = true }
            tell(input, .endEncountered)
        // The app has already read the data, so the source waits for new data.
        case _ where code == EAGAIN || code == EINTR: readable?.goOn()
        default: fail(code)
        }
    }

    /// Ends the wake for data, if there is one.
    private func told() {
        let done = onTold
        onTold = nil
        done?()
    }

    /// True if a read would not block. `poll(2)` finds out: a read would clear a pending error.
    var hasBytes: Bool { !lock.withLock({ state.hasEnded }) && isReady(for: POLLIN) }

    /// True if a write would not block.
    var hasSpace: Bool { isReady(for: POLLOUT) }

    private func isReady(for events: Int32, wait milliseconds: Int32 = 0) -> Bool {
        let descriptor = lock.withLock { state.status == .open ? state.descriptor : -1 }
        var asked = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        return descriptor != -1 && poll(&asked, 1, milliseconds) == 1
    }

    /// Waits until the connection is established, and returns its file descriptor; `nil` if there is no connection.
    private func connected() -> CInt? {
        lock.withLock {
            while state.status == .opening { lock.wait() }
            return state.status == .open ? state.descriptor : nil
        }
    }

    func read(_ buffer: UnsafeMutablePointer<UInt8>, _ length: Int) -> Int {
        guard input.isOpen, let descriptor = connected() else { return -1 }
        while true {
            let count = recv(descriptor, buffer, length, 0)
            let code = errno
            if count < 0, code == EINTR { continue }
            if count == 0 { lock.withLock { state.hasEnded = true } }
            if count < 0 { fail(code) } else if count > 0 { readable?.goOn() }
            return count
        }
    }

    /// Sends as many bytes as the socket's buffer has room for, and waits while the buffer is full.
    func write(_ buffer: UnsafePointer<UInt8>, _ length: Int) -> Int {
        guard output.isOpen, let descriptor = connected() else { return -1 }
        while true {
            let count = Foundation.send(descriptor, buffer, length, LineSocket.sendFlags | CInt(MSG_DONTWAIT))
            let code = errno
            if count < 0, code == EAGAIN {
                _ = isReady(for: POLLOUT, wait: -1)
                // If the connection was closed during the wait, the descriptor's number may belong to another file.
                guard connected() == descriptor else { return -1 }
            }
            if count < 0, code == EAGAIN || code == EINTR { continue }
            if count < 0 { fail(code) } else { writable?.goOn() }
            return count
        }
    }

    private func fail(_ code: CInt) {
        let isFirst = lock.withLock {
            guard state.status == .open else { return false }
            state.error = POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
            state.status = .error
            return true
        }
        guard isFirst else { return }
        readable?.end()
        writable?.end()
        let telling: @Sendable () -> Void = { [self] in
            tell(input, .errorOccurred)
            tell(output, .errorOccurred)
            told()
        }
        if Thread.isMainThread { telling() } else { context.onMain(telling) }
    }

    private func tell(_ side: StreamSide, _ event: Stream.Event) { context.inside { side.tell(event) } }
}

/// The state of the input or output stream of a connection.
final class StreamSide: @unchecked Sendable {
    weak var stream: Stream?
    weak var delegate: (any StreamDelegate)?
    private var wasOpened = false
    private(set) var isClosed = false
    private var isToldOpen = false

    /// True from the call of `open()` to the call of `close()`.
    var isOpen: Bool { wasOpened && !isClosed }

    /// Opens the stream, which is possible only once.
    ///
    /// - Returns: false if the stream was opened or closed before.
    func open() -> Bool {
        defer { wasOpened = true }
        return !wasOpened && !isClosed
    }

    /// Closes the stream.
    ///
    /// - Returns: true if the stream was open.
    func close() -> Bool {
        defer { isClosed = true }
        return isOpen
    }

    func tellOpen() {
        guard !isToldOpen else { return }
        isToldOpen = true
        tell(.openCompleted)
    }

    /// Calls the delegate, if the stream is open.
    func tell(_ event: Stream.Event) {
        guard isOpen, let stream else { return }
        delegate?.stream(stream, handle: event)
    }
}

/// A connection that the system watches while the app is frozen (SD-50).
protocol TaggedConnection: AnyObject, Sendable {
    /// Called when the system has resumed the app for data of a watched connection.
    ///
    /// - Returns: true if this connection has data to report; `done` is called after the report.
    func isWoken(_ done: @escaping @Sendable () -> Void) -> Bool
}

/// All connections of an app's process that the system watches.
package final class TaggedStreams: @unchecked Sendable {
    private struct Known {
        weak var connection: (any TaggedConnection)?
    }

    private let lock = NSLock()
    private var connections: [Known] = []

    package static func of(_ context: AppContext) -> TaggedStreams { context.only { TaggedStreams(context) } }

    private init(_ context: AppContext) {
        context.serveLater(WakeCallbacks.voipSocket, self) { streams, done, _, _ in streams.woken { done(()) } }
    }

    func add(_ connection: any TaggedConnection) {
        lock.withLock {
            connections.removeAll { $0.connection == nil }
            connections.append(Known(connection: connection))
        }
    }

    /// Called when the system has resumed the app for data. The wake ends when a connection has reported its data to
    /// the app.
    private func woken(_ done: @escaping @Sendable () -> Void) {
        let known = lock.withLock { connections.compactMap(\.connection) }
        // Streams take precedence over requests: only a stream knows whether the data has arrived on its own
        // connection.
        let (streams, others) = (known.filter { $0 is StreamConnection }, known.filter { !($0 is StreamConnection) })
        if !(streams + others).contains(where: { $0.isWoken(done) }) { done() }
    }
}

/// Reports once that a file descriptor is ready, and once more after each ``goOn()``: otherwise data that the app does
/// not read would be reported again and again.
private final class StreamSource: @unchecked Sendable {
    private let source: any DispatchSourceProtocol
    private let lock = NSLock()
    private var isSuspended = false

    init(reading descriptor: CInt, _ body: @escaping () -> Void) {
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        begin(body)
    }

    init(writing descriptor: CInt, _ body: @escaping () -> Void) {
        source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
        begin(body)
    }

    private func begin(_ body: @escaping () -> Void) {
        nonisolated(unsafe) let body = body
        source.setEventHandler { [weak self] in
            self?.pause()
            body()
        }
        source.resume()
    }

    private func pause() {
        lock.withLock {
            guard !isSuspended else { return }
            isSuspended = true
            source.suspend()
        }
    }

    /// True if the source reports the next event; false until ``goOn()`` is called.
    var isWaiting: Bool { lock.withLock { !isSuspended } }

    func goOn() {
        lock.withLock {
            guard isSuspended else { return }
            isSuspended = false
            source.resume()
        }
    }

    func end() {
        source.cancel()
        // A suspended dispatch source must not be released, so it is resumed.
        goOn()
    }

    deinit { end() }
}
