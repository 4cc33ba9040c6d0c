import KeepAlivePolicy

/// A small SVG drawing with a horizontal lane for each name, all on one scale from 0. It is narrow enough for a phone.
struct LanePlot {
    private static let width = 480.0
    private static let left = 118.0
    private static let lane = 22.0

    private let highest: Double
    private let plotWidth: Double
    private var lanes: [[String]] = []

    /// - Parameters:
    ///   - highest: the greatest value of the scale.
    ///   - right: the width reserved for the text on the right.
    init(highest: Double, right: Double) {
        self.highest = highest
        plotWidth = Self.width - Self.left - right
    }

    /// One lane, which collects the SVG elements that are drawn in the lane.
    struct Lane {
        fileprivate let y: Double
        fileprivate let x: (Double) -> Double
        fileprivate var marks: [String] = []

        /// Adds a line along the lane, with a tooltip if there is a title.
        mutating func line(from low: Double, to high: Double, colour: String, title: String = "") {
            let text = title.isEmpty ? "" : "<title>\(HTMLPage.escaped(title))</title>"
            marks.append(
                "<line x1=\"\(number(x(low)))\" y1=\"\(number(y))\" x2=\"\(number(x(high)))\" y2=\"\(number(y))\" "
                    + "stroke=\"var(--\(colour))\" stroke-width=\"2\">\(text)</line>")
        }

        /// Adds a tick, that is a line across the lane.
        mutating func tick(at value: Double, height: Double) {
            marks.append(
                "<line x1=\"\(number(x(value)))\" y1=\"\(number(y - height / 2))\" x2=\"\(number(x(value)))\" "
                    + "y2=\"\(number(y + height / 2))\" stroke=\"var(--text)\" stroke-width=\"2\"/>")
        }

        /// Adds a bar from 0 to a value.
        mutating func bar(to value: Double, colour: String) {
            marks.append(
                "<rect x=\"\(number(x(0)))\" y=\"\(number(y - 7))\" width=\"\(number(x(value) - x(0)))\" height=\"14\" "
                    + "rx=\"2\" fill=\"var(--\(colour))\" fill-opacity=\"0.55\"/>")
        }

        /// Adds a dot with a tooltip.
        mutating func dot(at value: Double, colour: String, title: String) {
            marks.append(
                "<circle cx=\"\(number(x(value)))\" cy=\"\(number(y))\" r=\"3.5\" fill=\"var(--\(colour))\" "
                    + "fill-opacity=\"0.6\"><title>\(HTMLPage.escaped(title))</title></circle>")
        }

        private func number(_ value: Double) -> String { Figures.fixed(value, 1) }
    }

    /// Adds a lane below the existing lanes.
    ///
    /// - Parameters:
    ///   - name: the text on the left.
    ///   - text: the text on the right.
    ///   - draw: draws the marks of the lane.
    mutating func add(_ name: String, text: String, _ draw: (inout Lane) -> Void = { _ in }) {
        let y = Double(lanes.count) * Self.lane + Self.lane / 2
        let (highest, plotWidth) = (highest, plotWidth)
        var lane = Lane(y: y) { Self.left + (highest > 0 ? max(0, $0) / highest : 0) * plotWidth }
        draw(&lane)
        let line = Figures.fixed(y + 4, 1)
        lanes.append(
            ["<text x=\"0\" y=\"\(line)\">\(HTMLPage.escaped(String(name.prefix(18))))</text>"] + lane.marks + [
                "<text class=\"soft\" x=\"\(Int(clamping: Self.width))\" y=\"\(line)\" text-anchor=\"end\">"
                    + HTMLPage.escaped(text) + "</text>"
            ])
    }

    /// Returns the drawing as SVG.
    ///
    /// - Parameter alternative: the text alternative for screen readers.
    func svg(alternative: String) -> String {
        let height = Int(clamping: Self.lane * Double(lanes.count) + 4)
        let head =
            "<svg viewBox=\"0 0 \(Int(clamping: Self.width)) \(height)\" role=\"img\" aria-label=\""
            + HTMLPage.escaped(alternative) + "\">"
        return ([head] + lanes.joined() + ["</svg>"]).joined(separator: "\n")
    }
}
