import CLinux
import Glibc
import KeepAlivePolicy
import Synchronization

/// Runs work on all cores at once.
package enum Cores {
    /// The number of cores that this process may use, at least 1. A batch system, a cpuset or `taskset` may limit the
    /// number.
    package static var count: Int { max(1, Int(clinux_processors(nil, 0))) }

    /// The numbers of the cores that this process may use; empty if the kernel does not report them.
    static var numbers: [Int] {
        var numbers = [CInt](repeating: 0, count: count)
        let found = clinux_processors(&numbers, CInt(numbers.count))
        return numbers.prefix(max(0, min(Int(found), numbers.count))).map(Int.init)
    }

    /// Runs a body once on each of `count` threads, one of which is the calling thread, and returns when all have
    /// ended.
    ///
    /// The threads are created with pthread_create(3), so that the program does not have to load Dispatch at each
    /// start.
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
            // If the kernel allows no more threads, the threads that could be started do the work.
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
        /// The length of the range that is handed out at once. It is small, so that all cores finish at about the same
        /// time.
        private let portion: Int

        package init(count: Int, portion: Int) {
            self.count = count
            self.portion = portion
        }

        /// Returns the next numbers, or `nil` if all have been handed out.
        package func take() -> Range<Int>? {
            let start = next.wrappingAdd(portion, ordering: .relaxed).oldValue
            return start < count ? start..<min(start + portion, count) : nil
        }
    }

    /// The peak memory of this process in bytes, and the CPU time that it has used in seconds.
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

/// Records SIGINT (Ctrl-C), SIGTERM and SIGHUP for long computations, which check from time to time whether to
/// continue.
package enum Interruption {
    private static let arrived = Atomic<Int32>(0)

    /// The signal that has arrived; `nil` if none has.
    package static var signal: Int32? {
        let number = arrived.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    /// Starts to record signals. A signal that was ignored at the start (nohup) stays ignored. A second signal of the
    /// same kind ends the process.
    package static func watch() {
        // Reading the value initializes the global variable, which a signal handler must not do.
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
