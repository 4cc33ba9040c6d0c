import CLinux
import KeepAlivePorts

extension UnendedProcess {
    /// Creates the process in a guardian's record.
    init(_ record: clinux_record) {
        self.init(pid: record.pid, error: record.value, guardian: record.guardian)
    }
}

extension Usage {
    /// Creates the usage in a guardian's record: getrusage(2) of all that it has reaped.
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
