import KeepAlivePolicy

/// A page with pairs of timelines, one over the other on the same scale, and a table below each pair.
package struct SideBySidePage {
    /// A timeline with its name.
    package struct Timeline {
        package var name: String
        package var events: [TimelineEvent]

        package init(name: String, events: [TimelineEvent]) {
            self.name = name
            self.events = events
        }
    }

    private var page: HTMLPage
    private var plots = 0

    package init(title: String, summary: String) {
        page = HTMLPage(title: title)
        page.add("<h1>\(HTMLPage.escaped(title))</h1>")
        page.paragraph(summary)
    }

    /// Adds a pair of timelines, and the table of what they have in common and where they differ.
    ///
    /// - Parameters:
    ///   - end: the end of both in seconds.
    ///   - numeric: the indices of the columns that are aligned to the right.
    package mutating func add(
        _ heading: String, above: Timeline, below: Timeline, end: Double, header: [String], numeric: Set<Int>,
        rows: [[String]], note: String?
    ) {
        page.heading(heading)
        for timeline in [above, below] {
            plots += 1
            page.figure(
                TimelinePlot(events: timeline.events, end: end, id: "plot-\(plots)").svg(), caption: timeline.name,
                above: true)
        }
        page.table(header, numeric: numeric, rows, caption: "\(above.name) beside \(below.name.lowercased())")
        if let note { page.paragraph(note) }
    }

    package var rendered: String { page.rendered }
}
