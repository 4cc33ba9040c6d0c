/// Reads the sentences in which the kernel and the system tell of a use of resources.
extension ResourceUse {
    /// Reads `CPU: 48 seconds cpu time over 50 seconds (96% cpu average), exceeding limit of 80% cpu over 60 seconds`,
    /// `Wakeups: 45001 wakeups over the last 128 seconds …`, `Writes: 1073.75 MB of file backed memory dirtied over …`;
    /// `nil` if the line is none of them.
    init?(_ line: Substring) {
        if line.says("cpu time over") || line.says("cpu usage over") || line.says("% cpu over") {
            self.init(kind: .cpu)
            used = Self.number(in: line, before: "seconds cpu time") ?? Self.number(in: line, before: "s cpu time")
            span = (line.text(after: "cpu time over") ?? line.text(after: "average over"))?.leadingNumber
            readLimit(line)
        } else if line.says("wakeups over the last") || line.says("wakeups per second over") || line.says("wakes over")
        {
            self.init(kind: .wakeups)
            used = Self.number(in: line, before: "wakeups over") ?? Self.number(in: line, before: "wakes over")
            span = line.text(after: "over the last")?.leadingNumber
            readLimit(line)
        } else if line.says("file backed memory dirtied") || line.says("of disk writes over") {
            self.init(kind: .diskWrites)
            used = line.text(after: ":")?.prefix(24).megabytes
            span = line.text(after: "dirtied over")?.leadingNumber
            readLimit(line)
        } else if line.says("of CPU over"), line.says("limit of") {
            // The kernel's own words: used 9.00s of CPU over 9.57 seconds, … a CPU usage limit of 9.00s over 15 seconds.
            self.init(kind: .cpu)
            used = Self.number(in: line, before: "s of CPU")
            span = line.text(after: "of CPU over")?.leadingNumber
            readLimit(line)
            if let seconds = limit, let limitSpan, limitSpan > 0 { limit = (seconds / limitSpan * 100).rounded() }
        } else if line.says("WAKEUPS, Limit") || line.says("Subtype: WAKEUPS") {
            self.init(kind: .wakeups)
            limit = line.text(after: "Limit ")?.leadingNumber
            limitSpan = line.text(after: " over ")?.leadingNumber
            isFatal = false
        } else if line.says("caught burning CPU") {
            self.init(kind: .cpu)
            isFatal = false
        } else if line.says("CPU usage trigger") || line.says("RESOURCE_TYPE_CPU") || line.says("Subtype: CPU") {
            self.init(kind: .cpu)
        } else if line.says("RESOURCE_TYPE_WAKEUPS") {
            self.init(kind: .wakeups)
        } else if line.says("Event:"), line.says("cpu usage") {
            self.init(kind: .cpu)
        } else if line.says("Event:"), line.says("wakeups") {
            self.init(kind: .wakeups)
        } else if line.says("Event:"), line.says("disk writes") {
            self.init(kind: .diskWrites)
        } else {
            return nil
        }
        if line.says("FATAL") { isFatal = !line.says("NON-FATAL") && !line.says("NONFATAL") }
        readAction(line)
    }

    private init(kind: Kind) {
        self.kind = kind
    }

    /// Reads the limit, which may stand on a line of its own.
    mutating func readLimit(_ line: Substring) {
        let rest =
            line.text(after: "exceeding limit of") ?? line.text(after: "violating a") ?? line.text(after: "limit of")
        guard limit == nil, let rest else { return }
        limit = (rest.text(after: "limit of") ?? rest).leadingNumber
        limitSpan = rest.text(after: " over ")?.leadingNumber
    }

    /// True if the process was killed, as far as the report states it or the limit tells: 80 % over 60 s and 60 % over
    /// 15 s are the limits that kill, and half a CPU over three minutes is only reported (RB-10, RB-11, RB-37).
    var killed: Bool? {
        if let isFatal { return isFatal }
        guard kind == .cpu, let limit, let limitSpan else { return nil }
        return limitSpan <= 60 && limit >= 60
    }

    /// Reads what was done about it, from `Action taken: none` or `Process killed`.
    mutating func readAction(_ line: Substring) {
        guard let action = line.text(after: "Action taken:")?.trimmed, !action.isEmpty else { return }
        isFatal = action.says("killed") || action.says("terminated")
    }

    /// Returns this use; what it does not state is taken from another statement of the same use.
    func completed(by other: ResourceUse?) -> ResourceUse {
        guard let other, other.kind == kind else { return self }
        var result = self
        result.used = used ?? other.used
        result.span = span ?? other.span
        result.limit = limit ?? other.limit
        result.limitSpan = limitSpan ?? other.limitSpan
        result.isFatal = isFatal ?? other.isFatal
        return result
    }

    private static func number(in line: Substring, before marker: StaticString) -> Double? {
        guard let head = line.text(before: marker) else { return nil }
        let digits = head.trimmed.reversed().prefix { "0123456789.".contains($0) }
        return String(digits.reversed()).leadingNumber
    }
}
