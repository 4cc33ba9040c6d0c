import KeepAliveMeasurement
import KeepAlivePolicy

/// Formats the results of a measurement's thresholds as JUnit XML, for CI systems.
package enum LimitsText {
    /// Returns the whole document, with one test case for each threshold and arm.
    package static func document(_ outcomes: [Threshold.Outcome]) -> String {
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
        let sums = "tests=\"\(outcomes.count)\" failures=\"\(outcomes.count(where: \.isReached))\""
        lines.append("<testsuites name=\"keepalive-run measure\" \(sums)>")
        lines.append("  <testsuite name=\"limits\" \(sums)>")
        for outcome in outcomes {
            let value = outcome.value.map { "\($0)" } ?? "no figure"
            let head =
                "    <testcase name=\"\(XMLText.escaped(outcome.threshold))\" classname=\"\(XMLText.escaped(outcome.arm))\""
            lines.append(
                outcome.isReached
                    ? head + "><failure message=\"\(XMLText.escaped("\(outcome.arm) has \(value)"))\"/></testcase>"
                    : head + "/>")
        }
        lines += ["  </testsuite>", "</testsuites>"]
        return lines.joined(separator: "\n") + "\n"
    }
}
