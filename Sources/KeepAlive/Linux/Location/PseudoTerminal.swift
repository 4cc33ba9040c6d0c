import CLinux
import Glibc
import KeepAlivePolicy
import SystemPackage

/// A serial line to nowhere: what is written here is read from the device at ``path``.
///
/// Only our end is open. The settings live as long as it does, so a gpsd may come, go and come again.
final class PseudoTerminal {
    /// The device that a reader opens, such as `/dev/pts/3`.
    let path: String
    private var descriptor: CInt

    /// Creates a pair in raw mode: no echo, no line editing, every byte as it is.
    ///
    /// - Throws: `Errno` of posix_openpt(3), grantpt(3), unlockpt(3), ptsname_r(3) or tcsetattr(3).
    init() throws(Errno) {
        var name = [CChar](repeating: 0, count: 128)
        descriptor = try valueOrErrno(clinux_open_terminal(&name, name.count))
        path = text(name)
        do throws(Errno) {
            // Linux applies the settings of our end to the other one.
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

    /// Closes our end, which removes the device.
    func close() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }

    /// Writes as much as is taken at once.
    ///
    /// - Returns: how many bytes.
    func writeSome(_ bytes: ArraySlice<UInt8>) -> Int {
        guard descriptor >= 0 else { return 0 }
        return max(0, bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) })
    }

    /// Writes in one call, never waiting.
    ///
    /// - Returns: whether everything was taken; `false` when nobody reads and the line is full.
    func write(_ bytes: [UInt8]) -> Bool {
        guard descriptor >= 0 else { return false }
        return Glibc.write(descriptor, bytes, bytes.count) == bytes.count
    }
}
