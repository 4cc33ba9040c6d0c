import KeepAliveFormats
import KeepAlivePolicy

/// Reads a report of the kernel's memory killer, which is JSON from iOS 9 on.
enum JetsamEvent {
    /// Returns a report for each process that was killed; one without a reason if the report names none.
    static func reports(in value: JSONValue, line: Int, isCut: Bool) -> [CrashReport] {
        let pageSize = value["memoryStatus"]?["pageSize"]?.double ?? 16384
        let largest = value["largestProcess"]?.string
        let processes = value["processes"]?.array ?? []
        func report(_ process: JSONValue?) -> CrashReport {
            var report = CrashReport(form: .jetsam, line: line)
            report.isCut = isCut
            report.readSystem(
                value["build"]?.string ?? value["os_version"]?.string ?? value["osVersion"]?["train"]?.string ?? "")
            report.process = process?["name"]?.string?.asName
            let states = process?["states"]?.array?.compactMap(\.string) ?? []
            if states.contains("frontmost") {
                report.visibility = .foreground
            } else if !states.isEmpty {
                report.visibility = .background
            }
            report.namespace = "JETSAM"
            report.memory = MemoryUse(
                reason: process?["reason"]?.string,
                megabytes: process?["rpages"]?.double.map { $0 * pageSize / 1_048_576 }, largest: largest)
            report.words = [process?["reason"]?.string].compactMap(\.self) + states
            return report
        }
        let killed = processes.filter { $0["reason"]?.string != nil }
        guard !killed.isEmpty else { return [report(processes.first { $0["name"]?.string == largest })] }
        return killed.prefix(1000).map(report)
    }
}
