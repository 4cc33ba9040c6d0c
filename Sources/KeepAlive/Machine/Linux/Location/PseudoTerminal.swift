import CLinux
import Glibc
import KeepAlivePolicy
import SystemPackage

/// A simulated serial line: bytes that are written here are read from the device at ``path``.
///
/// Only this end is open. The settings live as long as this end, so a gpsd may open and close the device repeatedly.
final class PseudoTerminal {
    /// The device that a reader opens, such as `/dev/pts/3`.
    let path: String
    private var descriptor: CInt

    /// Creates a pair in raw mode: no echo, no line editing, every byte unchanged.
    ///
    /// - Throws: `Errno` of posix_openpt(3), grantpt(3), unlockpt(3), ptsname_r(3) or tcsetattr(3).
    init() throws(Errno) {
        var name = [CChar](repeating: 0, count: 128)
        descriptor = try valueOrErrno(clinux_open_terminal(&name, name.count))
        path = text(name)
        do throws(Errno) {
            // Linux applies the settings of this end to the other one.
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

    /// Writes as much as the line takes at once.
    ///
    /// - Returns: the number of bytes that were written.
    func writeSome(_ bytes: ArraySlice<UInt8>) -> Int {
        guard descriptor >= 0 else { return 0 }
        return max(0, bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) })
    }

    /// Writes in one call, without waiting.
    ///
    /// - Returns: whether everything was written; `false` when nobody reads and the line is full.
    func write(_ bytes: [UInt8]) -> Bool {
        guard descriptor >= 0 else { return false }
        return Glibc.write(descriptor, bytes, bytes.count) == bytes.count
    }
}
