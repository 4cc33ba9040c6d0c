import KeepAliveModel

/// A counter of consumed energy that only increases: a meter built into the machine, or attached to it.
package protocol JouleCounter: AnyObject {
    /// The counter and the parts of the machine that it measures, in words.
    var description: String { get }
    /// The quality of the counter's numbers.
    var quality: CounterSource.Quality { get }
    /// The longest interval between readings at which no energy is missed; `nil` if readings at the start and the end
    /// suffice.
    var readEvery: Duration? { get }

    /// Returns the counted energy in joules; only differences between readings are meaningful.
    ///
    /// - Throws: ``KeepAliveError`` if the counter can no longer be read.
    func joules() throws -> Double
}

extension JouleCounter {
    /// Reads the counter at the interval ``readEvery`` for as long as the counter exists, because some counters lose
    /// energy that is not read in time.
    package func keepReading(on scheduler: any Scheduler) {
        guard let interval = readEvery else { return }
        _ = scheduler.schedule(after: interval) { [weak self, weak scheduler] in
            guard let self, let scheduler else { return }
            _ = try? joules()
            keepReading(on: scheduler)
        }
    }
}
