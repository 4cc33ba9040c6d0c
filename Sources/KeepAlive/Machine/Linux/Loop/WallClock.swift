import Glibc

package enum WallClock {
    /// Seconds since 1970-01-01 UTC. The corresponding C function is `clock_gettime` with `CLOCK_REALTIME`.
    package static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}
