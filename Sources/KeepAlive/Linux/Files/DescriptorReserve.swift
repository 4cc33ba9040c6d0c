import Glibc
import KeepAlivePolicy
import Synchronization
import SystemPackage

/// Descriptors that are kept back, so that an app can be frozen and thawed when all others are in use.
///
/// Source: open(2), `EMFILE`; getrlimit(2), `RLIMIT_NOFILE`.
enum DescriptorReserve {
    /// The number that is kept back. A freeze needs two at a time.
    private static let size = 4
    /// The number that must be free for the launch of an app: those that it takes until it is suspended, and some for the
    /// clients that ask for it.
    static let neededForLaunch = 32

    private static let kept = Mutex<[CInt]>([])

    /// Keeps descriptors back, if that has not been done.
    static func fill() {
        kept.withLock { kept in
            while kept.count < size {
                let descriptor = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
                guard descriptor >= 0 else { return }
                kept.append(descriptor)
            }
        }
    }

    /// Opens a file as open(2) does; when no other descriptor is free it takes one of those that are kept back.
    ///
    /// - Returns: the descriptor, for ``close(_:)``.
    static func open(_ path: String, _ flags: CInt) throws(Errno) -> CInt {
        let descriptor = Glibc.open(path, flags | O_CLOEXEC)
        guard descriptor < 0, errno == EMFILE || errno == ENFILE, let spare = kept.withLock({ $0.popLast() }) else {
            return try valueOrErrno(descriptor)
        }
        Glibc.close(spare)
        return try valueOrErrno(Glibc.open(path, flags | O_CLOEXEC))
    }

    /// Closes a file that was opened here, and fills the reserve again.
    static func close(_ descriptor: CInt) {
        Glibc.close(descriptor)
        fill()
    }

    /// Finds out whether enough descriptors are free to launch an app.
    ///
    /// - Throws: `Errno` of the first one that is not.
    static func checkLaunch() throws(Errno) {
        fill()
        var taken: [CInt] = []
        defer { for descriptor in taken { Glibc.close(descriptor) } }
        for _ in 0..<neededForLaunch { taken.append(try valueOrErrno(Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC))) }
    }
}
