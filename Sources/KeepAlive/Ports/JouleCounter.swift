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
