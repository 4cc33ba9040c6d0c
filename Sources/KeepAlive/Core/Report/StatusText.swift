import KeepAlivePolicy

/// Formats the status of a device as a table with one line for each app.
package struct StatusText: Sendable {
    /// True if lines contain ANSI colours.
    package let colours: Bool
    /// The maximum length of a line in columns, at least 60.
    package let width: Int

    package init(colours: Bool, width: Int = 120) {
        self.colours = colours
        self.width = max(60, width)
    }

    /// Returns the line about the device, followed by the table of apps.
    package func lines(_ status: DeviceStatus) -> [String] {
        [head(status)]
            + (status.apps.isEmpty ? ["no app; 'keepalive-run ctl launch -- COMMAND' starts one"] : table(status))
    }

    /// Returns the line about the device.
    package func head(_ status: DeviceStatus) -> String {
        let scale = status.timeScale ?? 1
        var parts = ["iOS \(status.ios)", "up \(Self.time(status.uptimeSeconds / scale))"]
        if let words = TimeScale.words(scale) { parts.append(words) }
        parts += status.conditions
        return "\(status.name)  \(parts.joined(separator: ", "))".withoutControls
    }

    /// Returns the table of apps with its heading. Its times are device time.
    package func table(_ status: DeviceStatus) -> [String] {
        let scale = status.timeScale ?? 1
        let names = status.apps.map(\.name.withoutControls)
        let nameWidth = min(32, max(4, names.map(\.count).max() ?? 4))
        let holds = status.apps.map { app in
            let grants = app.grants.filter { $0 != .foreground }.map(\.rawValue)
            return grants.isEmpty ? "-" : grants.joined(separator: "+")
        }
        let holdsWidth = max(5, holds.map(\.count).max() ?? 5)
        let heading =
            "\(Figures.left("APP", nameWidth))  \(Figures.left("STATE", 16))  \(Figures.right("SINCE", 7))  "
            + "\(Figures.left("HOLDS", holdsWidth))  WHY, AND WHAT IS NEXT"
        var lines = [cut(heading)]
        for (index, app) in status.apps.enumerated() {
            let name = names[index].count > nameWidth ? String(names[index].suffix(nameWidth)) : names[index]
            let start =
                "\(Figures.left(name, nameWidth))  \(Figures.left(app.stateInWords, 16))  "
                + "\(Figures.right(Self.time(app.sinceSeconds / scale), 7))  \(Figures.left(holds[index], holdsWidth))  "
            let next = app.next.map { "; in \(Self.time($0.inSeconds / scale)) \($0.what) [\($0.rule)]" } ?? ""
            let line = cut(start + "\(app.reason) [\(app.rule)]\(next)".withoutControls)
            lines.append(colours ? coloured(line, app.state, from: nameWidth + 2) : line)
        }
        return lines
    }

    private func cut(_ line: String) -> String { line.count > width ? String(line.prefix(width - 1)) + "…" : line }

    private func coloured(_ line: String, _ state: ApplicationState, from column: Int) -> String {
        let start = line.index(line.startIndex, offsetBy: column)
        let end = line.index(start, offsetBy: min(16, line.distance(from: start, to: line.endIndex)))
        return "\(line[..<start])\u{1B}[\(TimelineText.colour(of: state))m\(line[start..<end])\u{1B}[0m\(line[end...])"
    }

    /// Returns a time in at most seven columns, such as `12.3 s`, `4:05` or `2:03:04`.
    static func time(_ seconds: Double) -> String {
        guard seconds >= 60 else { return "\(Figures.fixed(max(0, seconds), 1)) s" }
        let whole = Int(clamping: min(seconds, 3.6e8))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        guard whole >= 3600 else { return "\(whole / 60):\(two(whole % 60))" }
        return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
    }
}
