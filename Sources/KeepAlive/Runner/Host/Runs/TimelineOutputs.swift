import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport

/// The outputs of a timeline: text on standard error, and a file with JSON.
final class TimelineOutputs {
    private let terminal: OutputFile?
    private let file: OutputFile?
    private let text: TimelineText
    /// True if each line names its app, because the device has several apps.
    var showsApps = false

    /// Opens the outputs of the timeline.
    ///
    /// - Throws: ``KeepAliveError`` with code `output` if an output cannot be opened.
    init(_ outputs: RunOutputs) throws {
        // Lines are dropped if a reader is slow: waiting for the reader could delay freezing or ending the app.
        file = try outputs.events.map { try OutputFile($0, overflow: .dropsLines) }
        terminal = outputs.quiet ? nil : try OutputFile("-", overflow: .dropsLines)
        text = TimelineText(colours: outputs.colours)
    }

    /// Writes an event to standard error and to the JSON file.
    func write(_ event: TimelineEvent) {
        if let file, let line = try? JSONText.line(event) { file.write(line) }
        if let terminal, let line = text.line(for: event, namingApp: showsApps) { terminal.write(line + "\n") }
    }

    /// Prints a message that is not an event of the timeline.
    func say(_ line: String) { terminal?.write("keepalive-run: \(line)\n") }

    /// Finishes the JSON file; returns the error if the file is incomplete, otherwise `nil`.
    func finish() -> KeepAliveError? {
        file?.finish()
        return file?.failure
    }
}
