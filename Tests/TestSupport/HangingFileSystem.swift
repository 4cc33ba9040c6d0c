import Foundation
import Glibc

/// A file system whose server reads each request and answers none, as NFS does whose server is gone: who looks at a file of it sleeps
/// in state D, also through SIGKILL, until ``release()``.
///
/// Source: fuse(4), include/uapi/linux/fuse.h.
public final class HangingFileSystem: @unchecked Sendable {
    /// The directory that it is mounted on.
    public let path: String
    private let descriptor: CInt
    private let lock = NSLock()
    private var isReleased = false
    private var requests = 0

    /// True once somebody waits for an answer.
    public var holdsSomebody: Bool { lock.withLock { requests > 0 } }

    /// Mounts it; `nil` where this process may not, or the kernel has no FUSE.
    public init?() {
        let path = "/tmp/keepalive-hanging-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        let descriptor = open("/dev/fuse", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        mkdir(path, 0o755)
        let options = "fd=\(descriptor),rootmode=40000,user_id=0,group_id=0,allow_other"
        guard mount("keepalive-test", path, "fuse", UInt(MS_NOSUID | MS_NODEV), options) == 0 else {
            close(descriptor)
            rmdir(path)
            return nil
        }
        self.path = path
        self.descriptor = descriptor
        Thread.detachNewThread { [weak self] in
            Self.serve(descriptor) { self?.count() }
        }
    }

    deinit { release() }

    /// Ends it: who waits gets an error.
    public func release() {
        lock.lock()
        defer { lock.unlock() }
        guard !isReleased else { return }
        isReleased = true
        // MNT_FORCE ends the connection, and with it all requests and the thread that reads them.
        umount2(path, CInt(MNT_FORCE | MNT_DETACH))
        rmdir(path)
    }

    private func count() { lock.withLock { requests += 1 } }

    /// Reads requests until the connection has ended, and answers the first, FUSE_INIT.
    private static func serve(_ descriptor: CInt, onRequest: () -> Void) {
        var request = [UInt8](repeating: 0, count: 1 << 17)
        while true {
            let count = read(descriptor, &request, request.count)
            if count < 0, errno == EINTR || errno == ENOENT { continue }
            guard count >= 40 else { break }
            let operation = request.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self) }
            guard operation == 26 else {
                onRequest()
                continue
            }
            // struct fuse_out_header with the request's number, and struct fuse_init_out: version 7.31, writes of 4 KiB.
            var answer = [UInt8](repeating: 0, count: 16 + 64)
            answer.replaceSubrange(8..<16, with: request[8..<16])
            answer.withUnsafeMutableBytes { bytes in
                bytes.storeBytes(of: UInt32(80), toByteOffset: 0, as: UInt32.self)
                bytes.storeBytes(of: UInt32(7), toByteOffset: 16, as: UInt32.self)
                bytes.storeBytes(of: UInt32(31), toByteOffset: 20, as: UInt32.self)
                bytes.storeBytes(of: UInt32(4096), toByteOffset: 16 + 20, as: UInt32.self)
            }
            _ = write(descriptor, answer, answer.count)
        }
        close(descriptor)
    }
}
