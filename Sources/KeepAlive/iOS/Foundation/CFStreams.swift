import Foundation

// Streams over a connection by the names of C. Such a stream is one of Foundation's, as it is on iOS: it may have a delegate.

public typealias CFTypeRef = AnyObject
public typealias CFReadStream = InputStream
public typealias CFWriteStream = OutputStream

public struct CFStreamPropertyKey: RawRepresentable, Hashable, @unchecked Sendable {
    public let rawValue: CFString

    public init(rawValue: CFString) { self.rawValue = rawValue }
    public init(_ rawValue: CFString) { self.rawValue = rawValue }
}

// A text that is not changed belongs to all threads.
public let kCFStreamNetworkServiceType: CFString = "kCFStreamNetworkServiceType"
/// The connection is that of a VoIP app to its server: the system watches it while the app is frozen, and wakes the app when
/// data comes (SD-50; up to iOS 8).
public let kCFStreamNetworkServiceTypeVoIP: CFString = "kCFStreamNetworkServiceTypeVoIP"

public enum CFStreamStatus: Int, Sendable {
    case notOpen, opening, open, reading, writing, atEnd, closed, error
}

/// Makes two streams over one TCP connection, which begins when the first of them is opened.
///
/// - Parameters:
///   - alloc: who gives the memory; not asked here.
///   - host: the name or the address of the server.
///   - port: its port, 1 to 65535.
///   - readStream: is set to the stream of what the server sends.
///   - writeStream: is set to the stream of what the app sends.
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

/// Sets a property of a stream: `kCFStreamNetworkServiceType` is the one that counts.
///
/// - Returns: whether it is set.
@discardableResult
public func CFReadStreamSetProperty(
    _ stream: CFReadStream, _ propertyName: CFStreamPropertyKey, _ propertyValue: Any?
) -> Bool { stream.setProperty(propertyValue.map { $0 as AnyObject }, forKey: propertyName.foundation) }

/// Sets a property of a stream: `kCFStreamNetworkServiceType` is the one that counts.
///
/// - Returns: whether it is set.
@discardableResult
public func CFWriteStreamSetProperty(
    _ stream: CFWriteStream, _ propertyName: CFStreamPropertyKey, _ propertyValue: Any?
) -> Bool { stream.setProperty(propertyValue.map { $0 as AnyObject }, forKey: propertyName.foundation) }

/// Returns a property of a stream; `nil` where it is not set.
public func CFReadStreamCopyProperty(_ stream: CFReadStream, _ propertyName: CFStreamPropertyKey) -> Any? {
    stream.property(forKey: propertyName.foundation)
}

/// Returns a property of a stream; `nil` where it is not set.
public func CFWriteStreamCopyProperty(_ stream: CFWriteStream, _ propertyName: CFStreamPropertyKey) -> Any? {
    stream.property(forKey: propertyName.foundation)
}

/// Begins, and the connection with it.
///
/// - Returns: whether it was not opened before.
@discardableResult
public func CFReadStreamOpen(_ stream: CFReadStream) -> Bool { opens(stream) }

/// Begins, and the connection with it.
///
/// - Returns: whether it was not opened before.
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

/// Reads what is there, and waits where nothing is.
///
/// - Returns: the number of bytes; 0 at the end, -1 for an error.
public func CFReadStreamRead(
    _ stream: CFReadStream, _ buffer: UnsafeMutablePointer<UInt8>, _ bufferLength: Int
) -> Int { stream.read(buffer, maxLength: bufferLength) }

/// Sends as much as there is room for, and waits where there is none.
///
/// - Returns: the number of bytes, or -1 for an error.
public func CFWriteStreamWrite(
    _ stream: CFWriteStream, _ buffer: UnsafePointer<UInt8>, _ bufferLength: Int
) -> Int { stream.write(buffer, maxLength: bufferLength) }

extension CFStreamPropertyKey {
    fileprivate var foundation: Stream.PropertyKey { Stream.PropertyKey(rawValue: rawValue as String) }
}

extension Stream.Status {
    fileprivate var asCF: CFStreamStatus { CFStreamStatus(rawValue: Int(clamping: rawValue)) ?? .error }
}
