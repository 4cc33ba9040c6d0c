import KeepAlivePolicy

/// The facts in a report of a process's end, as far as the report states them.
package struct CrashReport: Sendable, Hashable {
    /// The kinds of files that hold reports.
    package enum Form: String, Sendable, Hashable {
        /// A crash report as JSON, `.ips` (iOS 15 on).
        case ips
        /// A crash report as text, `.crash`.
        case crash
        /// A report of a resource limit: CPU time, wakeups, disk writes, memory.
        case resource
        /// A report of the kernel's memory killer.
        case jetsam
        /// Lines of a device's console or of Xcode.
        case console
        /// A payload of MetricKit.
        case metricKit = "MetricKit"
    }

    /// The platform that a report names.
    package enum Platform: String, Sendable, Hashable {
        case iOS, watchOS, macOS, tvOS, visionOS
    }

    /// True if the process was visible, as the report states it.
    package enum Visibility: String, Sendable, Hashable {
        case foreground, background
    }

    /// An uncaught exception of Objective-C.
    package struct UncaughtException: Sendable, Hashable {
        package var name: String
        package var reason: String
    }

    package var form: Form
    /// The line of the file at which the report begins, from 1.
    package var line: Int
    /// True if the report is not whole.
    package var isCut = false
    /// The name of the process.
    package var process: String?
    package var platform: Platform?
    package var version: IOSVersion?
    /// The Mach exception, such as `EXC_CRASH`.
    package var exceptionType: String?
    /// The signal, such as `SIGKILL`.
    package var signal: String?
    /// The namespace of the termination reason, such as `FRONTBOARD`.
    package var namespace: String?
    /// The code of the termination reason.
    package var code: UInt64?
    package var visibility: Visibility?
    /// The seconds from the launch to the end.
    package var lifetime: Double?
    package var exception: UncaughtException?
    /// True if the report has the backtrace of an exception, with or without its reason.
    package var hasLastException = false
    package var resource: ResourceUse?
    package var memory: MemoryUse?
    /// The seconds that a watchdog allowed.
    package var allowance: Double?
    /// True if ``allowance`` is CPU time, not wall clock time.
    package var isCPUAllowance = false
    /// The CPU seconds that the app itself used in the time that the watchdog allowed.
    package var appCPU: Double?
    /// The seconds for which a background assertion was permitted.
    package var permittedDuration: Double?
    /// The reason of the assertion that was held too long, such as `finishTask`.
    package var assertionReason: String?
    /// The names of the background tasks that were held.
    package var taskNames: [String] = []
    /// The name of the locked file, without its folder.
    package var lockedFile: String?
    /// The kind of end, where the report states it by itself, as a counter of MetricKit does.
    package var stated: Kill?
    /// What the text leaves open, in words.
    package var doubt: String?
    /// The phrases of the report that say how the process ended.
    package var words: [String] = []
    /// The number of the exits of a kind, in a payload of MetricKit; otherwise 1.
    package var count = 1

    /// Creates a report without facts.
    package init(form: Form, line: Int) {
        self.form = form
        self.line = line
    }

    /// ``words`` in one lower-case text.
    var said: String { words.joined(separator: "\n").lowercased() }
}

/// A use of a resource that a report compares with its limit.
package struct ResourceUse: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
        case cpu = "CPU time"
        case wakeups
        case diskWrites = "disk writes"
    }

    package var kind: Kind
    /// CPU seconds, wakeups or megabytes.
    package var used: Double?
    /// The seconds in which that was used.
    package var span: Double?
    /// The limit: percent of a CPU, wakeups a second, or kilobytes a second.
    package var limit: Double?
    /// The seconds over which the limit holds.
    package var limitSpan: Double?
    /// True if the process was killed; `nil` if the report does not say.
    package var isFatal: Bool?
}

/// The use of memory in a report of the memory killer.
package struct MemoryUse: Sendable, Hashable {
    /// The kernel's reason, such as `per-process-limit`.
    package var reason: String?
    /// The resident memory in MB, of 1,048,576 bytes.
    package var megabytes: Double?
    /// The name of the process that used most.
    package var largest: String?
}
