import Glibc

/// An energy meter beside the machine, asked through a command that prints the joules up to now.
package final class CommandMeter: JouleCounter {
    private let command: String
    private let loop: EventLoop
    /// How long a meter may take to answer.
    private static let patience = Duration.seconds(10)

    package let quality = CounterSource.Quality.exact
    package let readEvery: Duration? = nil
    package var description: String { "meter: \(command)" }

    /// - Parameters:
    ///   - command: for sh; it prints one number, joules, which goes up.
    ///   - loop: where its end is waited for.
    package init(_ command: String, loop: EventLoop) {
        self.command = command
        self.loop = loop
    }

    package func joules() throws -> Double {
        func failure(_ text: String) -> KeepAliveError {
            KeepAliveError(
                .supervision, "the meter '\(command)' \(text)", remedy: "It must print the joules up to now, a number")
        }
        let output: ScratchFile
        let words: ScratchFile
        do {
            output = try ScratchFile("keepalive-meter")
            words = try ScratchFile("keepalive-meter-words")
        } catch {
            throw failure("cannot be read: \(error)")
        }
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(nothing) }
        var request = GuardedProcess.Request(
            path: "/bin/sh", arguments: ["sh", "-c", RawText(command)], environment: Machine.rawEnvironment)
        request.standardInput = nothing
        request.standardOutput = output.descriptor
        request.standardError = words.descriptor
        let process = try GuardedProcess(request, loop: loop)
        defer { process.end() }
        var status: Int32?
        process.onReport = { [loop] report in
            switch report {
            case .exited(let exit): status = exit.shellStatus
            case .guardianLost: status = KeepAliveError.Code.supervision.exitStatus
            default: return
            }
            loop.stop()
        }
        _ = loop.run(until: { status != nil }, timeout: Self.patience)
        guard let status else { throw failure("did not answer in \(Self.patience.inWords)") }
        guard status == 0 else {
            let said = words.beginning.split(separator: "\n").first.map { ": \($0)" } ?? ""
            throw failure("ended with status \(status)\(said)")
        }
        let text = output.beginning.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        guard let joules = Double(text.filter { !$0.isWhitespace }), abs(joules) < 1e15 else {
            throw failure("printed '\(text.prefix(40))', no number")
        }
        return joules
    }
}
