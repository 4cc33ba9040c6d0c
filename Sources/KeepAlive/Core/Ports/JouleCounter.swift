import KeepAliveModel

/// A counter of energy that goes up: a meter in the machine, or one beside it.
package protocol JouleCounter: AnyObject {
    /// The counter and its reach, in words.
    var description: String { get }
    /// The quality of its numbers.
    var quality: CounterSource.Quality { get }
    /// The longest interval between readings at which it misses nothing; `nil` where the beginning and the end will do.
    var readEvery: Duration? { get }

    /// The joules up to now; only differences mean something.
    ///
    /// - Throws: ``KeepAliveError`` when it cannot be read any more.
    func joules() throws -> Double
}

extension JouleCounter {
    /// Reads it as often as needed for as long as it exists: some counters lose values that are not read in time.
    package func keepReading(on scheduler: any Scheduler) {
        guard let interval = readEvery else { return }
        _ = scheduler.schedule(after: interval) { [weak self, weak scheduler] in
            guard let self, let scheduler else { return }
            _ = try? joules()
            keepReading(on: scheduler)
        }
    }
}
