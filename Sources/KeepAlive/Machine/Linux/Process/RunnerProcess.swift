import Glibc
import KeepAlivePolicy

/// Another runner, in a process of its own. Its figures are read when it has ended.
package final class RunnerProcess {
    /// Its exit status; `nil` while it runs.
    package private(set) var status: Int32?

    private let process: GuardedProcess
    private let figures: ScratchFile
    private let words: ScratchFile
    private let timelineFile: ScratchFile?
    private let traceFile: ScratchFile?

    /// Starts `keepalive-run run` with some options. The output of the app is dropped.
    ///
    /// - Parameters:
    ///   - options: options of `run`.
    ///   - command: the app's command and its arguments.
    ///   - keepsTimeline: whether ``timeline`` is recorded.
    ///   - keepsTrace: whether ``trace`` is recorded.
    ///   - loop: the loop that reports the end of the runner, sets ``status``, and stops then.
    /// - Throws: ``KeepAliveError`` with code `supervision`.
    package init(
        options: [String], command: [RawText], keepsTimeline: Bool = false, keepsTrace: Bool = false, loop: EventLoop
    ) throws {
        do {
            figures = try ScratchFile("keepalive-figures")
            words = try ScratchFile("keepalive-words")
            timelineFile = try keepsTimeline ? ScratchFile("keepalive-timeline") : nil
            traceFile = try keepsTrace ? ScratchFile("keepalive-trace") : nil
        } catch {
            throw KeepAliveError(.supervision, "no memory for the figures of a run: \(error)")
        }
        // The runner opens them by their numbers.
        let files = [("--summary", figures), ("--events", timelineFile), ("--trace", traceFile)]
            .compactMap { option, file in file.map { (option: option, descriptor: $0.descriptor) } }
        for file in files { _ = fcntl(file.descriptor, F_SETFD, 0) }
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(nothing) }
        let own =
            ["keepalive-run", "run", "-q"] + files.flatMap { [$0.option, "/dev/fd/\($0.descriptor)"] } + options + [
                "--"
            ]
        var request = GuardedProcess.Request(
            path: Machine.executable, arguments: own.map { RawText($0) } + command, environment: Machine.rawEnvironment)
        request.standardInput = nothing
        request.standardOutput = nothing
        request.standardError = words.descriptor
        request.inheritedDescriptors = files.map(\.descriptor)
        process = try GuardedProcess(request, loop: loop)
        process.onReport = { [unowned self] report in
            switch report {
            case .exited(let status):
                self.status = status.shellStatus
                loop.stop()
            case .guardianLost:
                status = KeepAliveError.Code.supervision.exitStatus
                loop.stop()
            default: break
            }
        }
    }

    deinit { end() }

    /// Its figures, JSON; empty when there are none.
    package var summary: [UInt8] { figures.content(limit: 1 << 24) ?? [] }

    /// Its decisions, JSON, one a line; empty when they were not recorded.
    package var timeline: [UInt8] { timelineFile?.content(limit: 1 << 26) ?? [] }

    /// Its trace, JSON; empty when it was not recorded.
    package var trace: [UInt8] { traceFile?.content(limit: 1 << 26) ?? [] }

    /// The first line of its standard error, or `nil`.
    package var complaint: String? { words.firstLine }

    /// Ends the runner, with everything that it has started.
    package func end() { process.end() }
}
