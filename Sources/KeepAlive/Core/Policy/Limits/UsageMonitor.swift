/// The CPU time and wakeups of an app that is not in front, for the limits of the kernel (RB-10, RB-14).
///
/// The counters are read only when a limit could have been reached since the last reading: there is no polling.
struct UsageMonitor: Sendable, Hashable {
    struct Window: Sendable, Hashable {
        var since: MonotonicInstant
        var cpu: Duration
        var wakeups: Int64
        var telemetryWritten = false
        var limitLogged = false
    }

    let cpuCount: Int
    /// The limits of CPU time hold for the app as it is now (RB-12, RB-13).
    var isLimited = true
    var lastCPU = Duration.zero
    /// The CPU time at the first reading after the launch: the counters may include earlier processes.
    var cpuAtLaunch: Duration?
    var cpuWindow: Window?
    var callCPUWindow: Window?
    var wakeupWindow: Window?

    init(cpuCount: Int) {
        self.cpuCount = max(1, cpuCount)
    }

    /// The least time between two readings: without it, they would come ever closer together near a limit.
    static let intervalMin = Duration.milliseconds(100)
}
