import CLinux
import Glibc
import KeepAlivePolicy
import SystemPackage

/// A simulated serial line. The bytes that ``write(_:)`` writes can be read from the device at ``path``.
///
/// The terminal settings last while this object keeps its end open, even if gpsd opens and closes the device
/// repeatedly.
final class PseudoTerminal {
    /// The path of the device that a reader opens, such as `/dev/pts/3`.
    let path: String
    private var descriptor: CInt

    /// Creates a pseudo-terminal in raw mode: no echo, no line editing, all bytes unchanged.
    ///
    /// - Throws: `Errno` of posix_openpt(3), grantpt(3), unlockpt(3), ptsname_r(3) or tcsetattr(3).
    init() throws(Errno) {
        var name = [CChar](repeating: 0, count: 128)
        descriptor = try valueOrErrno(clinux_open_terminal(&name, name.count))
        path = text(name)
        do throws(Errno) {
            // On Linux, the settings of this end also apply to the other end, which gpsd opens.
            var settings = termios()
            _ = try valueOrErrno(tcgetattr(descriptor, &settings))
            cfmakeraw(&settings)
            cfsetspeed(&settings, speed_t(B38400))
            _ = try valueOrErrno(tcsetattr(descriptor, TCSANOW, &settings))
        } catch {
            Glibc.close(descriptor)
            throw error
        }
    }

    deinit { close() }

    /// Closes this end, which removes the device.
    func close() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }

    /// Writes as many bytes as the terminal's buffer takes without waiting.
    ///
    /// - Returns: the number of bytes that were written.
    func writeSome(_ bytes: ArraySlice<UInt8>) -> Int {
        guard descriptor >= 0 else { return 0 }
        return max(0, bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) })
    }

    /// Writes bytes in one call, without waiting.
    ///
    /// - Returns: true if all bytes were written; false if the terminal's buffer is full, because no process reads.
    func write(_ bytes: [UInt8]) -> Bool {
        guard descriptor >= 0 else { return false }
        return Glibc.write(descriptor, bytes, bytes.count) == bytes.count
    }
}
