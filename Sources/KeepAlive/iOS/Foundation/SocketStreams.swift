import Foundation
import KeepAliveModel

extension Stream {
    /// Creates two streams over one TCP connection, which is established when the first stream is opened.
    ///
    /// After `setProperty(StreamNetworkServiceTypeValue.voIP, forKey: .networkServiceType)` the system watches the
    /// connection while the app is frozen, and resumes the app when data arrives (SD-50; up to iOS 8).
    ///
    /// - Parameters:
    ///   - hostname: the name or the address of the server.
    ///   - port: the server's port, 1 to 65535.
    ///   - inputStream: is set to the stream of the bytes that the server sends.
    ///   - outputStream: is set to the stream of the bytes that the app sends.
    public class func getStreamsToHost(
        withName hostname: String, port: Int, inputStream: inout InputStream?, outputStream: inout OutputStream?
    ) {
        let connection = StreamConnection(to: hostname, port: port, AppContext.current)
        inputStream = SocketInputStream(connection)
        outputStream = SocketOutputStream(connection)
    }
}

/// The stream of the bytes that the server sends.
final class SocketInputStream: InputStream {
    private let connection: StreamConnection

    init(_ connection: StreamConnection) {
        self.connection = connection
        super.init(data: Data())
        connection.input.stream = self
    }

    override var delegate: (any StreamDelegate)? {
        get { connection.input.delegate }
        set { connection.input.delegate = newValue }
    }
    override var streamStatus: Stream.Status { connection.status(of: connection.input) }
    override var streamError: (any Error)? { connection.error }
    override var hasBytesAvailable: Bool { connection.hasBytes }

    override func open() { connection.open(connection.input) }
    override func close() { connection.close(connection.input) }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength len: Int) -> Int {
        connection.read(buffer, len)
    }

    override func getBuffer(
        _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, length len: UnsafeMutablePointer<Int>
    ) -> Bool { false }

    // The run loop is ignored: the delegate is always called on the main queue.
    override func schedule(in aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {}
    override func remove(from aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {}

    override func property(forKey key: Stream.PropertyKey) -> AnyObject? { connection.property(key) }
    override func setProperty(_ property: AnyObject?, forKey key: Stream.PropertyKey) -> Bool {
        connection.set(property, key)
    }
}

/// The stream of the bytes that the app sends.
final class SocketOutputStream: OutputStream {
    private let connection: StreamConnection

    init(_ connection: StreamConnection) {
        self.connection = connection
        super.init(toMemory: ())
        connection.output.stream = self
    }

    required init(toMemory: ()) { preconditionFailure("a stream of a connection has no memory") }

    override var delegate: (any StreamDelegate)? {
        get { connection.output.delegate }
        set { connection.output.delegate = newValue }
    }
    override var streamStatus: Stream.Status { connection.status(of: connection.output) }
    override var streamError: (any Error)? { connection.error }
    override var hasSpaceAvailable: Bool { connection.hasSpace }

    override func open() { connection.open(connection.output) }
    override func close() { connection.close(connection.output) }

    override func write(_ buffer: UnsafePointer<UInt8>, maxLength len: Int) -> Int { connection.write(buffer, len) }

    // The run loop is ignored: the delegate is always called on the main queue.
    override func schedule(in aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {}
    override func remove(from aRunLoop: RunLoop, forMode mode: RunLoop.Mode) {}

    override func property(forKey key: Stream.PropertyKey) -> AnyObject? { connection.property(key) }
    override func setProperty(_ property: AnyObject?, forKey key: Stream.PropertyKey) -> Bool {
        connection.set(property, key)
    }
}

extension StreamConnection {
    /// Sets a property of both streams. Unlike on iOS, only `networkServiceType` has an effect.
    ///
    /// - Returns: true for `networkServiceType`, false for any other property.
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
