import Glibc
import KeepAlivePolicy
import SystemPackage

/// A process of our own executable that does what may hang, so that the runner does not: it takes orders and replies in
/// packets over its standard input, and ends with the runner.
final class ServiceProcess<Reply: Decodable, Order: Encodable> {
    let process: GuardedProcess
    let socket: PacketSocket<Reply, Order>

    /// Starts it.
    ///
    /// - Parameters:
    ///   - subcommand: of keepalive-run: what it does.
    ///   - executable: the path of keepalive-run.
    ///   - variables: set in its environment, beside the runner's own.
    /// - Throws: ``KeepAliveError`` with code `supervision`, or `Errno`.
    init(
        _ subcommand: String, executable: String, variables: [String: String] = [:], loop: EventLoop
    ) throws {
        let ends = try PacketSocket<Reply, Order>.pair()
        defer { Glibc.close(ends.other) }
        socket = try PacketSocket(ends.own, loop: loop)
        let null = try FileDescriptor.open("/dev/null", .writeOnly, options: .closeOnExec)
        defer { try? null.close() }
        // A crash is over at once, not after minutes of symbols that nobody reads.
        let changed = variables.merging(["SWIFT_BACKTRACE": "enable=no"]) { given, _ in given }
        let inherited = Machine.rawEnvironment.filter { entry in
            !changed.keys.contains { entry.text.hasPrefix("\($0)=") }
        }
        var request = GuardedProcess.Request(
            path: executable, arguments: ["keepalive-run", subcommand].map { RawText($0) },
            environment: inherited + changed.sorted { $0.key < $1.key }.map { RawText("\($0.key)=\($0.value)") })
        request.standardInput = ends.other
        request.standardOutput = null.rawValue
        request.standardError = null.rawValue
        process = try GuardedProcess(request, loop: loop)
    }

    /// Ends it without waiting for that: it may hang in the kernel.
    func abandon() {
        socket.close()
        process.onReport = nil
        // Held until its guardian has cleared up.
        process.dismiss { [process] _ in _ = process }
    }
}
