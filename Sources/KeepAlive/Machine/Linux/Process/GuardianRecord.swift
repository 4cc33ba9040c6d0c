import CLinux
import KeepAlivePorts

extension UnendedProcess {
    /// Creates the description of the process that a guardian's record reports as not ending.
    init(_ record: clinux_record) {
        self.init(pid: record.pid, error: record.value, guardian: record.guardian)
    }
}

extension Usage {
    /// Creates the usage in a guardian's record: the values of getrusage(2) for all processes that the guardian has
    /// reaped.
    init(reaped record: clinux_record) {
        self.init(
            cpuSeconds: Double(record.cpu_microseconds) / 1_000_000, voluntarySwitches: record.voluntary_switches)
        involuntarySwitches = record.involuntary_switches
        minorFaults = record.minor_faults
        majorFaults = record.major_faults
        diskReadBytes = record.disk_read_bytes
        diskWrittenBytes = record.disk_written_bytes
        memoryPeakBytes = record.memory_peak_bytes
    }
}
