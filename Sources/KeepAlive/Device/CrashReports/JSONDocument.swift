import KeepAliveFormats
import KeepAlivePolicy

/// A JSON value in a file with reports.
struct JSONDocument {
    private let value: JSONValue
    private let line: Int
    private let isCut: Bool
    /// The index of the first line behind the value.
    let end: Int

    /// True if an object of JSON may begin at a line: a brace, and a name in quotes behind it; or the inside of one, of
    /// which the beginning was not copied.
    static func mayBegin(in text: ReportText, at index: Int) -> Bool {
        if !text.offsets.isEmpty, isInside(text.lines[index]) { return true }
        guard !text.offsets.isEmpty, text.lines[index].utf8.first == UInt8(ascii: "{") else { return false }
        let rest = text.lines[index].dropFirst().trimmed
        let name = rest.isEmpty ? text.lines[(index + 1)...].first { !$0.trimmed.isEmpty } : rest
        return name?.utf8.first == UInt8(ascii: "\"")
    }

    private static func isInside(_ line: Substring) -> Bool {
        guard line.utf8.first == UInt8(ascii: "\""), let rest = line.dropFirst().text(after: "\"") else { return false }
        return rest.drop { $0 == " " }.hasPrefix(":")
    }

    /// Reads the JSON value at a line; `nil` if none begins there.
    init?(in text: ReportText, at index: Int) {
        guard text.offsets.indices.contains(index),
            let beginning = JSONValue.beginning(
                in: text.source, at: text.offsets[index], isInside: Self.isInside(text.lines[index])),
            case .object(let members) = beginning.value, !members.isEmpty
        else { return nil }
        value = beginning.value
        isCut = beginning.isCut
        line = text.number(index)
        // What follows a mistake in the JSON is read as text.
        end = max(index + 1, text.line(ofOffset: beginning.end))
    }

    /// True if the value is the header of an .ips file.
    var isHeader: Bool {
        value["bug_type"] != nil && value["procName"] == nil && value["processes"] == nil && value["exception"] == nil
    }

    private var isCrash: Bool {
        value["termination"] != nil || value["exception"] != nil || value["procName"] != nil || value["asi"] != nil
    }

    private var isJetsam: Bool { value["processes"] != nil || value["largestProcess"] != nil }

    /// The reports of the value, which is no header.
    var reports: [CrashReport] {
        if MetricPayload.isPayload(value) { return MetricPayload.reports(in: value, line: line, isCut: isCut) }
        if isJetsam { return JetsamEvent.reports(in: value, line: line, isCut: isCut) }
        guard isCrash else { return TextReports.reports(in: ReportText(lines: value.texts(), firstLine: line)) }
        var report = JSONCrash.report(of: value, line: line)
        report.isCut = isCut
        return [report]
    }

    /// Returns the reports behind the header of an .ips file, and the index of the line behind them.
    func body(in text: ReportText) -> (reports: [CrashReport], end: Int) {
        var found: [CrashReport]
        var last = text.lines.count
        if let start = text.lines[end...].firstIndex(where: { !$0.isEmpty }), text.lines[start].hasPrefix("{"),
            let document = JSONDocument(in: text, at: start)
        {
            found = document.reports
            last = document.end
        } else {
            // A report as text goes on until the header of the next one.
            last = text.lines[end...].firstIndex { $0.hasPrefix("{") && $0.says("\"bug_type\"") } ?? last
            found = TextReports.reports(in: text[end..<last])
        }
        if found.isEmpty { found = [reportOfType].compactMap(\.self) }
        for index in found.indices {
            if found[index].resource != nil, found[index].resource?.isFatal == nil, value["bug_type"]?.string == "206" {
                found[index].resource?.isFatal = true
            }
            if found[index].version == nil { found[index].readSystem(value["os_version"]?.string ?? "") }
            if found[index].process == nil, let name = value["app_name"]?.string ?? value["name"]?.string {
                found[index].process = name.asName
            }
        }
        return (found, last)
    }
}

/// Reads a crash report of iOS 15 and later, which is JSON.
enum JSONCrash {
    static func report(of value: JSONValue, line: Int) -> CrashReport {
        var report = CrashReport(form: .ips, line: line)
        report.process = value["procName"]?.string?.asName
        report.readSystem(value["osVersion"]?["train"]?.string ?? value["os_version"]?.string ?? "")
        report.exceptionType = value["exception"]?["type"]?.string
        report.signal = value["exception"]?["signal"]?.string
        if let role = value["procRole"]?.string { report.readVisibility(role) }
        for key in ["subtype", "message"] {
            if let words = value["exception"]?[key]?.string { report.words.append(words) }
        }
        if let termination = value["termination"] {
            report.namespace = termination["namespace"]?.string
            report.code = termination["code"].flatMap { code in
                code.string?.leadingCode ?? code.double.flatMap { UInt64(exactly: $0) }
            }
            if let indicator = termination["indicator"]?.string { report.words.append(indicator) }
            for key in ["reasons", "details"] { report.words += termination[key]?.array?.compactMap(\.string) ?? [] }
        }
        // What libraries say of the crash, by library.
        if case .object(let libraries)? = value["asi"] {
            for (_, words) in libraries.sorted(by: { $0.key < $1.key }) {
                report.words += words.array?.compactMap(\.string) ?? []
            }
        }
        if let reason = value["exceptionReason"] {
            let words = reason["composed_message"]?.string ?? reason["format_string"]?.string
            if let name = reason["name"]?.string, let words {
                report.exception = CrashReport.UncaughtException(name: name, reason: words)
            }
        }
        report.words = report.words.prefix(200).flatMap { $0.split(separator: "\n").map { String($0.prefix(2000)) } }
        for words in report.words {
            if let use = ResourceUse(Substring(words)) { report.resource = use.completed(by: report.resource) }
        }
        report.hasLastException = value["lastExceptionBacktrace"] != nil
        report.readWords()
        return report
    }
}

extension JSONDocument {
    /// What the type of a report alone tells, where the rest is missing; `nil` for other types.
    private var reportOfType: CrashReport? {
        var report = CrashReport(form: .resource, line: line)
        report.isCut = true
        switch value["bug_type"]?.string {
        case "206": report.resource = ResourceUse(cpuKilled: true)
        case "202": report.resource = ResourceUse(cpuKilled: false)
        case "142", "145": report.resource = ResourceUse(diskWrites: nil)
        case "298":
            report.form = .jetsam
            report.namespace = "JETSAM"
        default: return nil
        }
        return report
    }
}

extension JSONValue {
    /// The lines of all texts in the value, each behind its name: reports often are texts in the records of services
    /// that collect crashes.
    fileprivate func texts(named name: String = "") -> [Substring] {
        switch self {
        case .string(let text):
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            return lines.count == 1 && !name.isEmpty ? ["\(name): \(text)"] : lines
        case .array(let elements): return elements.flatMap { $0.texts(named: name) }
        case .object(let members):
            return members.sorted { $0.key < $1.key }.flatMap { $0.value.texts(named: $0.key) }
        case .number(let text): return ["\(name): \(text)"]
        case .bool, .null: return []
        }
    }
}
