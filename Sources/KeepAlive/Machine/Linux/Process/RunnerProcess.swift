import Glibc
import KeepAlivePolicy

/// Another runner, started as a child process. Its results are read when it has ended.
package final class RunnerProcess {
    /// The exit status of the runner; `nil` while it runs.
    package private(set) var status: Int32?

    private let process: GuardedProcess
    /// The file for the summary.
    private let figures: ScratchFile
    /// The file for standard error.
    private let words: ScratchFile
    private let timelineFile: ScratchFile?
    private let traceFile: ScratchFile?

    /// Starts `keepalive-run run` with some options. The app's output is discarded.
    ///
    /// - Parameters:
    ///   - options: options of `run`.
    ///   - command: the app's command and its arguments.
    ///   - keepsTimeline: true to record ``timeline``.
    ///   - keepsTrace: true to record ``trace``.
    ///   - loop: the event loop. When the runner ends, ``status`` is set and the loop is stopped.
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
        // The runner opens these files as /dev/fd/N, so the descriptors must be inherited.
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

    /// The summary of the run, as JSON; empty if the runner has written none.
    package var summary: [UInt8] { figures.content(limit: 1 << 24) ?? [] }

    /// The timeline of the run, one JSON object per line; empty if it was not recorded.
    package var timeline: [UInt8] { timelineFile?.content(limit: 1 << 26) ?? [] }

    /// The trace of the run, as JSON; empty if it was not recorded.
    package var trace: [UInt8] { traceFile?.content(limit: 1 << 26) ?? [] }

    /// The first line of the runner's standard error; `nil` if the runner has written none.
    package var complaint: String? { words.firstLine }

    /// Ends the runner and all processes that it has started.
    package func end() { process.end() }
}
