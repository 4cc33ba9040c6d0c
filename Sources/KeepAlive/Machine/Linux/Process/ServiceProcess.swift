import Glibc
import KeepAlivePolicy
import SystemPackage

/// A process that runs a subcommand of keepalive-run for work that may block, so that the runner itself does not block.
/// The process receives orders and sends replies as packets over its standard input, and ends with the runner.
final class ServiceProcess<Reply: Decodable, Order: Encodable> {
    let process: GuardedProcess
    let socket: PacketSocket<Reply, Order>

    /// Starts the process.
    ///
    /// - Parameters:
    ///   - subcommand: the subcommand of keepalive-run that does the work.
    ///   - executable: the path of keepalive-run; `nil` for this program.
    ///   - variables: the environment variables that are set in addition to the runner's.
    ///   - standardOutput: the standard output of the process; `nil` for /dev/null.
    ///   - cleanupDirectory: a directory that is removed with all its content when the process has ended, however it
    ///     ends; it need not exist.
    /// - Throws: ``KeepAliveError`` with code `supervision`, or `Errno`.
    init(
        _ subcommand: String, executable: String? = nil, variables: [String: String] = [:],
        standardOutput: CInt? = nil, cleanupDirectory: String? = nil, loop: EventLoop
    ) throws {
        let ends = try PacketSocket<Reply, Order>.pair()
        defer { Glibc.close(ends.other) }
        socket = try PacketSocket(ends.own, loop: loop)
        let null = try FileDescriptor.open("/dev/null", .writeOnly, options: .closeOnExec)
        defer { try? null.close() }
        // Swift's backtrace after a crash is switched off: its output is discarded, and it would delay the end by
        // minutes.
        let changed = variables.merging(["SWIFT_BACKTRACE": "enable=no"]) { given, _ in given }
        let inherited = Machine.rawEnvironment.filter { entry in
            !changed.keys.contains { entry.text.hasPrefix("\($0)=") }
        }
        var request = GuardedProcess.Request(
            path: executable ?? Machine.executable, arguments: ["keepalive-run", subcommand].map { RawText($0) },
            environment: inherited + changed.sorted { $0.key < $1.key }.map { RawText("\($0.key)=\($0.value)") })
        request.standardInput = ends.other
        request.standardOutput = standardOutput ?? null.rawValue
        request.standardError = null.rawValue
        request.cleanupDirectory = cleanupDirectory
        process = try GuardedProcess(request, loop: loop)
    }

    /// Ends the process without waiting for its end, because it may be blocked in the kernel. Its cleanup directory is
    /// removed, too.
    func abandon() {
        socket.close()
        process.onReport = nil
        // The closure keeps the object alive until the guardian has cleaned up.
        process.dismiss(removesDirectory: true) { [process] _ in _ = process }
    }
}
