import Glibc
import KeepAlivePolicy

/// The functions by which this program prints. All text for people goes through them: they remove control characters,
/// so that the name of an app or a file cannot control the terminal. scripts/check/check-printing checks that nothing
/// is printed elsewhere.
extension Machine {
    /// Prints a text for people on standard output.
    ///
    /// - Throws: ``KeepAliveError`` with code `output`.
    package static func show(_ text: String) throws { try emit(text.forTerminal) }

    /// Prints text for programs on standard output, unchanged: JSON, and the values of the app protocol.
    ///
    /// - Throws: ``KeepAliveError`` with code `output`.
    package static func emit(_ text: String) throws {
        if let error = OutputDescriptor.writeAll(text, to: STDOUT_FILENO) {
            throw OutputDescriptor.failure("standard output", error)
        }
    }

    /// Prints a text for people on standard error. Waits if the reader is slow, and ignores errors.
    package static func tell(_ text: String) { _ = OutputDescriptor.writeAll(text.forTerminal, to: STDERR_FILENO) }

    /// Prints a message of this program on standard error, on one line.
    package static func complain(_ message: String) { tell("keepalive-run: \(message.withoutControls)\n") }

    /// Shows progress on the last line of a terminal on standard error, replacing the former progress; `nil` clears the
    /// line.
    package static func showProgress(_ line: String?) {
        _ = OutputDescriptor.writeAll("\r\(line?.withoutControls ?? "")\u{1B}[K", to: STDERR_FILENO)
    }
}
