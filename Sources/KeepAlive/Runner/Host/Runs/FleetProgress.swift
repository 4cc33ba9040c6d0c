import KeepAliveFleet
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport
import Synchronization

/// Shows the progress of a fleet on a terminal, after the first two seconds.
package final class FleetProgress: Sendable {
    private let apps: Int
    private let shows: Bool
    private let start = Machine.monotonicSeconds
    /// The time at which the line was last written, in seconds; `nil` if no line was written.
    private let lastLine = Mutex<Double?>(nil)

    private static let patienceSeconds = 2.0
    private static let intervalSeconds = 0.2

    /// Starts to measure the time.
    ///
    /// - Parameter shows: true if progress is shown.
    package init(apps: Int, shows: Bool) {
        self.apps = apps
        self.shows = shows
    }

    /// Updates the line if the interval has passed. This method may be called on any thread.
    package func update(played: Int) {
        let now = Machine.monotonicSeconds
        guard shows, now - start > Self.patienceSeconds, played > 0 else { return }
        lastLine.withLock { last in
            guard now - (last ?? 0) > Self.intervalSeconds else { return }
            last = now
            let left = (now - start) / Double(played) * Double(apps - played)
            Machine.showProgress(
                "\(Figures.grouped(Int64(played))) of \(Figures.grouped(Int64(apps))) apps, "
                    + "\(played * 100 / apps) %, \(Figures.fixed(left, 0)) s left")
        }
    }

    /// Removes the line from the terminal.
    package func finish() {
        lastLine.withLock { if $0 != nil { Machine.showProgress(nil) } }
    }
}

extension FleetRun.Costs {
    /// Returns the costs of a run as a text of two lines.
    package func text(of result: FleetResult) -> String {
        let whole = result.whole
        let days = Double(whole.apps) * result.order.days
        func rate(_ value: Double) -> String {
            Figures.grouped(Int64(clamping: (value / max(seconds, 1e-6)).rounded()))
        }
        let used = Cores.used
        return "\(Figures.fixed(seconds, 2)) s on \(cores) core\(cores == 1 ? "" : "s"), "
            + "\(Figures.fixed(used.cpuSeconds, 2)) s of CPU time: "
            + "\(rate(days)) device-days and \(rate(Double(whole.events))) events a second\n"
            + "\(Figures.fixed(Double(used.peakBytes) / 1e6, 1)) MB of memory at most; on each core "
            + "\(Figures.grouped(Int64(bytesPerApp))) bytes for the app being played, "
            + "\(Figures.grouped(Int64(bytesOfSums))) for sums\n"
    }
}
