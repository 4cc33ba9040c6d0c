import Glibc
import KeepAlivePolicy
import SystemPackage

/// The command that starts a private gpsd, isolated from the rest of the machine.
///
/// gpsd has a control socket only with `-F`. By default it writes fixes to a System V shared-memory segment, and for
/// time daemons to eight more. All segments have well-known keys, and remain after gpsd ends. gpsd also broadcasts
/// fixes on the system's D-Bus. Therefore the private gpsd gets its own IPC namespace if the kernel allows this, its
/// own segment key in any case, and a D-Bus address that does not exist.
struct GPSDaemonCommand: Sendable, Equatable {
    /// The isolation of the gpsd from the machine.
    enum Isolation: Sendable, Equatable {
        /// gpsd has its own IPC namespace.
        case namespace
        /// gpsd uses the machine's IPC namespace, because user namespaces are disabled, or `unshare` is missing.
        case none
    }

    /// The absolute path of the gpsd program.
    let path: String
    /// The loopback port on which gpsd listens.
    let port: UInt16
    /// The path of the device that gpsd reads.
    let device: String
    let isolation: Isolation

    /// Returns the request that starts gpsd.
    ///
    /// The options are `-N` to stay in the foreground, `-n` to read the device without waiting for a client, and `-b`
    /// never to write to the device. The speed and the framing are given, so that gpsd does not try others, each of
    /// which takes 0.2 s. Thus gpsd answers after 0.25 s instead of 1 s.
    func request(standardInput: CInt, standardError: CInt) -> GuardedProcess.Request {
        let arguments = [path, "-N", "-n", "-b", "-s", "38400", "-f", "8N1", "-S", String(port), device]
        let environment = [
            "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C", "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/dev/null",
            // The key differs from gpsd's default, 0x47505344, and for each port.
            "GPSD_SHM_KEY=0x4B\(String(0x1_0000 + Int(port), radix: 16))",
        ]
        guard isolation == .namespace, let unshare = ExternalTool.unshare.find() else {
            return GuardedProcess.Request(
                path: path, arguments: arguments, environment: environment, standardInput: standardInput,
                standardOutput: standardInput, standardError: standardError)
        }
        // Without root, an IPC namespace requires a user namespace. The uid in it stays the same.
        let options = geteuid() == 0 ? ["--ipc"] : ["--user", "--map-current-user", "--ipc"]
        return GuardedProcess.Request(
            path: unshare, arguments: [unshare] + options + ["--"] + arguments, environment: environment,
            standardInput: standardInput, standardOutput: standardInput, standardError: standardError)
    }

    /// Removes the shared memory that a gpsd without its own namespace has left behind.
    ///
    /// - Parameter pid: the pid of the gpsd, which has ended. Only segments that this gpsd created and no process uses
    ///   are removed.
    static func removeSharedMemory(createdBy pid: pid_t) {
        guard let table = try? ReplayFile.read("/proc/sysvipc/shm", limit: 1 << 20) else { return }
        for line in String(decoding: table, as: UTF8.self).split(separator: "\n").dropFirst() {
            // The columns are: key shmid perms size cpid lpid nattch …
            let columns = line.split(separator: " ")
            guard columns.count > 6, columns[4] == "\(pid)", columns[6] == "0", let id = CInt(columns[1]) else {
                continue
            }
            shmctl(id, IPC_RMID, nil)
        }
    }

    /// Returns a loopback port that is free at this moment.
    ///
    /// - Throws: `Errno` of socket(2), bind(2) or getsockname(2).
    static func freePort() throws(Errno) -> UInt16 {
        let descriptor = try valueOrErrno(
            socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        defer { Glibc.close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, size) == 0 ? getsockname(descriptor, pointer, &size) : -1
            }
        }
        _ = try valueOrErrno(status)
        return UInt16(bigEndian: address.sin_port)
    }
}
