import Foundation

// The C functions for streams over a TCP connection. As on iOS, each CF stream is also an `InputStream` or
// `OutputStream`, and may have a delegate.

public typealias CFTypeRef = AnyObject
public typealias CFReadStream = InputStream
public typealias CFWriteStream = OutputStream

public struct CFStreamPropertyKey: RawRepresentable, Hashable, @unchecked Sendable {
    public let rawValue: CFString

    public init(rawValue: CFString) { self.rawValue = rawValue }
    public init(_ rawValue: CFString) { self.rawValue = rawValue }
}

// These constants may be used on all threads, as their values never change.
public let kCFStreamNetworkServiceType: CFString = "kCFStreamNetworkServiceType"
/// Marks the connection of a VoIP app to its server. The system watches a marked connection while the app is frozen,
/// and resumes the app when data arrives (SD-50; up to iOS 8).
public let kCFStreamNetworkServiceTypeVoIP: CFString = "kCFStreamNetworkServiceTypeVoIP"

public enum CFStreamStatus: Int, Sendable {
    case notOpen, opening, open, reading, writing, atEnd, closed, error
}

/// Creates two streams over one TCP connection, which is established when the first stream is opened.
///
/// - Parameters:
///   - alloc: ignored.
///   - host: the name or the address of the server.
///   - port: the server's port, 1 to 65535.
///   - readStream: is set to the stream of the bytes that the server sends.
///   - writeStream: is set to the stream of the bytes that the app sends.
public func CFStreamCreatePairWithSocketToHost(
    _ alloc: CFAllocator?, _ host: CFString, _ port: UInt32,
    _ readStream: UnsafeMutablePointer<Unmanaged<CFReadStream>?>?,
    _ writeStream: UnsafeMutablePointer<Unmanaged<CFWriteStream>?>?
) {
    var (input, output): (InputStream?, OutputStream?)
    Stream.getStreamsToHost(
        withName: host as String, port: Int(port), inputStream: &input, outputStream: &output)
    readStream?.pointee = input.map { Unmanaged.passRetained($0) }
    writeStream?.pointee = output.map { Unmanaged.passRetained($0) }
}

/// Sets a property of a stream. Unlike on iOS, only `kCFStreamNetworkServiceType` has an effect.
///
/// - Returns: true for `kCFStreamNetworkServiceType`, false for any other property.
@discardableResult
public func CFReadStreamSetProperty(
    _ stream: CFReadStream, _ propertyName: CFStreamPropertyKey, _ propertyValue: Any?
) -> Bool { stream.setProperty(propertyValue.map { $0 as AnyObject }, forKey: propertyName.foundation) }

/// Sets a property of a stream. Unlike on iOS, only `kCFStreamNetworkServiceType` has an effect.
///
/// - Returns: true for `kCFStreamNetworkServiceType`, false for any other property.
@discardableResult
public func CFWriteStreamSetProperty(
    _ stream: CFWriteStream, _ propertyName: CFStreamPropertyKey, _ propertyValue: Any?
) -> Bool { stream.setProperty(propertyValue.map { $0 as AnyObject }, forKey: propertyName.foundation) }

/// Returns a property of a stream; `nil` if the property is not set.
public func CFReadStreamCopyProperty(_ stream: CFReadStream, _ propertyName: CFStreamPropertyKey) -> Any? {
    stream.property(forKey: propertyName.foundation)
}

/// Returns a property of a stream; `nil` if the property is not set.
public func CFWriteStreamCopyProperty(_ stream: CFWriteStream, _ propertyName: CFStreamPropertyKey) -> Any? {
    stream.property(forKey: propertyName.foundation)
}

/// Opens a stream, which establishes the connection.
///
/// - Returns: false if the stream has been opened before.
@discardableResult
public func CFReadStreamOpen(_ stream: CFReadStream) -> Bool { opens(stream) }

/// Opens a stream, which establishes the connection.
///
/// - Returns: false if the stream has been opened before.
@discardableResult
public func CFWriteStreamOpen(_ stream: CFWriteStream) -> Bool { opens(stream) }

private func opens(_ stream: Stream) -> Bool {
    guard stream.streamStatus == .notOpen else { return false }
    stream.open()
    return true
}

public func CFReadStreamClose(_ stream: CFReadStream) { stream.close() }
public func CFWriteStreamClose(_ stream: CFWriteStream) { stream.close() }

public func CFReadStreamGetStatus(_ stream: CFReadStream) -> CFStreamStatus { stream.streamStatus.asCF }
public func CFWriteStreamGetStatus(_ stream: CFWriteStream) -> CFStreamStatus { stream.streamStatus.asCF }

public func CFReadStreamHasBytesAvailable(_ stream: CFReadStream) -> Bool { stream.hasBytesAvailable }
public func CFWriteStreamCanAcceptBytes(_ stream: CFWriteStream) -> Bool { stream.hasSpaceAvailable }

/// Reads bytes that have arrived, and waits while there are none.
///
/// - Returns: the number of bytes read; 0 at the end of the stream, -1 on error.
public func CFReadStreamRead(
    _ stream: CFReadStream, _ buffer: UnsafeMutablePointer<UInt8>, _ bufferLength: Int
) -> Int { stream.read(buffer, maxLength: bufferLength) }

/// Sends as many bytes as the socket's buffer has room for, and waits while the buffer is full.
///
/// - Returns: the number of bytes sent; -1 on error.
public func CFWriteStreamWrite(
    _ stream: CFWriteStream, _ buffer: UnsafePointer<UInt8>, _ bufferLength: Int
) -> Int { stream.write(buffer, maxLength: bufferLength) }

extension CFStreamPropertyKey {
    fileprivate var foundation: Stream.PropertyKey { Stream.PropertyKey(rawValue: rawValue as String) }
}

extension Stream.Status {
    fileprivate var asCF: CFStreamStatus { CFStreamStatus(rawValue: Int(clamping: rawValue)) ?? .error }
}
