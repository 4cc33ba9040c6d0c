import Glibc
import SystemPackage

/// A connection over which a program of its own speaks in lines, and waits for them: the app's end of its socket.
///
/// One thread may read while others write.
package final class LineSocket: Sendable {
    private let descriptor: CInt

    /// Connects.
    ///
    /// - Throws: ``KeepAliveError`` with code `control`.
    package init(path: String) throws {
        do {
            descriptor = try UnixSocket.connect(path, timeout: .seconds(30))
        } catch {
            throw KeepAliveError(.control, "cannot reach the system at \(path): \(error)")
        }
    }

    deinit { close(descriptor) }

    /// Writes a line; of no effect when the other end has gone.
    package func send(_ line: String) {
        var bytes = Array((line + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                return
            }
        }
    }

    /// Passes lines on until the other end closes.
    package func read(_ take: ([UInt8]) -> Void) {
        var line: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            var rest = buffer[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                line += rest[..<end]
                take(line)
                line.removeAll(keepingCapacity: true)
                rest = rest[(end + 1)...]
            }
            line += rest
        }
    }
}
