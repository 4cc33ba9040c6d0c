import CLinux
import Glibc
import KeepAlivePolicy
import Synchronization

/// Work on all cores at once.
package enum Cores {
    /// The number of cores that this process may use, at least 1. A batch system, a cpuset or `taskset` may limit it.
    package static var count: Int { max(1, Int(clinux_processors(nil, 0))) }

    /// The numbers of those cores; empty when the kernel does not tell.
    static var numbers: [Int] {
        var numbers = [CInt](repeating: 0, count: count)
        let found = clinux_processors(&numbers, CInt(numbers.count))
        return numbers.prefix(max(0, min(Int(found), numbers.count))).map(Int.init)
    }

    /// Runs a body once on each of a number of threads, this one among them, and returns when all have ended.
    ///
    /// It uses threads of the C library. Every run of the command would have to load Dispatch.
    package static func run(_ count: Int, _ body: @Sendable (Int) -> Void) {
        withoutActuallyEscaping(body) { start(count, $0) }
    }

    private static func start(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let threads = (1..<max(1, count)).compactMap { number -> pthread_t? in
            let start = Unmanaged.passRetained(ThreadStart { body(number) })
            var thread = pthread_t()
            let failure = pthread_create(
                &thread, nil,
                { pointer in
                    pointer.map { Unmanaged<ThreadStart>.fromOpaque($0).takeRetainedValue().body() }
                    return nil
                }, start.toOpaque())
            // There are too many threads; those that could be started do the work.
            guard failure == 0 else {
                start.release()
                return nil
            }
            return thread
        }
        body(0)
        for thread in threads { pthread_join(thread, nil) }
    }

    /// The body that a new thread runs.
    private final class ThreadStart: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Hands out the numbers from 0 up to a count to threads, each number once, a few at a time.
    package final class Distributor: Sendable {
        private let count: Int
        private let next = Atomic<Int>(0)
        /// The amount handed out at once: small, so that all cores end at about the same time.
        private let portion: Int

        package init(count: Int, portion: Int) {
            self.count = count
            self.portion = portion
        }

        /// The next numbers, or `nil` when there are none.
        package func take() -> Range<Int>? {
            let start = next.wrappingAdd(portion, ordering: .relaxed).oldValue
            return start < count ? start..<min(start + portion, count) : nil
        }
    }

    /// The most memory that this process has had at once, in bytes, and the CPU seconds that it has used.
    package static var used: (peakBytes: Int, cpuSeconds: Double) {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let microseconds = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
        return (
            usage.ru_maxrss * 1024,
            Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + Double(microseconds) / 1e6
        )
    }
}

/// Records Ctrl-C, SIGTERM and SIGHUP, for work that checks now and then whether to go on.
package enum Interruption {
    private static let arrived = Atomic<Int32>(0)

    /// The signal that has arrived, if any.
    package static var signal: Int32? {
        let number = arrived.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    /// Begins to record signals. A signal that was ignored (nohup) stays ignored. A second signal ends the process.
    package static func watch() {
        // This makes the global variable before a handler can use it.
        _ = signal
        for number in [SIGINT, SIGTERM, SIGHUP] {
            var action = sigaction()
            guard sigaction(number, nil, &action) == 0,
                unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) != 1
            else { continue }
            action.__sigaction_handler.sa_handler = { Interruption.arrived.store($0, ordering: .relaxed) }
            action.sa_flags = SA_RESTART | CInt(bitPattern: UInt32(SA_RESETHAND))
            sigaction(number, &action, nil)
        }
    }
}
