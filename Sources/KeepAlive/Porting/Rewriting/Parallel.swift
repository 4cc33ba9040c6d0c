import Glibc
import Synchronization

/// Runs a function for each index on all CPU cores, on threads with a deep stack: the trees of sources are walked by
/// recursion, and a source may nest its code thousands of levels deep.
package enum Parallel {
    /// The size of each thread's stack, in bytes. Only what a thread uses is memory.
    private static let stackBytes = 256 << 20
    private static let threadsMax = 8

    /// Returns the results in the order of the indices.
    ///
    /// - Parameters:
    ///   - count: the number of calls.
    ///   - body: called once with each index below `count`, on several threads.
    package static func map<Value: Sendable>(
        _ count: Int, _ body: @escaping @Sendable (Int) -> Value
    ) -> [Value] {
        let job = Job(count, body)
        var threads: [pthread_t] = []
        for _ in 0..<max(1, min(count, sysconf(CInt(_SC_NPROCESSORS_ONLN)), threadsMax)) {
            if let thread = start({ job.work() }) { threads.append(thread) }
        }
        // Without a thread, this one does the work, on the stack that it has.
        if threads.isEmpty { job.work() }
        for thread in threads { pthread_join(thread, nil) }
        return job.results
    }

    private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stackBytes)
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Body(body))
        let code = pthread_create(
            &thread, &attributes,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        guard code == 0 else {
            box.release()
            return nil
        }
        return thread
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// The calls that are left, and the results of those that were made.
    private final class Job<Value: Sendable>: Sendable {
        private let count: Int
        private let body: @Sendable (Int) -> Value
        private let next = Atomic(0)
        private let values: Mutex<[Value?]>

        init(_ count: Int, _ body: @escaping @Sendable (Int) -> Value) {
            self.count = count
            self.body = body
            values = Mutex(Array(repeating: nil, count: count))
        }

        func work() {
            while true {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < count else { return }
                let value = body(index)
                values.withLock { $0[index] = value }
            }
        }

        var results: [Value] { values.withLock { $0.compactMap { $0 } } }
    }
}
