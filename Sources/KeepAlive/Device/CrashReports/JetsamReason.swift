/// The reasons of the kernel's memory killer: its numbers and names (RB-08, RB-36; XNU, sys/reason.h and
/// kern_memorystatus).
struct JetsamReason {
    let number: UInt64
    let names: [StaticString]
    let kill: Kill

    private init(_ number: UInt64, _ kill: Kill, _ names: StaticString...) {
        self.number = number
        self.names = names
        self.kill = kill
    }

    static let all: [JetsamReason] = [
        JetsamReason(2, .memoryPressure, "highwater"),
        JetsamReason(3, .systemEnd, "vnode-limit"),
        JetsamReason(4, .memoryPressure, "vm-pageshortage"),
        JetsamReason(5, .memoryPressure, "proc-thrashing"),
        JetsamReason(6, .memoryPressure, "fc-thrashing"),
        JetsamReason(7, .memoryLimit, "per-process-limit", "memory_perprocesslimit"),
        JetsamReason(8, .systemEnd, "disk-space-shortage"),
        JetsamReason(9, .memoryPressure, "idle-exit"),
        JetsamReason(10, .memoryPressure, "zone-map-exhaustion"),
        JetsamReason(11, .memoryPressure, "vm-compressor-thrashing"),
        JetsamReason(12, .memoryPressure, "vm-compressor-space-shortage"),
        JetsamReason(13, .memoryPressure, "low-swap"),
        JetsamReason(100, .cpuLimit, "cpulimit"),
    ]

    /// Returns the kind of end that a text names by a reason's name or, after `jetsam reason`, by its number; `nil` if
    /// it names none.
    static func kill(in text: some StringProtocol) -> Kill? {
        if let number = text.text(after: "jetsam reason")?.leadingCode,
            let row = all.first(where: { $0.number == number })
        {
            return row.kill
        }
        return all.first { row in row.names.contains { text.says($0) } }?.kill
    }

    static func kill(number: UInt64) -> Kill? { all.first { $0.number == number }?.kill }
}
