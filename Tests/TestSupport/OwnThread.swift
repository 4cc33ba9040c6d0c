import Dispatch
import Foundation
import Testing

/// A test that waits for real time or for another process: it has a thread of its own, so that the others go on meanwhile.
///
/// The runner's own threads are as few as the cores. ``Places/shared`` says how many such tests there are at a time.
public struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    /// The longest time that a case may take. It counts from the case's place on: `timeLimit` would count the wait for one.
    var limit: Duration?

    /// Whether the test has a thread already, from a suite further out.
    @TaskLocal private static var isGiven = false

    /// The trait of a suite is that of its tests.
    public var isRecursive: Bool { true }

    /// Each case has a thread of its own.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> OwnThread? { testCase == nil ? nil : self }

    /// Waits for a place, and runs the case on its thread.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let watch = limit.map { limit in
            Task {
                try await Task.sleep(for: limit)
                Issue.record("it takes longer than \(limit)")
            }
        }
        defer { watch?.cancel() }
        if Self.isGiven { return try await function() }
        await Places.shared.take()
        defer { Places.shared.giveBack() }
        let executor = ThreadExecutor()
        defer { executor.end() }
        try await Self.$isGiven.withValue(true) {
            try await withTaskExecutorPreference(executor) { try await function() }
        }
    }
}

extension Trait where Self == OwnThread {
    /// The test waits for real time or for another process.
    public static var ownThread: OwnThread { OwnThread() }

    /// The same, with the longest time that a case may take. Beside the `ownThread` of its suite it only limits.
    public static func ownThread(limit: Duration) -> OwnThread { OwnThread(limit: limit) }
}

/// One thread, which does what a task asks of it.
private final class ThreadExecutor: TaskExecutor, @unchecked Sendable {
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var hasEnded = false

    init() {
        let thread = Thread { [self] in
            while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
        // As much as the main thread has: some tests parse deep input.
        thread.stackSize = 8 << 20
        thread.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.lock()
        defer { condition.unlock() }
        jobs.append(job)
        condition.signal()
    }

    /// No job comes any more.
    func end() {
        condition.lock()
        defer { condition.unlock() }
        hasEnded = true
        condition.signal()
    }

    private func next() -> UnownedJob? {
        condition.lock()
        defer { condition.unlock() }
        while jobs.isEmpty, !hasEnded { condition.wait() }
        return jobs.isEmpty ? nil : jobs.removeFirst()
    }
}

/// How many tests wait at a time: their processes share the cores.
private final class Places: @unchecked Sendable {
    static let shared = Places(
        ProcessInfo.processInfo.environment["KEEPALIVE_TEST_WIDTH"].flatMap(Int.init)
            ?? 3 * ProcessInfo.processInfo.activeProcessorCount)

    private let lock = NSLock()
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    func take() async {
        await withCheckedContinuation { continuation in
            lock.lock()
            if free > 0 {
                free -= 1
                lock.unlock()
                continuation.resume()
            } else {
                waiting.append(continuation)
                lock.unlock()
            }
        }
    }

    func giveBack() {
        lock.lock()
        if waiting.isEmpty {
            free += 1
            lock.unlock()
        } else {
            let next = waiting.removeFirst()
            lock.unlock()
            next.resume()
        }
    }
}
