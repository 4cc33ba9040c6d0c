import KeepAliveLinux
import KeepAlivePolicy

/// Shows the progress of a measurement: on a terminal in a single line, otherwise in a line per block.
package final class MeasureProgress {
    private let plan: MeasureRun.Plan
    private let shows: Bool
    private let isTerminal = Machine.standardErrorIsTerminal
    private let start = Machine.monotonicSeconds
    private var lastBlock: Int?

    /// Starts to measure the time.
    ///
    /// - Parameter shows: true if progress is shown.
    package init(plan: MeasureRun.Plan, shows: Bool) {
        self.plan = plan
        self.shows = shows
    }

    /// Shows the progress when a run begins.
    ///
    /// - Parameter number: the number of the run, from 1.
    package func update(number: Int, block: Int, arm: String) {
        guard shows else { return }
        let left = plan.runCount - number + 1
        let each =
            number > 1
            ? (Machine.monotonicSeconds - start) / Double(number - 1)
            : (plan.runDuration + plan.rest).inSeconds + 0.5
        let place = block > 0 ? "block \(block) of \(plan.repeats)" : "warm-up"
        let time = Duration.seconds(1).scaled(by: (Double(left) * each).rounded(.up)).inWords
        if isTerminal {
            Machine.showProgress("\(place), \(arm): run \(number) of \(plan.runCount), \(time) left")
        } else if lastBlock != block {
            Machine.complain("\(place): run \(number) of \(plan.runCount), \(time) left")
        }
        lastBlock = block
    }

    /// Removes the line from the terminal.
    package func finish() {
        if shows, isTerminal, lastBlock != nil { Machine.showProgress(nil) }
    }
}
