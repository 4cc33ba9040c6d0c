import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// The CPU time and context switches of this process, of its calling thread, or of one other process.
package enum OwnUsage {
    /// The CPU time and voluntary context switches of this process, over all of its threads.
    package static var process: Usage { usage(RUSAGE_SELF.rawValue) }

    /// The CPU time and voluntary context switches of the calling thread.
    package static var thread: Usage { usage(1) }

    /// - Parameter who: the first argument of getrusage(2); RUSAGE_THREAD is 1.
    private static func usage(_ who: CInt) -> Usage {
        var used = rusage()
        getrusage(__rusage_who_t(who), &used)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return Usage(
            cpuSeconds: seconds(used.ru_utime) + seconds(used.ru_stime), voluntarySwitches: Int64(used.ru_nvcsw))
    }

    /// Returns the CPU time and voluntary context switches of the live threads of another process; zero when the
    /// process has ended.
    package static func process(_ pid: Int32) -> Usage {
        Usage(
            cpuSeconds: ProcessTable.liveThreadsSeconds(pid), voluntarySwitches: ProcessTable.switches(pid).voluntary)
    }
}
