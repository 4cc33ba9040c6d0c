import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts

/// An SVG drawing of the rate of a usage counter over time.
struct RatePlot {
    private let series: SampleSeries
    private let end: Double
    private let counter: Usage.Counter
    private let factor: Double

    private static let width = 900.0
    private static let left = 110.0
    private static let height = 80.0
    /// The shortest time in seconds between two readings that gives a meaningful rate.
    private static let leastSeconds = 0.2
    private static let plotWidth = width - left - 10

    init(series: SampleSeries, end: Double, counter: Usage.Counter, factor: Double) {
        self.series = series
        self.end = max(end, 0.001)
        self.counter = counter
        self.factor = factor
    }

    /// Returns the drawing; `nil` if the counter never increased or the machine cannot read it.
    func svg(name: String) -> String? {
        var rates: [(start: Double, end: Double, rate: Double)] = []
        for step in series.steps(least: Self.leastSeconds) {
            guard let used = step.used[counter] else { return nil }
            rates.append((step.start, step.end, used / (step.end - step.start) * factor))
        }
        guard let highest = rates.map(\.rate).max(), highest > 0 else { return nil }
        func x(_ t: Double) -> Double { Self.left + min(max(t / end, 0), 1) * Self.plotWidth }
        let bars = rates.filter { $0.rate > 0 }.map { rate in
            let height = rate.rate / highest * (Self.height - 14)
            let width = max(0.5, x(rate.end) - x(rate.start) - 0.5)
            return "<rect x=\"\(Figures.fixed(x(rate.start), 1))\" y=\"\(Figures.fixed(Self.height - height, 1))\" "
                + "width=\"\(Figures.fixed(width, 1))\" height=\"\(Figures.fixed(height, 1))\" fill=\"var(--accent)\"/>"
        }
        let mean = rates.reduce(0) { $0 + $1.rate * ($1.end - $1.start) } / end
        let alternative = "\(name): \(Figures.fixed(mean, 2)) on average, \(Figures.fixed(highest, 2)) at most"
        return """
            <svg viewBox="0 0 \(Int(clamping: Self.width)) \(Int(clamping: Self.height + 2))" role="img" \
            aria-label="\(HTMLPage.escaped(alternative))">
            <text x="0" y="14">\(Figures.fixed(highest, highest < 10 ? 2 : 0))</text>
            <text class="soft" x="0" y="\(Int(clamping: Self.height))">0</text>
            <line class="axis" x1="\(Self.left)" y1="\(Self.height)" x2="\(Self.left + Self.plotWidth)" y2="\(Self.height)"/>
            \(bars.joined(separator: "\n"))
            </svg>
            """
    }
}
