import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveScenarios

/// The output files of scenarios, for runs on virtual time and with a real process.
struct ScenarioOutputs {
    private let results: OutputFile?
    private let events: OutputFile?
    private let junit: OutputDocument?
    private let subject: String

    /// Opens the files and discards the results of an earlier run.
    ///
    /// - Parameters:
    ///   - subject: the name of the scenarios, for the result that is written if the scenarios were not played.
    ///   - results: the path for a line per scenario.
    ///   - events: the path for all events of all scenarios.
    ///   - junit: the path for the results as JUnit XML, which are written at the end.
    /// - Throws: `KeepAliveError` with code `output` if a file cannot be opened.
    init(of subject: String, results: String?, events: String? = nil, junit: String?) throws {
        self.subject = subject
        self.junit = try junit.map(OutputDocument.init)
        self.results = try results.map { try OutputFile($0, overflow: .waits) }
        self.events = try events.map { try OutputFile($0, overflow: .waits) }
        self.junit?.begin(JUnitError.unfinished(subject))
    }

    /// Runs a closure that plays the scenarios. If the closure throws an error, writes the error to the files.
    ///
    /// - Throws: the error of the closure.
    func reporting<Value>(_ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let exit as ExitCode {
            throw exit
        } catch {
            let message = (error as? KeepAliveError)?.description ?? "\(error)"
            try? junit?.write(JUnitError.document(subject, message))
            results?.write(JSONValue.object(["passed": false, "error": .string(message)]).text + "\n")
            throw error
        }
    }

    /// Writes the result line and the event lines of a scenario that was played.
    func write(_ result: ScenarioResult) {
        if let line = try? JSONText.line(ScenarioRecord(result)) { results?.write(line) }
        guard let events else { return }
        for event in result.timeline {
            if let line = try? JSONText.line(event) { events.write(line) }
        }
    }

    /// Writes the JUnit file, which needs the results of all scenarios.
    ///
    /// - Throws: `KeepAliveError` with code `output`, also if an earlier line could not be written.
    func finish(_ played: [ScenarioResult]) throws {
        try junit?.write(JUnitText.document(played))
        if let failure = results?.failure ?? events?.failure { throw failure }
    }
}
