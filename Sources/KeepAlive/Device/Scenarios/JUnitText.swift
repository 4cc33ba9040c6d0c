import KeepAlivePolicy
import KeepAliveReport

/// Renders the results of scenarios as JUnit XML for CI systems.
package enum JUnitText {
    /// Returns the complete document, with a test suite for each file and a test case for each scenario and iOS
    /// version.
    ///
    /// The attribute `time` is the real time in seconds that playing the scenario took. The device time in seconds is a
    /// `property` of the test case.
    package static func document(_ results: [ScenarioResult]) -> String {
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
        lines.append("<testsuites name=\"keepalive-run\" \(sums(of: results))>")
        var files: [String] = []
        var cases: [String: [ScenarioResult]] = [:]
        for result in results {
            let file = result.place.file
            if cases[file] == nil { files.append(file) }
            cases[file, default: []].append(result)
        }
        for file in files {
            let own = cases[file] ?? []
            lines.append("  <testsuite name=\"\(XMLText.escaped(file))\" \(sums(of: own))>")
            lines += own.flatMap(testCase)
            lines.append("  </testsuite>")
        }
        lines.append("</testsuites>")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func sums(of results: [ScenarioResult]) -> String {
        "tests=\"\(results.count)\" failures=\"\(results.count { !$0.passed })\" "
            + "time=\"\(Figures.fixed(results.map(\.realSeconds).reduce(0, +), 3))\""
    }

    private static func testCase(_ result: ScenarioResult) -> [String] {
        let name = XMLText.escaped("iOS \(result.ios): \(result.name)")
        var lines = [
            "    <testcase name=\"\(name)\" classname=\"\(XMLText.escaped(result.place.file))\" "
                + "time=\"\(Figures.fixed(result.realSeconds, 3))\">",
            "      <properties><property name=\"device_seconds\" "
                + "value=\"\(Figures.fixed(result.deviceSeconds, 3))\"/></properties>",
        ]
        if !result.passed {
            let message = result.failures.map { "\($0.expected): found \($0.found)" }.joined(separator: "; ")
            let text = ScenarioText(colours: false).text(result)
            lines.append("      <failure message=\"\(XMLText.escaped(message))\">\(XMLText.escaped(text))</failure>")
        }
        return lines + ["    </testcase>"]
    }
}
