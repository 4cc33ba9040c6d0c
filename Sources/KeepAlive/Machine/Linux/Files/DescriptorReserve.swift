import Glibc
import KeepAlivePolicy
import Synchronization
import SystemPackage

/// Descriptors that are kept back, so that apps can be frozen and thawed, and /proc be read, when all others are in use.
///
/// Source: open(2), `EMFILE`; getrlimit(2), `RLIMIT_NOFILE`.
enum DescriptorReserve {
    /// The number that is kept back: a freeze has one file open at a time, and a thaw two.
    private static let size = 4
    /// The number that must be free for a launch: those that the app takes until it is suspended, and some for the clients
    /// that ask for it.
    static let neededForLaunch = 16

    /// The descriptors that are kept back; `nil` before the first launch.
    private static let kept = Mutex<[CInt]?>(nil)

    /// Fills the reserve as far as descriptors are free; it has none before the first launch.
    static func refill() {
        kept.withLock { kept in
            while let count = kept?.count, count < size {
                let descriptor = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
                guard descriptor >= 0 else { return }
                kept?.append(descriptor)
            }
        }
    }

    /// Opens a file as open(2) does, and takes a descriptor of the reserve when no other is free.
    ///
    /// - Parameter flags: those of open(2); `O_CLOEXEC` is added.
    /// - Returns: the descriptor, for ``close(_:)``, and soon: it may be one of the last.
    /// - Throws: `Errno` of open(2).
    static func open(_ path: String, _ flags: CInt) throws(Errno) -> CInt {
        let descriptor = Glibc.open(path, flags | O_CLOEXEC)
        if descriptor >= 0 { return descriptor }
        let error = errno
        guard error == EMFILE || error == ENFILE, let spare = kept.withLock({ $0?.popLast() }) else {
            throw Errno(rawValue: error)
        }
        Glibc.close(spare)
        do {
            return try valueOrErrno(Glibc.open(path, flags | O_CLOEXEC))
        } catch {
            refill()
            throw error
        }
    }

    /// Closes a file that was opened here, and fills the reserve again.
    static func close(_ descriptor: CInt) {
        Glibc.close(descriptor)
        refill()
    }

    /// Finds out whether enough descriptors are free to launch an app, and begins to keep some back.
    ///
    /// - Throws: `Errno` of the first one that is not.
    static func checkLaunch() throws(Errno) {
        kept.withLock { $0 = $0 ?? [] }
        refill()
        var taken: [CInt] = []
        defer { for descriptor in taken { Glibc.close(descriptor) } }
        for _ in 0..<neededForLaunch { taken.append(try valueOrErrno(Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC))) }
    }
}
