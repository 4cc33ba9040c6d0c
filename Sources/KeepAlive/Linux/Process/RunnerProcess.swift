import Glibc

/// Another runner as a process of its own, whose figures are read when it has ended.
package final class RunnerProcess {
    /// What it exited with; `nil` while it runs.
    package private(set) var status: Int32?

    private let process: GuardedProcess
    private let figures: ScratchFile
    private let words: ScratchFile

    /// Starts `keepalive-run run` with these options. What the app prints is not kept.
    ///
    /// - Parameters:
    ///   - options: of `run`.
    ///   - command: the app's command and its arguments.
    ///   - loop: where its end is told; ``status`` is set from there.
    /// - Throws: ``KeepAliveError`` with code `supervision`.
    package init(options: [String], command: [RawText], loop: EventLoop) throws {
        do {
            figures = try ScratchFile("keepalive-figures")
            words = try ScratchFile("keepalive-words")
        } catch {
            throw KeepAliveError(.supervision, "no memory for the figures of a run: \(error)")
        }
        // The runner opens it by its number.
        _ = fcntl(figures.descriptor, F_SETFD, 0)
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(nothing) }
        let own = ["keepalive-run", "run", "-q", "--summary", "/dev/fd/\(figures.descriptor)"] + options + ["--"]
        var request = GuardedProcess.Request(
            path: Machine.executable, arguments: own.map { RawText($0) } + command, environment: Machine.rawEnvironment)
        request.standardInput = nothing
        request.standardOutput = nothing
        request.standardError = words.descriptor
        request.inheritedDescriptors = [figures.descriptor]
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

    /// What it has written as its figures, JSON; empty when there are none.
    package var summary: [UInt8] { figures.content(limit: 1 << 24) ?? [] }

    /// The first line that it complained with, or `nil`.
    package var complaint: String? {
        words.beginning.split(separator: "\n").first.map(String.init)
    }

    /// Ends it, with everything that it has started.
    package func end() { process.end() }
}
