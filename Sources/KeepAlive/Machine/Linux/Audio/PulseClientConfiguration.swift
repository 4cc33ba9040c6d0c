import CLinux
import Glibc
import KeepAlivePolicy

/// The client configuration of libpulse, pulse-client.conf(5).
enum PulseClientConfiguration {
    /// The environment variable that names the configuration file.
    static let variable = "PULSE_CLIENTCONFIG"

    /// The path of a file in memory with the user's configuration, but with shared memory switched off; `nil` if the
    /// kernel provides no such file. The file exists as long as this process.
    ///
    /// A server returns each block of shared memory with a message, which wakes the player every 2 s while silence
    /// plays. Data sent through the socket causes no such message. Measured: 0 wakeups/s of the player in place of 1,
    /// 0.5 of the server in place of 2.5, and two thirds of the CPU time of both.
    static let withoutSharedMemory: String? = {
        let file = clinux_scratch_file("keepalive-pulse-client.conf")
        guard file >= 0 else { return nil }
        let lines = included(by: Machine.variable).map { ".include \($0)\n" } + ["enable-shm = no\n"]
        let path = "/proc/self/fd/\(file)"
        let text = lines.joined()
        guard text.utf8.withContiguousStorageIfAvailable({ write(file, $0.baseAddress, $0.count) }) == text.utf8.count,
            access(path, R_OK) == 0
        else {
            close(file)
            return nil
        }
        return path
    }()

    /// Returns the configuration files that libpulse would read by itself: the first existing file in libpulse's order,
    /// and the files of the `.d` directory beside it (pa_open_config_file and pa_client_conf_load in PulseAudio's
    /// sources; seen with strace of libpulse 16.1).
    ///
    /// - Parameter variable: returns the value of an environment variable.
    static func included(by variable: (String) -> String?) -> [String] {
        let directories =
            if let own = variable("PULSE_CONFIG_PATH") {
                [own, "/etc/pulse"]
            } else if let home = variable("HOME") {
                ["\(home)/.pulse", "\(home)/.config/pulse", "/etc/pulse"]
            } else {
                ["/etc/pulse"]
            }
        let candidates = variable(Self.variable).map { [$0] } ?? directories.map { "\($0)/client.conf" }
        guard let base = candidates.first(where: { access($0, R_OK) == 0 }) else { return [] }
        let more = ((try? SmallFile.list(base + ".d")) ?? []).filter { $0.hasSuffix(".conf") }.sorted()
        return ([base] + more.map { "\(base).d/\($0)" }).filter { !$0.contains("\n") }
    }
}
