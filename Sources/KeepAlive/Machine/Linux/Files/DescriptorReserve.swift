import Glibc
import KeepAlivePolicy
import Synchronization
import SystemPackage

/// File descriptors that are kept in reserve, so that apps can be frozen and thawed, and /proc can be read, when all
/// other descriptors are in use.
///
/// Source: open(2), `EMFILE`; getrlimit(2), `RLIMIT_NOFILE`.
enum DescriptorReserve {
    /// The number of descriptors in the reserve: a freeze has one file open at a time, a thaw two.
    private static let size = 4
    /// The number of descriptors that must be free for a launch: those that the app takes until it is suspended, and
    /// some for the clients that request the launch.
    static let neededForLaunch = 16

    /// The descriptors in the reserve; `nil` before the first launch.
    private static let kept = Mutex<[CInt]?>(nil)

    /// Fills the reserve as far as descriptors are free. Has no effect before the first launch, because there is no
    /// reserve yet.
    static func refill() {
        kept.withLock { kept in
            while let count = kept?.count, count < size {
                let descriptor = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
                guard descriptor >= 0 else { return }
                kept?.append(descriptor)
            }
        }
    }

    /// Opens a file as open(2) does. If no descriptor is free, one of the reserve is used.
    ///
    /// - Parameter flags: flags of open(2); `O_CLOEXEC` is added.
    /// - Returns: the descriptor. The caller closes the descriptor soon with ``close(_:)``, because it may come from
    ///   the reserve.
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

    /// Closes a descriptor that ``open(_:_:)`` returned, and refills the reserve.
    static func close(_ descriptor: CInt) {
        Glibc.close(descriptor)
        refill()
    }

    /// Checks that enough descriptors are free to launch an app. The first call also creates the reserve.
    ///
    /// - Throws: `Errno` of open(2) if fewer than ``neededForLaunch`` descriptors are free.
    static func checkLaunch() throws(Errno) {
        kept.withLock { $0 = $0 ?? [] }
        refill()
        var taken: [CInt] = []
        defer { for descriptor in taken { Glibc.close(descriptor) } }
        for _ in 0..<neededForLaunch { taken.append(try valueOrErrno(Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC))) }
    }
}
