import Glibc
import KeepAlivePolicy

/// All that this program prints for itself. What is for people goes through here, so that no name of an app or of a file drives
/// their terminal; scripts/check/check-printing holds that nothing is printed elsewhere.
extension Machine {
    /// Prints a text for people on standard output.
    ///
    /// - Throws: ``KeepAliveError`` with code `output`.
    package static func show(_ text: String) throws { try emit(text.forTerminal) }

    /// Prints what programs read on standard output, as it is: JSON, and the values of the app protocol.
    ///
    /// - Throws: ``KeepAliveError`` with code `output`.
    package static func emit(_ text: String) throws {
        if let error = OutputDescriptor.writeAll(text, to: STDOUT_FILENO) {
            throw OutputDescriptor.failure("standard output", error)
        }
    }

    /// Prints a text for people on standard error, and waits for a reader that is slow.
    package static func tell(_ text: String) { _ = OutputDescriptor.writeAll(text.forTerminal, to: STDERR_FILENO) }

    /// Prints a message of this program on standard error, in one line.
    package static func complain(_ message: String) { tell("keepalive-run: \(message.withoutControls)\n") }

    /// Shows progress in the last line of a terminal on standard error, in the place of what is there; `nil` clears it.
    package static func showProgress(_ line: String?) {
        _ = OutputDescriptor.writeAll("\r\(line?.withoutControls ?? "")\u{1B}[K", to: STDERR_FILENO)
    }
}
