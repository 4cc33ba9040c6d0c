import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport

/// The outputs of a timeline: standard error, for people, and a file, for programs.
final class TimelineOutputs {
    private let terminal: OutputFile?
    private let file: OutputFile?
    private let text: TimelineText
    /// True when lines name their app, because there is more than one.
    var showsApps = false

    /// Opens the outputs that are asked for.
    ///
    /// - Throws: ``KeepAliveError`` with code `output`.
    init(_ outputs: RunOutputs) throws {
        // A slow reader must not keep the run from freezing and ending the app in time.
        file = try outputs.events.map { try OutputFile($0, overflow: .dropsLines) }
        terminal = outputs.quiet ? nil : try OutputFile("-", overflow: .dropsLines)
        text = TimelineText(colours: outputs.colours)
    }

    /// Writes an event.
    func write(_ event: TimelineEvent) {
        if let file, let line = try? JSONText.line(event) { file.write(line) }
        if let terminal, let line = text.line(for: event, namingApp: showsApps) { terminal.write(line + "\n") }
    }

    /// Writes a line that is no event.
    func say(_ line: String) { terminal?.write("keepalive-run: \(line)\n") }

    /// Ends the file; returns the reason why it is not complete.
    func finish() -> KeepAliveError? {
        file?.finish()
        return file?.failure
    }
}
