import KeepAlivePolicy
import KeepAlivePorts

/// An energy meter outside the machine, read by running a command that prints the total energy in joules.
package final class CommandMeter: JouleCounter {
    private let command: String
    private let loop: EventLoop
    /// The longest time for which the command may run.
    private static let patience = Duration.seconds(10)

    package let quality = CounterSource.Quality.exact
    package let readEvery: Duration? = nil
    package var description: String { "meter: \(command)" }

    /// - Parameters:
    ///   - command: a command for sh. It prints one number, the total in joules, which must not decrease.
    ///   - loop: the event loop that runs until the command ends.
    package init(_ command: String, loop: EventLoop) {
        self.command = command
        self.loop = loop
    }

    package func joules() throws -> Double {
        func failure(_ text: String) -> KeepAliveError {
            KeepAliveError(
                .supervision, "the meter '\(command)' \(text)", remedy: "It must print the joules up to now, a number")
        }
        let shell: FinishedTool?
        do {
            shell = try FinishedTool.run(
                "/bin/sh", arguments: ["sh", "-c", RawText(command)], environment: Machine.rawEnvironment,
                limit: Self.patience, on: loop)
        } catch {
            throw failure("cannot be asked: \(error)")
        }
        guard let shell else { throw failure("did not answer in \(Self.patience.inWords)") }
        guard shell.status == .exited(0) else {
            throw failure("ended with status \(shell.status.shellStatus)" + (shell.complaint.map { ": \($0)" } ?? ""))
        }
        let text = shell.output.firstLine ?? ""
        guard let joules = Double(text.filter { !$0.isWhitespace }), abs(joules) < 1e15 else {
            throw failure("printed '\(text.prefix(40))', no number")
        }
        return joules
    }
}
