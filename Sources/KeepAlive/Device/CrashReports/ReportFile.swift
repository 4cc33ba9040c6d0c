import KeepAliveFormats
import KeepAlivePolicy

/// A file with reports: crash reports, resource reports, reports of the memory killer, lines of a console, payloads of
/// MetricKit, in any number and with any text around them.
package enum ReportFile {
    /// The size of the largest file that is read, in bytes.
    package static let sizeMaxBytes = 32 << 20

    /// Returns the reports of a file, in its order.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` if the file has no report.
    package static func reports(in bytes: [UInt8], file: String) throws -> [CrashReport] {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw KeepAliveError(
                .usage, "\(file):1: the text is UTF-16", remedy: "Convert it: iconv -f UTF-16 -t UTF-8")
        }
        guard !bytes.prefix(4096).contains(0) else {
            throw KeepAliveError(.usage, "\(file):1: this is no text", remedy: expected)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard !text.utf8.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) else {
            throw KeepAliveError(.usage, "\(file): the file is empty", remedy: expected)
        }
        let lines = ReportText(text)
        let found = reports(in: lines)
        guard found.isEmpty else {
            let platform = found.contains { $0.platform != nil } ? nil : lines.platform
            return found.map { report in
                var report = report
                report.platform = report.platform ?? platform
                return report
            }
        }
        throw KeepAliveError(.usage, "\(file):1: no line of this file tells of the end of an app", remedy: expected)
    }

    private static let expected =
        "Expected a crash report (.ips, .crash), a JetsamEvent report, lines of a console at a kill, or a payload of MetricKit"

    /// The number of JSON values of one file that are read.
    private static let documentsMax = 10_000

    /// Returns the reports of a text: each JSON value at the beginning of a line, and the text between these.
    static func reports(in text: ReportText) -> [CrashReport] {
        var found: [CrashReport] = []
        var (start, at, documents) = (0, 0, 0)
        while at < text.lines.count, documents < documentsMax {
            guard JSONDocument.mayBegin(in: text, at: at), let document = JSONDocument(in: text, at: at) else {
                at += 1
                continue
            }
            documents += 1
            found += TextReports.reports(in: text[start..<at])
            at = document.end
            start = at
            guard document.isHeader else {
                found += document.reports
                continue
            }
            // An .ips file is a header of one line, followed by JSON, or by a report as text.
            let body = document.body(in: text)
            found += body.reports
            at = body.end
            start = at
        }
        found += TextReports.reports(in: text[start..<text.lines.count])
        // A report of the memory killer that is cut off tells no reason; what is left of it may.
        let hasReason = found.contains {
            $0.memory == nil && ($0.said.says("per-process-limit") || $0.said.says("highwater"))
        }
        return hasReason ? found.filter { $0.form != .jetsam || $0.memory?.reason != nil } : found
    }
}
