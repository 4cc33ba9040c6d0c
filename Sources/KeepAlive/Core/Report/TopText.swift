import KeepAlivePolicy

/// Formats the status of a running keepalive-run for the live view `top`: the apps, the last lines of the timeline, and
/// the keys.
package struct TopText: Sendable {
    /// The screen's width in columns; `rows` is its height in lines.
    package let columns: Int
    package let rows: Int

    /// The keys of the live view, each with its action in words.
    package static let keys: [(key: String, what: String)] = [
        ("↑↓", "app"), ("↵", "open"), ("h", "home"), ("p", "push"), ("f", "fetch"), ("t", "task"), ("c", "call"),
        ("r", "route"), ("m", "memory"), ("w", "low power"), ("l", "lock"), ("x", "terminate"), ("k", "kill"),
        ("q", "quit"),
    ]

    package init(columns: Int, rows: Int) {
        self.columns = max(20, columns)
        self.rows = max(6, rows)
    }

    /// Returns the lines of the view, one for each row of the screen.
    ///
    /// - Parameters:
    ///   - selected: the index of the app that the keys act on.
    ///   - log: the lines of the timeline, the newest last.
    ///   - message: the result of the last key press, in one line.
    package func lines(_ status: DeviceStatus, selected: Int, log: [String], message: String) -> [String] {
        let text = StatusText(colours: true, width: columns)
        let keyLines = self.keyLines
        let room = rows - keyLines.count - 3
        var lines = ["\u{1B}[1m" + cut(text.head(status))]
        if status.apps.isEmpty {
            lines += ["no app; 'keepalive-run ctl launch -- COMMAND' starts one"].map(cut)
        } else {
            let table = text.table(status)
            // Limits the number of apps, so that at least three lines remain for the timeline.
            let shown = max(1, min(status.apps.count, room - 4))
            let first = max(0, min(selected - shown / 2, status.apps.count - shown))
            lines.append("\u{1B}[2m" + table[0])
            for index in first..<first + shown {
                lines.append((index == selected ? "\u{1B}[7m" : "") + table[index + 1])
            }
            if shown < status.apps.count { lines.append(cut("… \(shown) of \(status.apps.count) apps")) }
        }
        lines.append("")
        let left = rows - keyLines.count - 1 - lines.count
        lines += log.suffix(max(0, left)).map(cut)
        while lines.count < rows - keyLines.count - 1 { lines.append("") }
        lines = Array(lines.prefix(rows - keyLines.count - 1))
        lines.append("\u{1B}[33m" + cut(message.withoutControls))
        return lines + keyLines
    }

    /// The keys with their actions, on as many lines as they need.
    private var keyLines: [String] {
        var lines: [(text: String, width: Int)] = [("", 0)]
        for (key, what) in Self.keys {
            let width = key.count + 1 + what.count + 2
            if lines[lines.count - 1].width + width > columns { lines.append(("", 0)) }
            lines[lines.count - 1].text += "\u{1B}[1m\(key)\u{1B}[0m \(what)  "
            lines[lines.count - 1].width += width
        }
        return lines.map(\.text)
    }

    private func cut(_ line: String) -> String {
        line.count > columns ? String(line.prefix(columns - 1)) + "…" : line
    }
}
