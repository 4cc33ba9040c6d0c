import KeepAlivePolicy

/// A self-contained HTML page without scripts or network access. It supports light and dark mode, narrow screens and
/// print.
struct HTMLPage {
    private var body = ""
    private let title: String

    init(title: String) {
        self.title = title
    }

    /// Returns text escaped for use between tags and in attributes.
    static func escaped(_ text: String) -> String { XMLText.escaped(text.withoutControls) }

    /// Adds HTML, which is not escaped.
    mutating func add(_ html: String) { body += html + "\n" }

    /// Adds a drawing with a caption. On a narrow screen the drawing scrolls horizontally.
    ///
    /// - Parameter above: true if the caption is placed above the drawing.
    mutating func figure(_ svg: String, caption: String, above: Bool = false) {
        let text = "<figcaption>\(Self.escaped(caption))</figcaption>"
        add("<figure>\(above ? text : "")<div class=\"plot\">\(svg)</div>\(above ? "" : text)</figure>")
    }

    /// Adds small drawings, side by side if the page is wide enough. Each is narrow enough for a phone.
    mutating func figures(_ drawings: [(svg: String, caption: String)]) {
        let all = drawings.map { drawing in
            "<figure><figcaption>\(Self.escaped(drawing.caption))</figcaption>\(drawing.svg)</figure>"
        }
        add("<div class=\"small\">\(all.joined(separator: "\n"))</div>")
    }

    /// Adds a heading with an id, so that links can point to it.
    mutating func heading(_ text: String) {
        let id = String(text.lowercased().map { $0.isLetter ? $0 : "-" })
        add("<h2 id=\"\(id)\">\(Self.escaped(text))</h2>")
    }

    mutating func paragraph(_ text: String) { add("<p>\(Self.escaped(text))</p>") }

    /// Adds a table. A table that is wider than the page scrolls horizontally.
    ///
    /// - Parameter numeric: the indices of the columns that are aligned to the right.
    mutating func table(_ header: [String], numeric: Set<Int>, _ rows: [[String]], caption: String) {
        func cells(_ cells: [String], _ tag: String) -> String {
            cells.enumerated().map { column, cell in
                let place = numeric.contains(column) ? " class=\"n\"" : ""
                let scope = tag == "th" ? " scope=\"col\"" : ""
                return "<\(tag)\(place)\(scope)>\(Self.escaped(cell))</\(tag)>"
            }.joined()
        }
        add("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"\(Self.escaped(caption))\"><table>")
        add("<caption>\(Self.escaped(caption))</caption>")
        add("<thead><tr>\(cells(header, "th"))</tr></thead><tbody>")
        for row in rows { add("<tr>\(cells(row, "td"))</tr>") }
        add("</tbody></table></div>")
    }

    /// Adds a table that is collapsed until the reader opens it.
    mutating func folded(_ header: [String], numeric: Set<Int>, _ rows: [[String]], caption: String) {
        add("<details><summary>\(Self.escaped(caption))</summary>")
        table(header, numeric: numeric, rows, caption: caption)
        add("</details>")
    }

    var rendered: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="generator" content="keepalive-run">
        <title>\(Self.escaped(title))</title>
        <style>
        \(Self.style)
        </style>
        </head>
        <body>
        <main>
        \(body)</main>
        </body>
        </html>

        """
    }

    /// Text has a contrast of at least 4.5 to 1 in light and dark mode. The colours of states also differ in lightness.
    private static let style = """
        :root { --ground: #fff; --text: #1b1f24; --soft: #57606a; --line: #d0d7de; --card: #f6f8fa; --accent: #0550ae;
          --foreground: #1a7f37; --background: #9a6700; --suspended: #57606a; --other: #8250df; --grant: #0969da;
          --mark: #bc4c00; }
        @media (prefers-color-scheme: dark) {
          :root { --ground: #0d1117; --text: #e6edf3; --soft: #9da7b3; --line: #30363d; --card: #161b22; --accent: #79c0ff;
            --foreground: #3fb950; --background: #d29922; --suspended: #8b949e; --other: #a371f7; --grant: #58a6ff;
            --mark: #f0883e; }
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--ground); color: var(--text);
          font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
        main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
        h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; }
        h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; }
        p { margin: .5rem 0; max-width: 46rem; }
        pre { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
          padding: .5rem .75rem; font-size: .85rem; }
        .soft, caption, figcaption { color: var(--soft); font-size: .875rem; }
        .cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: 1rem 0; }
        .card { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem; }
        .card b { display: block; font-size: 1.25rem; font-variant-numeric: tabular-nums; }
        .wide { overflow-x: auto; margin: .75rem 0; }
        .wide:focus-visible, summary:focus-visible, a:focus-visible, .mark:focus-visible {
          outline: 2px solid var(--accent); outline-offset: 2px; }
        table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
        caption { text-align: left; padding-bottom: .25rem; }
        th, td { text-align: left; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
        .n { text-align: right; white-space: nowrap; }
        figure { margin: 1rem 0; }
        .small { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 0 2rem; }
        .small figure { max-width: 32rem; }
        .plot { overflow-x: auto; }
        .plot svg { min-width: 40rem; }
        td:last-child { min-width: 9rem; }
        svg { display: block; width: 100%; height: auto; }
        svg text { fill: var(--text); font: 12px system-ui, "Liberation Sans", sans-serif; }
        svg .soft { fill: var(--soft); font-size: 11px; }
        svg .on { fill: var(--ground); font-size: 11px; font-weight: 600; pointer-events: none; }
        svg .axis { stroke: var(--line); stroke-width: 1; }
        ul { padding-left: 1.25rem; }
        details { margin: .75rem 0; }
        summary { cursor: pointer; color: var(--accent); }
        @media print { main { max-width: none; padding: 0; } .wide { overflow: visible; } h2 { break-after: avoid; }
          figure, .card { break-inside: avoid; } }
        """
}
