import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveScenarios

/// The files that scenarios write, on virtual time or beside a process.
struct ScenarioOutputs {
    private let results: OutputFile?
    private let events: OutputFile?
    private let junit: OutputDocument?

    /// Opens the files.
    ///
    /// - Parameters:
    ///   - results: the path for one line of each scenario.
    ///   - events: the path for every event of every scenario.
    ///   - junit: the path for the results as JUnit XML, at the end.
    /// - Throws: `KeepAliveError` with code `output`.
    init(results: String?, events: String? = nil, junit: String?) throws {
        self.junit = try junit.map(OutputDocument.init)
        self.results = try results.map { try OutputFile($0, overflow: .waits) }
        self.events = try events.map { try OutputFile($0, overflow: .waits) }
    }

    /// Writes the lines of a scenario that has been played.
    func write(_ result: ScenarioResult) {
        if let line = try? JSONText.line(ScenarioRecord(result)) { results?.write(line) }
        guard let events else { return }
        for event in result.timeline {
            if let line = try? JSONText.line(event) { events.write(line) }
        }
    }

    /// Writes the file that needs all results.
    ///
    /// - Throws: `KeepAliveError` with code `output`, also for lines that could not be written before.
    func finish(_ played: [ScenarioResult]) throws {
        try junit?.write(JUnitText.document(played))
        if let failure = results?.failure ?? events?.failure { throw failure }
    }
}
