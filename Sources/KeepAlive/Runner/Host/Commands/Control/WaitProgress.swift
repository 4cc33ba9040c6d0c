import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy

/// Shows that a device takes its time for an answer, and lets people give up.
final class WaitProgress {
    /// The time after which something is shown.
    private static let patience = Duration.seconds(2)

    private let what: String
    private let isTerminal = Machine.standardErrorIsTerminal
    private var shown: Int64?

    /// - Parameter what: the work, such as "a.pdf is being opened".
    init(_ what: String) {
        self.what = what
        Interruption.watch()
    }

    /// Looks at the time that has passed.
    ///
    /// - Throws: `ExitCode` when a signal has come.
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

    /// Removes the line.
    func finish() {
        if isTerminal, shown != nil { Machine.showProgress(nil) }
        shown = nil
    }
}
