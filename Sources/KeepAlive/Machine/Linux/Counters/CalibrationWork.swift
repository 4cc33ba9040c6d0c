import CLinux
import Glibc
import KeepAlivePolicy

/// Makes this process use a given share of a CPU, and wake at a given rate, until the process is ended.
package enum CalibrationWork {
    /// Runs the threads that use the CPU, until the process is ended.
    ///
    /// - Parameters:
    ///   - duty: the share of each period in which a thread works, 0 to 1.
    ///   - hertz: the number of periods per second; 0 for no periods: the process then works all the time, or never if
    ///     `duty` is 0.
    ///   - copies: the number of threads. Several threads stay on one CPU, so that they can wake it together.
    ///   - isStaggered: whether the threads' periods begin one after the other.
    package static func run(duty: Double, hertz: Double, copies: Int, isStaggered: Bool) -> Never {
        if copies > 1 { _ = clinux_stay_on_this_processor() }
        let start = nanoseconds(CLOCK_MONOTONIC) + 100_000_000
        Cores.run(copies) { number in
            let period = hertz > 0 ? Int64(clamping: 1e9 / hertz) : 0
            let shift = isStaggered ? period * Int64(number) / Int64(copies) : 0
            work(duty: duty, period: period, from: start + shift)
        }
        exit(0)
    }

    private static func work(duty: Double, period: Int64, from start: Int64) {
        guard period > 0 else {
            while duty == 0 { pause() }
            while true {}
        }
        let busy = Int64(clamping: Double(period) * duty)
        var next = start
        while true {
            var instant = timespec(tv_sec: Int(next / 1_000_000_000), tv_nsec: Int(next % 1_000_000_000))
            while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &instant, nil) == EINTR {}
            if busy > 0 {
                let end = nanoseconds(CLOCK_THREAD_CPUTIME_ID) + busy
                while nanoseconds(CLOCK_THREAD_CPUTIME_ID) < end {}
            }
            // Skip the periods that were missed.
            next += period * max(1, (nanoseconds(CLOCK_MONOTONIC) - next) / period + 1)
        }
    }

    private static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
