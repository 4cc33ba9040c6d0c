import Foundation
import KeepAlivePolicy

extension Stream {
    /// Makes two streams over one TCP connection, which begins when the first of them is opened.
    ///
    /// With `setProperty(StreamNetworkServiceTypeValue.voIP, forKey: .networkServiceType)` the system watches the
    /// connection while the app is frozen, and wakes the app when data comes (SD-50; up to iOS 8).
    ///
    /// - Parameters:
    ///   - hostname: the name or the address of the server.
    ///   - port: its port, 1 to 65535.
    ///   - inputStream: is set to the stream of what the server sends.
    ///   - outputStream: is set to the stream of what the app sends.
    public class func getStreamsToHost(
        withName hostname: String, port: Int, inputStream: inout InputStream?, outputStream: inout OutputStream?
    ) {
        let connection = StreamConnection(to: hostname, port: port, AppContext.current)
        inputStream = SocketInputStream(connection)
        outputStream = SocketOutputStream(connection)
    }
}

/// The connection of two streams.
///
/// It is made on a thread of its own. Everything else happens on the main queue, on which the delegates are called.
final class StreamConnection: @unchecked Sendable {
    // Changed under the lock.
    private struct State {
        var status = Stream.Status.notOpen
        var descriptor: CInt = -1
        var error: (any Error)?
        var isVoIP = false
        var isTagged = false
        var hasEnded = false
        var openStreams = 0
    }

    private let host: String
    private let port: Int
    private let context: AppContext
    private let lock = NSLock()
    private var state = State()
    private weak var input: SocketInputStream?
    private weak var output: SocketOutputStream?
    private var readable: StreamSource?
    private var writable: StreamSource?
    /// Called when the delegate has been told of the data that the app was woken for.
    private var onTold: (@Sendable () -> Void)?

    init(to host: String, port: Int, _ context: AppContext) {
        self.host = host
        self.port = port
        self.context = context
    }

    deinit { close() }

    var status: Stream.Status { lock.withLock { state.hasEnded && state.status == .open ? .atEnd : state.status } }
    var writeStatus: Stream.Status { lock.withLock { state.status } }
    var error: (any Error)? { lock.withLock { state.error } }
    private var descriptor: CInt { lock.withLock { state.descriptor } }

    // MARK: Begin and end

    func open(_ stream: SocketInputStream) {
        input = stream
        open()
    }

    func open(_ stream: SocketOutputStream) {
        output = stream
        open()
    }

    private func open() {
        let isFirst = lock.withLock {
            state.openStreams += 1
            guard state.status == .notOpen else { return false }
            state.status = .opening
            return true
        }
        guard isFirst else {
            if lock.withLock({ state.status == .open }) { context.main { [self] in tellOpen() } }
            return
        }
        Thread.detachNewThread { [self] in
            let (descriptor, error) = SocketAddress.connect(to: host, port: port)
            context.onMain { [self] in connected(descriptor, error) }
        }
    }

    private func connected(_ descriptor: CInt, _ error: (any Error)?) {
        let isWanted = lock.withLock {
            guard state.status == .opening else { return false }
            state.descriptor = descriptor
            state.error = error
            state.status = error == nil ? .open : .error
            return true
        }
        guard isWanted else {
            // Closed meanwhile.
            if descriptor != -1 { _ = Foundation.close(descriptor) }
            return
        }
        if error != nil { return tell(.errorOccurred) }
        tag()
        readable = StreamSource(reading: descriptor) { [weak self] in self?.somethingCame() }
        writable = StreamSource(writing: descriptor) { [weak self] in self?.tell(output: .hasSpaceAvailable) }
        tellOpen()
    }

    private func tellOpen() {
        input?.tellOpen()
        output?.tellOpen()
    }

    /// One of the two streams is closed; with the second one the connection ends.
    func closeStream() {
        let isLast = lock.withLock {
            state.openStreams -= 1
            return state.openStreams <= 0
        }
        if isLast { close() }
    }

