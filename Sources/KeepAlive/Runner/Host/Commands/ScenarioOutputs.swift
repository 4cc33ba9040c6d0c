import ArgumentParser
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveReport
import KeepAliveScenarios

/// The files that scenarios write, on virtual time or beside a process.
struct ScenarioOutputs {
    private let results: OutputFile?
    private let events: OutputFile?
    private let junit: OutputDocument?
    private let subject: String

    /// Opens the files. The results of an earlier run are gone then.
    ///
    /// - Parameters:
    ///   - subject: what is played, for a result that says that it was not.
    ///   - results: the path for one line of each scenario.
    ///   - events: the path for every event of every scenario.
    ///   - junit: the path for the results as JUnit XML, at the end.
    /// - Throws: `KeepAliveError` with code `output`.
    init(of subject: String, results: String?, events: String? = nil, junit: String?) throws {
        self.subject = subject
        self.junit = try junit.map(OutputDocument.init)
        self.results = try results.map { try OutputFile($0, overflow: .waits) }
        self.events = try events.map { try OutputFile($0, overflow: .waits) }
        self.junit?.begin(JUnitError.unfinished(subject))
    }

    /// Does what is to be written about. If it fails, the files say that.
    ///
    /// - Throws: what it throws.
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
