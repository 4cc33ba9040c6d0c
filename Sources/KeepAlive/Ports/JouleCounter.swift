import KeepAlivePolicy

/// A counter of energy that goes up: a meter in the machine, or one beside it.
package protocol JouleCounter: AnyObject {
    /// What it is and how far it reaches, in words.
    var description: String { get }
    /// What its numbers are worth.
    var quality: CounterSource.Quality { get }
    /// How often it must be read, so that it misses nothing; `nil` where the beginning and the end will do.
    var readEvery: Duration? { get }

    /// The joules up to now; only differences mean something.
    ///
    /// - Throws: ``KeepAliveError`` when it cannot be read any more.
    func joules() throws -> Double
}

extension JouleCounter {
    /// Reads it as often as it has to be read, for as long as it exists: some forget what nobody reads in time.
    package func keepReading(on scheduler: any Scheduler) {
        guard let interval = readEvery else { return }
        _ = scheduler.schedule(after: interval) { [weak self, weak scheduler] in
            guard let self, let scheduler else { return }
            _ = try? joules()
            keepReading(on: scheduler)
        }
    }
}
