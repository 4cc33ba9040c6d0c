import Glibc
import KeepAlivePolicy
import SystemPackage

/// A program that has run to its end, with its exit status and output.
struct FinishedTool {
    /// The status with which the program ended.
    let status: ProcessStatus
    /// The standard output of the program.
    let output: ScratchFile
    /// The first line of the program's standard error; `nil` if the program has written none.
    let complaint: String?

    /// Runs a program with empty input, and runs the event loop until the program has ended.
    ///
    /// - Parameters:
    ///   - arguments: the arguments, with the name of the program first.
    ///   - limit: the longest time for which the program may run.
    /// - Returns: the ended program; `nil` if it did not end in time, or the loop was stopped. In both cases the
    ///   program is killed.
    /// - Throws: `Errno` if there is no memory for the output; ``KeepAliveError`` with code `supervision`.
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
