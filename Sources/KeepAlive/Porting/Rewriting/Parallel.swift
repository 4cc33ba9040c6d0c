import Dispatch
import Synchronization

/// Runs a function for each index on all CPU cores.
package enum Parallel {
    /// Returns the results in the order of the indices.
    ///
    /// - Parameters:
    ///   - count: the number of calls.
    ///   - body: called once with each index below `count`, on several threads.
    package static func map<Value: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Value) -> [Value] {
        let values = Values<Value>(count)
        DispatchQueue.concurrentPerform(iterations: count) { index in values.set(body(index), at: index) }
        return values.all
    }

    private final class Values<Value: Sendable>: Sendable {
        private let values: Mutex<[Value?]>

        init(_ count: Int) { values = Mutex(Array(repeating: nil, count: count)) }

        func set(_ value: Value, at index: Int) { values.withLock { $0[index] = value } }

        var all: [Value] { values.withLock { $0.compactMap { $0 } } }
    }
}