    private func close() {
        told()
        readable?.end()
        writable?.end()
        let descriptor = lock.withLock {
            defer {
                state.descriptor = -1
                state.status = .closed
            }
            return state.descriptor
        }
        if descriptor != -1 { _ = Foundation.close(descriptor) }
    }

    // MARK: VoIP

    var isVoIP: Bool {
        get { lock.withLock { state.isVoIP } }
        set {
            lock.withLock { state.isVoIP = newValue }
            tag()
        }
    }

    /// Has the system watch the connection, once it is there and the app has said what it is for.
    private func tag() {
        let descriptor = lock.withLock { () -> CInt in
            guard state.isVoIP, !state.isTagged, state.status == .open else { return -1 }
            state.isTagged = true
            return state.descriptor
        }
        guard descriptor != -1 else { return }
        context.send("tagSocket", passing: descriptor)
        TaggedStreams.of(context).add(self)
    }

    /// The app was woken for data: the delegate is told, unless it has left unread what it was told of before.
    ///
    /// - Returns: whether `done` will be called.
    func isWoken(_ done: @escaping @Sendable () -> Void) -> Bool {
        guard hasBytes, readable?.isWaiting == true else { return false }
        onTold = done
        return true
    }

    // MARK: Bytes

    private func somethingCame() {
        defer { told() }
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT))
        switch count {
        case 1...: tell(input: .hasBytesAvailable)
        case 0:
            lock.withLock { state.hasEnded = true }
            tell(input: .endEncountered)
        // The app has read it meanwhile.
        case _ where errno == EAGAIN || errno == EINTR: readable?.goOn()
        default: fail()
        }
    }

    /// The wake for data is over.
    private func told() {
        let done = onTold
        onTold = nil
        done?()
    }

    var hasBytes: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT)) > 0
    }

    func read(_ buffer: UnsafeMutablePointer<UInt8>, _ length: Int) -> Int {
        let count = retried { recv(descriptor, buffer, length, 0) }
        if count == 0 { lock.withLock { state.hasEnded = true } }
        if count < 0 { fail() } else if count > 0 { readable?.goOn() }
        return count
    }

    func write(_ buffer: UnsafePointer<UInt8>, _ length: Int) -> Int {
        let count = retried { Foundation.send(descriptor, buffer, length, LineSocket.sendFlags) }
        if count < 0 { fail() } else { writable?.goOn() }
        return count
    }

    private func retried(_ body: () -> Int) -> Int {
        while true {
            let count = body()
            if count >= 0 || errno != EINTR { return count }
        }
    }

    private func fail() {
        let error = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        let isFirst = lock.withLock {
            guard state.status == .open else { return false }
            state.error = error
            state.status = .error
            return true
        }
        guard isFirst else { return }
        readable?.end()
        writable?.end()
        tell(.errorOccurred)
        told()
    }

    // MARK: Delegates

    private func tell(_ event: Stream.Event) {
        tell(input: event)
        tell(output: event)
    }

    private func tell(input event: Stream.Event) {
        guard let input else { return }
        context.inside { input.delegate?.stream(input, handle: event) }
    }

    private func tell(output event: Stream.Event) {
        guard let output else { return }
        context.inside { output.delegate?.stream(output, handle: event) }
    }
}

/// The tagged connections of an app's process.
final class TaggedStreams: @unchecked Sendable {
    private let lock = NSLock()
    private var connections: [WeakReference<StreamConnection>] = []

    static func of(_ context: AppContext) -> TaggedStreams { context.only { TaggedStreams() } }

    func add(_ connection: StreamConnection) {
        lock.withLock {
            connections.removeAll { $0.object == nil }
            connections.append(WeakReference(connection))
        }
    }

    /// The app was woken for data: the wake is over when the delegate has been told of it.
    func woken(_ done: @escaping @Sendable () -> Void) {
        let known = lock.withLock { connections.compactMap(\.object) }
        if !known.contains(where: { $0.isWoken(done) }) { done() }
    }
}

