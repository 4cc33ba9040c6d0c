import KeepAliveCrashReports
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveScenarios
import KeepAliveYAML
import Testing

/// What ended an app, read from the reports of phones.
@Suite struct CrashReportTests {
    @Test("a report is named by its end, with the rule", arguments: ReportSample.all)
    func kinds(_ sample: ReportSample) throws {
        let reports = try sample.reports
        #expect(reports.count == 1)
        let explanation = CrashExplanation(try #require(reports.first))
        #expect(explanation.kill == sample.kill)
        #expect(explanation.report.form == sample.form)
        #expect(explanation.rule == sample.rule)
    }

    @Test("every kind of end has a sample")
    func coverage() {
        #expect(Set(Kill.allCases).subtracting(ReportSample.all.map(\.kill)).isEmpty)
    }

    @Test(
        "the same in quotation marks, in a comment, in a code block, and with a text of others around it",
        arguments: ReportSample.all)
    func surroundings(_ sample: ReportSample) throws {
        let lines = sample.text.split(separator: "\n", omittingEmptySubsequences: false)
        for text in [
            lines.map { "> \($0)" }, lines.map { "     * \($0)" },
            ["Bei mir stürzt es ab:", "```"] + lines + ["```", "什么原因？"],
            lines.map { "\($0)\r" },
        ] {
            let reports = try ReportFile.reports(in: Array(text.joined(separator: "\n").utf8), file: "sample")
            #expect(reports.map { Kill(of: $0) } == [sample.kill], "\(text.prefix(3))")
        }
    }

    @Test("a report that is cut off anywhere is read as far as it goes, or refused", arguments: ReportSample.all)
    func truncation(_ sample: ReportSample) {
        let bytes = Array(sample.text.utf8)
        for length in stride(from: 0, to: bytes.count, by: 7) {
            guard let reports = try? ReportFile.reports(in: Array(bytes.prefix(length)), file: "sample") else {
                continue
            }
            for report in reports {
                let explanation = CrashExplanation(report)
                #expect(!CrashExplanationText.text(explanation, file: "sample").isEmpty)
            }
        }
    }

    @Test("BT-20, BT-21: the namespace of assertiond, without a description, is a background task")
    func assertiond() throws {
        let text = ReportSample.crash("11.1", "Termination Reason: Namespace <0xF>, Code 0x8badf00d")
        let report = try #require(try ReportFile.reports(in: Array(text.utf8), file: "sample").first)
        #expect(report.namespace == "RUNNINGBOARD")
        #expect(report.version == IOSVersion(11, 1))
    }

    @Test("the numbers of a report are read")
    func numbers() throws {
        let sample = try #require(ReportSample.all.first { $0.kill == .cpuLimit })
        let explanation = CrashExplanation(try #require(try sample.reports.first))
        #expect(
            explanation.facts.contains("48 s of CPU time in 52 s (92 %), 80 % over 60 s allowed; killed"),
            "\(explanation.facts)")
        #expect(explanation.limit?.sentence == "in 60 s in the background an app may use, in CPU time, 48 s")
        let launch = CrashExplanation(try #require(try ReportSample.all[0].reports.first))
        #expect(
            launch.facts.contains(
                "19.62 s of wall clock time allowed, the app in the foreground; the app used 0.25 s of CPU time: it waited"
            ))
        #expect(launch.difference == nil, "a watchdog states what was left of its time")
        let memory = CrashExplanation(try #require(try ReportSample.all.first { $0.form == .jetsam }?.reports.first))
        #expect(
            memory.facts.contains("per-process-limit, 1440 MB resident, in the foreground, the largest process: Sample")
        )
    }

    @Test("a limit that differs from the rule's is said, and the scenario takes the report's")
    func difference() throws {
        let text = ReportSample.crash("18.1", ReportSample.watchdog("scene-create", "5.96", "Background"))
        let explanation = CrashExplanation(
            try #require(try ReportFile.reports(in: Array(text.utf8), file: "sample").first))
        #expect(explanation.difference?.hasPrefix("the report allows 5.96 s, the rule 30 s") == true)
        let scenario = try #require(Reproduction(explanation)).text
        #expect(scenario.contains("profile: {backgroundLaunchLimit: 5.96s}"))
        #expect(try results(of: scenario).allSatisfy(\.passed))
    }

    private func results(of text: String) throws -> [ScenarioResult] {
        try ScenarioReader.scenarios(in: text, file: "reproduction.yaml").map { scenario in
            try ScenarioSimulation.play(scenario, ios: try #require(scenario.versions.first))
        }
    }

    @Test(
        "the scenario of a report plays it to the same end, on every version on which there is such an end",
        arguments: ReportSample.all)
    func reproduction(_ sample: ReportSample) throws {
        let report = try #require(try sample.reports.first)
        for version in [
            "4.3", "6.1", "7.1", "9.3", "10.3", "11.4", "12.4", "13.0", "13.4", "14.5", "15.5", "16.1", "18.0", "26.0",
            "27.0",
        ] {
            let profile = try ProfileCatalogue.profile(named: version)
            guard Self.exists(sample.kill, on: profile.version),
                let reproduction = Reproduction(CrashExplanation(report, chosen: profile))
            else { continue }
            for result in try results(of: reproduction.text) {
                #expect(result.passed, "iOS \(version): \(reproduction.text)")
            }
        }
    }

    /// True if iOS has such an end on a version. A report of it from another version cannot be.
    private static func exists(_ kill: Kill, on version: IOSVersion) -> Bool {
        switch kill {
        case .sessionOverrun: version >= IOSVersion(13)
        case .wakeOverrun: version >= IOSVersion(7)
        case .tooManyTasks: version >= IOSVersion(11)
        case .lockedFile: version >= IOSVersion(8)
        case .unreportedCall: version >= IOSVersion(13)
        case .backgroundException: version >= IOSVersion(13)
        default: true
        }
    }

    @Test("no scenario, for what is no kill by the system")
    func noReproduction() throws {
        for sample in ReportSample.all {
            let explanation = CrashExplanation(try #require(try sample.reports.first))
            if explanation.terms.isPolicy || sample.kill == .forceQuit { continue }
            #expect(Reproduction(explanation) == nil, "\(sample.kill)")
        }
    }

    @Test("personal parts are in no scenario, and paths and identifiers in no explanation", arguments: ReportSample.all)
    func personalParts(_ sample: ReportSample) throws {
        let explanation = CrashExplanation(try #require(try sample.reports.first))
        if let text = Reproduction(explanation)?.text {
            for word in ["SECRET", "secret", "Sample", "iPhone99", "0000-0000", "private", "store.sqlite'"] {
                #expect(!text.contains(word), "\(word)")
            }
        }
        let shown =
            CrashExplanationText.text(explanation, file: "sample")
            + CrashExplanationText.json(explanation, file: "sample").text
        for word in ["SECRET", "iPhone99", "0000-0000", "/private"] { #expect(!shown.contains(word), "\(word)") }
    }

    @Test("counters of MetricKit are ends, each with its count")
    func counters() throws {
        let text = """
            {"applicationExitMetrics":{"backgroundExitData":{"cumulativeAppWatchdogExitCount":2,\
            "cumulativeBackgroundTaskAssertionTimeoutExitCount":5,"cumulativeSuspendedWithLockedFileExitCount":1,\
            "cumulativeNormalAppExitCount":9},"foregroundExitData":{"cumulativeMemoryResourceLimitExitCount":3}},\
            "metaData":{"osVersion":"iPhone OS 17.2 (21C62)"}}
            """
        let explanations = try ReportFile.reports(in: Array(text.utf8), file: "sample").map { CrashExplanation($0) }
        #expect(explanations.map(\.kill) == [.memoryLimit, .otherWatchdog, .taskOverrun, .lockedFile])
        #expect(explanations.map(\.report.count) == [3, 2, 5, 1])
        let table = CrashExplanationText.counts(explanations)
        #expect(table.map(\.ends) == [5, 3, 2, 1])
    }

    @Test("numbers beyond every range end nothing")
    func hugeNumbers() throws {
        let huge = "99999999999999999999999999999999999999"
        for text in [
            ReportSample.crash("999999999999.1", "Termination Reason: Namespace \(huge), Code 0x\(huge)"),
            ReportSample.crash("16.0", ReportSample.watchdog("scene-create", huge, "Foreground")),
            #"{"processes":[{"name":"A","rpages":1e308,"reason":"per-process-limit"}],"memoryStatus":{"pageSize":1e308}}"#,
            #"{"applicationExitMetrics":{"backgroundExitData":{"cumulativeAppWatchdogExitCount":1e300}}}"#,
            "CPU: \(huge) seconds cpu time over 0 seconds (0% cpu average), exceeding limit of \(huge)% cpu over \(huge) seconds\nAction taken: Process killed",
        ] {
            for report in try ReportFile.reports(in: Array(text.utf8), file: "sample") {
                let explanation = CrashExplanation(report)
                _ = CrashExplanationText.text(explanation, file: "sample")
                if let scenario = Reproduction(explanation)?.text { #expect(try results(of: scenario).count <= 2) }
            }
        }
    }

    @Test("what is no report is refused, with what was expected")
    func refusals() {
        for (text, words) in [
            ("", "the file is empty"), ("\n \n", "the file is empty"),
            ("hello\nworld", "no line of this file tells of the end"),
            ("{\"a\": [1, 2]}", "no line of this file"), ("\0\0\0", "this is no text"),
            ("\u{7F}ELF\0", "this is no text"),
        ] {
            do {
                _ = try ReportFile.reports(in: Array(text.utf8), file: "f.ips")
                Issue.record("\(text) was read")
            } catch {
                #expect("\(error)".contains(words), "\(error)")
                #expect("\(error)".contains("f.ips"))
            }
        }
    }

    @Test("several reports in one file are several ends")
    func several() throws {
        let text = [ReportSample.all[0].text, ReportSample.all[6].text, ReportSample.all[9].text].joined(
            separator: "\n\n")
        let reports = try ReportFile.reports(in: Array(text.utf8), file: "sample")
        #expect(reports.map { Kill(of: $0) } == [.launchWatchdog, .enterBackgroundWatchdog, .taskOverrun])
        #expect(reports.map(\.line) == [1, 19, 37])
    }

    @Test("a value at the start of a text is read, whatever follows, and as far as it goes")
    func beginnings() throws {
        let whole = try #require(JSONValue.beginning(in: Array(#"{"a":1} rest"#.utf8)))
        #expect(whole.value == ["a": 1] && whole.end == 8 && !whole.isCut)
        let cut = try #require(JSONValue.beginning(in: Array(#"{"a":[1,{"b":"tex"#.utf8)))
        #expect(cut.value == ["a": [1, ["b": "tex"]]] && cut.isCut)
        let deep = String(repeating: #"{"s":"#, count: 100) + "1" + String(repeating: "}", count: 100)
        let skipped = try #require(JSONValue.beginning(in: Array(#"{"deep":\#(deep),"after":2}"#.utf8)))
        #expect(skipped.value["after"] == 2 && !skipped.isCut)
        #expect(JSONValue.beginning(in: Array("text".utf8)) == nil)
    }
}
