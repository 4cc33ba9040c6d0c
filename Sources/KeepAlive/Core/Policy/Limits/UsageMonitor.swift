/// The CPU time and wakeups of an app in the background, for the limits of the kernel (RB-10, RB-14).
///
/// The counters are sampled only when a limit can have been reached since the last sample, so no polling is needed.
struct UsageMonitor: Sendable, Hashable {
    struct Window: Sendable, Hashable {
        var since: MonotonicInstant
        var cpu: Duration
        var wakeups: Int64
        var telemetryWritten = false
        var limitLogged = false
    }

    let cpuCount: Int
    /// True while the limits of CPU time hold for the app (RB-12, RB-13).
    var isLimited = true
    var lastCPU = Duration.zero
    /// The CPU time at the first sample after the launch; `nil` before this sample. This time is subtracted from later
    /// samples, because the counters may include earlier processes.
    var cpuAtLaunch: Duration?
    var cpuWindow: Window?
    var callCPUWindow: Window?
    var wakeupWindow: Window?

    init(cpuCount: Int) {
        self.cpuCount = max(1, cpuCount)
    }

    /// The shortest time between two samples. Without this minimum, samples near a limit would follow each other ever
    /// faster.
    static let intervalMin = Duration.milliseconds(100)
}
