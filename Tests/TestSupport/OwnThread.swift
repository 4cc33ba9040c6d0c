import Dispatch
import Foundation
import Testing

/// A test that waits for real time or for another process: it has a thread of its own, so that the others go on meanwhile.
///
/// The runner's own threads are as few as the cores. ``Places/shared`` says how many such tests there are at a time.
public struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    /// What a test is to those beside it.
    public enum Company: CaseIterable, Sendable {
        /// It listens, or counts what something costs: it comes when the tests that compute are through, and no storm is
        /// beside it.
        case measures
        /// It does little and waits long: it comes when the tests that compute are through, and takes no other's place.
        case waits
        /// It neither disturbs nor minds.
        case any
        /// It takes the processors: it comes when all others are over.
        case storms
    }

    var company: Company = .any
    /// The longest time that a case may take. It counts from the case's place on: `timeLimit` would count the wait for one.
    var limit: Duration?

    /// Whether the test has a thread already, from a suite further out.
    @TaskLocal private static var isGiven = false

    /// The trait of a suite is that of its tests.
    public var isRecursive: Bool { true }

    /// Each case has a thread of its own; of a suite, its company is noted.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> OwnThread? {
        testCase == nil && !test.isSuite ? nil : self
    }

    /// Waits for a place, and runs the case on its thread.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        if test.isSuite {
            Places.shared.begin(company)
            defer { Places.shared.end(company) }
            return try await function()
        }
        let watch = limit.map { limit in
            Task {
                try await Task.sleep(for: limit)
                Issue.record("it takes longer than \(limit)")
            }
        }
        defer { watch?.cancel() }
        if Self.isGiven { return try await function() }
        // What a test says of itself is more than what its suite says.
        let company = test.traits.compactMap { ($0 as? OwnThread)?.company }.last { $0 != .any } ?? .any
        await Places.shared.take(as: company)
        defer { Places.shared.giveBack(company) }
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

    /// The same, for a test that not every other may be beside.
    public static func ownThread(_ company: OwnThread.Company) -> OwnThread { OwnThread(company: company) }

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

/// How many tests wait at a time, and in which company: their processes share the cores.
private final class Places: @unchecked Sendable {
    static let shared = Places(
        ProcessInfo.processInfo.environment["KEEPALIVE_TEST_WIDTH"].flatMap(Int.init)
            ?? 4 * ProcessInfo.processInfo.activeProcessorCount)

    /// The CPU time of this process in a second below which no test that computes is left: they would take all cores. What
    /// is started beside it does not count.
    private static let computing = 0.5
    /// The seconds after which one that never ends is not waited for.
    private static let computingMax = 120

    private let lock = NSLock()
    private var free: Int
    /// Those of the tests that only wait; nil where one test is run after the other.
    private var freeForWaits: Int?
    private var waiting: [OwnThread.Company: [CheckedContinuation<Void, Never>]] = [:]
    /// The suites that are not through.
    private var suites: [OwnThread.Company: Int] = [:]
    private var isQuiet = false

    init(_ count: Int) {
        free = count
        freeForWaits = count > 1 ? count : nil
        if CommandLine.arguments.contains("--filter") { isQuiet = true } else { waitForQuiet() }
    }

    /// Lets those that measure begin when those that compute are through.
    private func waitForQuiet() {
        // Not on a queue: its threads may all be taken.
        Thread.detachNewThread { [self] in
            var before = Self.spent
            for _ in 0..<Self.computingMax {
                Thread.sleep(forTimeInterval: 1)
                let now = Self.spent
                if now - before < Self.computing { break }
                before = now
            }
            lock.withLock { isQuiet = true }
            admit()
        }
    }

    /// The seconds of CPU that this process has used.
    private static var spent: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }

    func begin(_ company: OwnThread.Company) { lock.withLock { suites[company, default: 0] += 1 } }

    func end(_ company: OwnThread.Company) {
        lock.withLock { suites[company, default: 0] -= 1 }
        admit()
    }

    func take(as company: OwnThread.Company) async {
        await withCheckedContinuation { continuation in
            lock.withLock { waiting[company, default: []].append(continuation) }
            admit()
        }
    }

    func giveBack(_ company: OwnThread.Company) {
        lock.withLock { count(company, 1) }
        admit()
    }

    private func count(_ company: OwnThread.Company, _ change: Int) {
        if company == .waits, let free = freeForWaits { freeForWaits = free + change } else { free += change }
    }

    /// Lets tests begin as long as there are places. Those that measure come first, once it is quiet.
    private func admit() {
        while let next = lock.withLock({ next() }) { next.resume() }
    }

    private func next() -> CheckedContinuation<Void, Never>? {
        guard let company = OwnThread.Company.allCases.first(where: mayBegin) else { return nil }
        count(company, -1)
        // The youngest of those that measure is often the next case of a suite that has one at a time, and the longest of
        // these suites says when all is over.
        return company == .measures ? waiting[company]?.removeLast() : waiting[company]?.removeFirst()
    }

    private func mayBegin(_ company: OwnThread.Company) -> Bool {
        let places = company == .waits ? freeForWaits ?? free : free
        guard places > 0, waiting[company]?.isEmpty == false else { return false }
        return switch company {
        case .measures, .waits: isQuiet
        case .storms: isQuiet && suites.allSatisfy { $0.key == .storms || $0.value == 0 }
        case .any: true
        }
    }
}
