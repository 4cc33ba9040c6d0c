import Glibc
import KeepAlivePolicy
import SystemPackage

/// The whole terminal, while a program shows a live view on it. Keys arrive without Enter. The former screen content is
/// restored at the end, even if a signal ends the program.
package final class FullScreen {
    /// The reasons for which ``wait(for:timeout:)`` returns.
    package enum Input: Equatable {
        /// A key was typed: a character, or a name such as `up`.
        case key(String)
        /// Input has arrived on the watched descriptor.
        case readable
        /// The timeout has passed, or the size of the terminal has changed.
        case refresh
        /// The terminal has been closed.
        case over
    }

    // The terminal modes to restore. They are in a global variable, because the signal handler reads them; there is
    // only one terminal.
    nonisolated(unsafe) private static var before = termios()
    private static let leave: StaticString = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    private var isOpen = true
    private var shown: [String] = []
    /// The typed characters that have not been handled yet.
    private var typed: Substring = ""

    /// Switches the terminal to raw mode and to the alternate screen, and installs handlers of the signals that end the
    /// program.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` if standard input or output is not a terminal.
    package init() throws {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &Self.before) == 0 else {
            throw KeepAliveError(.usage, "a live view needs a terminal", remedy: "'ctl status' prints the same once")
        }
        var raw = Self.before
        cfmakeraw(&raw)
        raw.c_oflag |= tcflag_t(OPOST)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
        for number in [SIGTERM, SIGHUP, SIGINT, SIGQUIT] {
            signal(number) { number in
                FullScreen.restore()
                _exit(128 + number)
            }
        }
        // The handler of SIGWINCH does nothing: the signal only has to interrupt poll(2).
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        sigaction(SIGWINCH, &action, nil)
        // "?7l" switches line wrapping off: a line that is too wide is cut off at the edge.
        write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J")
    }

    deinit { close() }

    package func close() {
        guard isOpen else { return }
        isOpen = false
        Self.restore()
    }

    /// Restores the terminal, using only calls that a signal handler may make.
    private static func restore() {
        _ = Glibc.write(STDOUT_FILENO, leave.utf8Start, leave.utf8CodeUnitCount)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &before)
    }

    /// The columns and rows of the terminal; 80 and 24 if they are unknown.
    package var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Draws lines, which must fit on the screen. Only lines that differ from the previous call are written.
    package func draw(_ lines: [String]) {
        var text = ""
        let isNew = lines.count != shown.count
        for (row, line) in lines.enumerated() where isNew || shown[row] != line {
            text += "\u{1B}[\(row + 1);1H\(line.forTerminal)\u{1B}[0m\u{1B}[K"
        }
        if isNew { text += "\u{1B}[\(lines.count);1H\u{1B}[0m\u{1B}[J" }
        if isNew, let last = lines.last { text += "\u{1B}[\(lines.count);1H\(last.forTerminal)\u{1B}[0m\u{1B}[K" }
        shown = lines
        if !text.isEmpty { write(text) }
    }

    /// Discards the record of the lines that are shown, so that the next ``draw(_:)`` writes all lines.
    package func forget() { shown = [] }

    private func write(_ text: String) { _ = OutputDescriptor.writeAll(text, to: STDOUT_FILENO) }

    /// Waits for a key, for input on a descriptor, or until a time has passed.
    package func wait(for descriptor: CInt, timeout: Duration) -> Input {
        guard typed.isEmpty else { return key() }
        var watched = [
            pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let milliseconds = CInt(clamping: timeout / .milliseconds(1))
        guard poll(&watched, 2, milliseconds) > 0 else {
            forget()
            return .refresh
        }
        if watched[0].revents != 0 { return key() }
        return .readable
    }

    /// Returns the next key that was typed.
    private func key() -> Input {
        if typed.isEmpty {
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            guard count > 0 else { return .over }
            typed = Substring(String(decoding: bytes[..<count], as: UTF8.self))
        }
        for (sequence, name) in Self.sequences where typed.hasPrefix(sequence) {
            typed = typed.dropFirst(sequence.count)
            return .key(name)
        }
        guard typed.first == "\u{1B}" else { return .key(String(typed.removeFirst())) }
        typed = typed.dropFirst()
        if typed.first == "[" || typed.first == "O" { typed = typed.dropFirst() }
        typed = typed.drop { !$0.isLetter && $0 != "~" }.dropFirst()
        return .key(Self.otherKey)
    }

    /// The name of each key that is not a character and has no name in `sequences`.
    package static let otherKey = "other"

    /// The character sequences that terminals send for special keys, with the names of the keys.
    private static let sequences = [
        ("\u{1B}[A", "up"), ("\u{1B}OA", "up"), ("\u{1B}[B", "down"), ("\u{1B}OB", "down"), ("\r\n", "enter"),
        ("\r", "enter"), ("\n", "enter"), ("\u{03}", "q"), ("\u{04}", "q"),
    ]
}