/// Tells once that a descriptor is ready, and again after ``goOn()``: a stream whose app does not read is not told again.
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

    /// True when it will tell.
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
        // A source that is suspended is not released.
        goOn()
    }

    deinit { end() }
}

/// The stream of what the server sends.
final class SocketInputStream: InputStream {
    private let connection: StreamConnection
    private weak var target: (any StreamDelegate)?
    private var isToldOpen = false
    private var isClosed = false

    init(_ connection: StreamConnection) {
        self.connection = connection
        super.init(data: Data())
    }

    override var delegate: (any StreamDelegate)? {
        get { target }
        set { target = newValue }
    }
    override var streamStatus: Stream.Status { isClosed ? .closed : connection.status }
    override var streamError: (any Error)? { connection.error }
    override var hasBytesAvailable: Bool { connection.hasBytes }

    override func open() { connection.open(self) }

    override func close() {
        guard !isClosed else { return }
        isClosed = true
        connection.closeStream()
    }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength len: Int) -> Int {
        connection.read(buffer, len)
    }

    override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, length len: UnsafeMutablePointer<Int>
    ) -> Bool { false }

    // The delegate is called on the main queue, whatever run loop it is.
    override func schedule(in aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {}
    override func remove(from aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {}

    override func property(forKey key: Stream.PropertyKey) -> AnyObject? { connection.property(key) }
    override func setProperty(_ property: AnyObject?, forKey key: Stream.PropertyKey) -> Bool {
        connection.set(property, key)
    }

    func tellOpen() {
        guard !isToldOpen else { return }
        isToldOpen = true
        target?.stream(self, handle: .openCompleted)
    }
}

/// The stream of what the app sends.
final class SocketOutputStream: OutputStream {
    private let connection: StreamConnection
    private weak var target: (any StreamDelegate)?
    private var isToldOpen = false
    private var isClosed = false

    init(_ connection: StreamConnection) {
        self.connection = connection
        super.init(toMemory: ())
    }

    required init(toMemory: ()) { preconditionFailure("a stream of a connection has no memory") }

    override var delegate: (any StreamDelegate)? {
        get { target }
        set { target = newValue }
    }
    override var streamStatus: Stream.Status { isClosed ? .closed : connection.writeStatus }
    override var streamError: (any Error)? { connection.error }
    override var hasSpaceAvailable: Bool { connection.writeStatus == .open }

    override func open() { connection.open(self) }

    override func close() {
        guard !isClosed else { return }
        isClosed = true
        connection.closeStream()
    }

    override func write(_ buffer: UnsafePointer<UInt8>, maxLength len: Int) -> Int { connection.write(buffer, len) }

    // The delegate is called on the main queue, whatever run loop it is.
    override func schedule(in aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {}
    override func remove(from aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {}

    override func property(forKey key: Stream.PropertyKey) -> AnyObject? { connection.property(key) }
    override func setProperty(_ property: AnyObject?, forKey key: Stream.PropertyKey) -> Bool {
        connection.set(property, key)
    }

    func tellOpen() {
        guard !isToldOpen else { return }
        isToldOpen = true
        target?.stream(self, handle: .openCompleted)
    }
}

extension StreamConnection {
    /// Sets a property of both streams. The connection has one: its service type.
    ///
    /// - Returns: whether it is one that counts.
    fileprivate func set(_ property: AnyObject?, _ key: Stream.PropertyKey) -> Bool {
        guard key == .networkServiceType else { return false }
        isVoIP = Self.isVoIP(property)
        return true
    }

    fileprivate func property(_ key: Stream.PropertyKey) -> AnyObject? {
        guard key == .networkServiceType, isVoIP else { return nil }
        return StreamNetworkServiceTypeValue.voIP as AnyObject
    }

    private static func isVoIP(_ property: AnyObject?) -> Bool {
        switch property {
        case let value as StreamNetworkServiceTypeValue: value == .voIP
        case let value as String: value == StreamNetworkServiceTypeValue.voIP.rawValue
        default: false
        }
    }
}
