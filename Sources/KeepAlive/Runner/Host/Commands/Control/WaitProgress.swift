import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy

/// Shows progress while a device works on an answer, and lets the user give up with Ctrl-C.
final class WaitProgress {
    /// The waiting time before progress is shown for the first time.
    private static let patience = Duration.seconds(2)

    private let what: String
    private let isTerminal = Machine.standardErrorIsTerminal
    /// The waiting time that was last shown, in seconds; `nil` if none was shown.
    private var shown: Int64?

    /// Starts to watch for signals.
    ///
    /// - Parameter what: the work, such as "a.pdf is being opened".
    init(_ what: String) {
        self.what = what
        Interruption.watch()
    }

    /// Updates the progress, unless a signal has arrived.
    ///
    /// - Parameter time: the waiting time up to now.
    ///
    /// - Throws: `ExitCode` if a signal has arrived.
    func look(_ time: Duration) throws {
        if let signal = Interruption.signal {
            finish()
            Machine.complain("gave up waiting: what the device has begun, it may still finish")
            throw ExitCode(128 + signal)
        }
        let seconds = time.components.seconds
        guard time >= Self.patience, shown != seconds else { return }
        if isTerminal {
            Machine.showProgress("\(what): \(seconds) s")
        } else if shown == nil {
            Machine.complain("\(what), and takes its time: Ctrl-C gives up waiting")
        }
        shown = seconds
    }

    /// Removes the progress line from the terminal.
    func finish() {
        if isTerminal, shown != nil { Machine.showProgress(nil) }
        shown = nil
    }
}
