import Glibc
import KeepAlivePolicy
import SystemPackage

/// A program that has run to its end, and what it printed.
struct FinishedTool {
    /// How it ended.
    let status: ProcessStatus
    /// What it printed.
    let output: ScratchFile
    /// The first line of what it complained about, or `nil`.
    let complaint: String?

    /// Runs a program with nothing to read, and serves the loop until it has ended.
    ///
    /// - Parameters:
    ///   - arguments: with the name of the program first.
    ///   - limit: how long it may take.
    /// - Returns: `nil` when it did not end in time, or when something stopped the loop; it is ended then.
    /// - Throws: `Errno` where there is no memory for what it prints; ``KeepAliveError`` with code `supervision`.
    static func run(
        _ path: String, arguments: [RawText], environment: [RawText], limit: Duration, on loop: EventLoop
    ) throws -> FinishedTool? {
        let output = try ScratchFile("keepalive-output")
        let complaints = try ScratchFile("keepalive-complaints")
        let nothing = try valueOrErrno(open("/dev/null", O_RDWR | O_CLOEXEC))
        defer { close(nothing) }
        var request = GuardedProcess.Request(path: path, arguments: arguments, environment: environment)
        request.standardInput = nothing
        request.standardOutput = output.descriptor
        request.standardError = complaints.descriptor
        let process = try GuardedProcess(request, loop: loop)
        defer { process.end() }
        var status: ProcessStatus?
        process.onReport = { report in
            switch report {
            case .exited(let ended): status = ended
            case .guardianLost: status = .signalled(SIGKILL)
            case .stopped, .continued: break
            }
        }
        guard loop.run(until: { status != nil }, timeout: limit), let status else { return nil }
        return FinishedTool(status: status, output: output, complaint: complaints.firstLine)
    }
}
