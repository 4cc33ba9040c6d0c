/// Renders the results of scenarios as JUnit's XML, which CI systems read.
package enum JUnitText {
    /// The whole document: a test suite a file, a test case a scenario and version.
    ///
    /// `time` is what playing it took; the seconds of the device are a property.
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
            lines.append("  <testsuite name=\"\(escaped(file))\" \(sums(of: own))>")
            lines += own.flatMap(testCase)
            lines.append("  </testsuite>")
        }
        lines.append("</testsuites>")
        return lines.joined(separator: "\n") + "\n"
    }

    /// The limits of a measurement: a test case a limit and arm.
    package static func document(_ outcomes: [Threshold.Outcome]) -> String {
        var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
        let sums = "tests=\"\(outcomes.count)\" failures=\"\(outcomes.count(where: \.isReached))\""
        lines.append("<testsuites name=\"keepalive-run measure\" \(sums)>")
        lines.append("  <testsuite name=\"limits\" \(sums)>")
        for outcome in outcomes {
            let value = outcome.value.map { "\($0)" } ?? "no figure"
            let head = "    <testcase name=\"\(escaped(outcome.threshold))\" classname=\"\(escaped(outcome.arm))\""
            lines.append(
                outcome.isReached
                    ? head + "><failure message=\"\(escaped("\(outcome.arm) has \(value)"))\"/></testcase>"
                    : head + "/>")
        }
        lines += ["  </testsuite>", "</testsuites>"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func sums(of results: [ScenarioResult]) -> String {
        "tests=\"\(results.count)\" failures=\"\(results.count { !$0.passed })\" "
            + "time=\"\(Figures.fixed(results.map(\.realSeconds).reduce(0, +), 3))\""
    }

    private static func testCase(_ result: ScenarioResult) -> [String] {
        let name = escaped("iOS \(result.ios): \(result.name)")
        var lines = [
            "    <testcase name=\"\(name)\" classname=\"\(escaped(result.place.file))\" "
                + "time=\"\(Figures.fixed(result.realSeconds, 3))\">",
            "      <properties><property name=\"device_seconds\" "
                + "value=\"\(Figures.fixed(result.deviceSeconds, 3))\"/></properties>",
        ]
        if !result.passed {
            let message = result.failures.map { "\($0.expected): found \($0.found)" }.joined(separator: "; ")
            let text = ScenarioText(colours: false).text(result)
            lines.append("      <failure message=\"\(escaped(message))\">\(escaped(text))</failure>")
        }
        return lines + ["    </testcase>"]
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            // XML 1.0 has no place for other control characters.
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "?"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
