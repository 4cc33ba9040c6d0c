import KeepAlivePolicy

/// Reads crash reports, resource reports and lines of consoles from text.
enum TextReports {
    /// Returns the reports of a text: one for each crash report, and one for each kill that a log tells of.
    static func reports(in text: ReportText) -> [CrashReport] {
        var starts: [Int] = []
        var hasType = false
        for (index, line) in text.lines.enumerated() {
            if line.hasPrefix("Incident Identifier:") || line.hasPrefix("{Incident Identifier:") {
                starts.append(index)
                hasType = false
            } else if line.says("Exception Type:") {
                // A second exception is another report, of which the head is missing.
                if hasType || starts.isEmpty { starts.append(starts.isEmpty ? 0 : index) }
                hasType = true
            } else if starts.isEmpty, Self.startsReport(line) {
                starts.append(0)
            }
        }
        guard let first = starts.first else { return ConsoleLines.reports(in: text) }
        var found = first > 0 ? ConsoleLines.reports(in: text[0..<first]) : []
        for (place, start) in starts.enumerated() {
            let end = place + 1 < starts.count ? starts[place + 1] : text.lines.count
            guard let report = CrashText(text[start..<end]).report else { continue }
            found.append(report)
            // A log that follows the report of a resource may tell of the kill that the report does not.
            if report.form == .resource, report.resource?.killed == false {
                found += ConsoleLines.reports(in: text[start..<end]).filter { $0.resource == nil && $0.isKill }
            }
        }
        return found.isEmpty ? ConsoleLines.reports(in: text) : found
    }

    private static func startsReport(_ line: Substring) -> Bool {
        let starts = [
            "Termination Reason:", "Exception Codes:", "Exception Subtype:", "Event:",
            "Application Specific Information:",
        ]
        return starts.contains { line.hasPrefix($0) }
            && !(line.hasPrefix("Event:") && !line.says("cpu") && !line.says("wakeups") && !line.says("disk writes"))
    }
}

/// Reads one crash report or resource report from its text.
struct CrashText {
    private var result: CrashReport
    private var isRecognised = false
    private var isInThreads = false
    /// Lines beside the fields of the report that tell of an end. They count if the fields tell of none.
    private var asides: [Substring] = []
    private var launched: (day: String, seconds: Double)?
    private var ended: (day: String, seconds: Double)?

    /// The report; `nil` if the text has no line of a report.
    var report: CrashReport? { isRecognised ? result : nil }

    init(_ text: ReportText) {
        result = CrashReport(form: .crash, line: text.firstLine)
        var index = 0
        while index < text.lines.count {
            let line = text.lines[index]
            index += 1
            read(line)
            if let field = Self.openField(line) {
                // What the system says of the end goes on until an empty line, or until the next field.
                while index < text.lines.count, !Self.endsField(text.lines[index], of: field) {
                    say(text.lines[index])
                    index += 1
                }
            }
        }
        result.isCut = !text.lines.contains { $0.hasPrefix("Binary Images:") || $0.hasPrefix("EOF") }
        if let launched, let ended, launched.day == ended.day, ended.seconds >= launched.seconds {
            result.lifetime = ended.seconds - launched.seconds
        }
        result.readWords()
        // A signal other than SIGKILL is the app's own.
        guard result.signal == nil || result.signal == "SIGKILL",
            [.otherWatchdog, .crash, .unexplained].contains(Kill(of: result)), !asides.isEmpty
        else { return }
        for line in asides.prefix(20) { say(line) }
        result.readWords()
    }

    private static func openField(_ line: Substring) -> StaticString? {
        for field: StaticString in [
            "Application Specific Information:", "Termination Description:", "Termination Reason:",
        ]
        where line.hasPrefix("\(field)") {
            return field
        }
        return line.says("Last Exception :") ? "Last Exception :" : nil
    }

    private static func endsField(_ line: Substring, of field: StaticString) -> Bool {
        let ends = [
            "Thread ", "Triggered by", "Crashed Thread", "Terminating Process", "Last Exception Backtrace",
            "Filtered syslog",
            "Binary Images", "Termination ", "Exception ", "Highlighted", "Global Trace",
        ]
        if ends.contains(where: { line.hasPrefix($0) }) { return true }
        return line.isEmpty && "\(field)" != "Application Specific Information:"
    }

    private mutating func say(_ words: Substring) {
        let words = words.trimmed
        guard !words.isEmpty, result.words.count < 200 else { return }
        result.words.append(String(words.prefix(2000)))
    }

    private mutating func read(_ line: Substring) {
        if let value = line.text(after: "Exception Type:")?.trimmed {
            isRecognised = true
            result.exceptionType = value.split(separator: " ").first.map(String.init)
            result.signal = value.text(after: "(").flatMap { $0.text(before: ")") }.map(String.init)
        }
        if let value = line.text(after: "Exception Codes:") {
            isRecognised = true
            if result.code == nil, let code = value.leadingCode, TerminationCode("0x" + String(code, radix: 16)) != nil
            {
                say(value)
                result.code = code
            }
        }
        for field: StaticString in ["Exception Subtype:", "Exception Message:", "Exception Note:"] {
            if let value = line.text(after: field) { say(value) }
        }
        if let value = line.text(after: "Termination Reason:")?.trimmed {
            isRecognised = true
            read(reason: value)
        }
        if let value = line.text(after: "Termination Description:") {
            isRecognised = true
            say(value)
        }
        if line.hasPrefix("Application Specific Information:") { isRecognised = true }
        if line.hasPrefix("Thread ") { isInThreads = true }
        let isName = ["Process:", "Path:", "Identifier:", "Parent"].contains { line.hasPrefix($0) }
        if line.hasPrefix("Filtered syslog") { isInThreads = true }
        if !isInThreads, !isName, KillPhrases.kill(named: line) != nil { asides.append(line) }
        if result.process == nil, line.hasPrefix("Process:") || line.hasPrefix("Command:") {
            result.process = line.text(after: ":")?.trimmed.prefix { $0 != "[" }.trimmed.asName
        }
        if result.version == nil, line.hasPrefix("OS Version:") || line.hasPrefix("OS version:") {
            result.readSystem(line.text(after: ":") ?? "")
        }
        if line.hasPrefix("Role:") || line.hasPrefix("Process Role:") { result.readVisibility(line) }
        if let use = ResourceUse(line) {
            isRecognised = true
            result.form = .resource
            result.resource = use.completed(by: result.resource)
        }
        result.resource?.readAction(line)
        result.resource?.readLimit(line)
        if line.says("Last Exception Backtrace") || line.says("objc_exception_throw") { result.hasLastException = true }
        if line.hasPrefix("Launch Time:") { launched = line.text(after: ":").flatMap { $0.dateAndSeconds } }
        if line.hasPrefix("Date/Time:") { ended = line.text(after: ":").flatMap { $0.dateAndSeconds } }
        if line.says("due to uncaught exception") || FrameworkException.row(for: line) != nil {
            isRecognised = true
            say(line)
        }
    }

    /// Reads `Namespace SPRINGBOARD, Code 0x8badf00d`, `RUNNINGBOARD 0xdead10cc`, `FRONTBOARD 2343432205 …`.
    private mutating func read(reason: Substring) {
        say(reason)
        result.readReason(reason)
    }
}

extension CrashReport {
    /// Reads a termination reason: `Namespace SPRINGBOARD, Code 0x8badf00d`, `RUNNINGBOARD 0xdead10cc`,
    /// `FRONTBOARD 2343432205`.
    mutating func readReason(_ reason: Substring) {
        var reason = reason.trimmed
        if reason.hasPrefix("<RBSTerminateContext") {
            code = reason.text(after: "code:")?.leadingCode ?? code
            return
        }
        if let rest = reason.text(after: "Namespace ") { reason = rest.trimmed }
        let name = reason.prefix { !$0.isWhitespace && $0 != "," && $0 != ":" }
        let isName = name.first { $0.isLetter || $0.isNumber }?.isLetter ?? false
        namespace =
            isName || name.isEmpty
            ? String(name.prefix(40)) : name.leadingCode.flatMap { ReasonNamespace(rawValue: Int(clamping: $0))?.name }
        let rest = reason.hasPrefix(name) ? reason.dropFirst(name.count) : reason
        code =
            (rest.text(after: "Code")?.leadingCode ?? rest.drop { $0 == "," || $0 == " " || $0 == ":" }.leadingCode)
            ?? code
    }

    /// Reads `iPhone OS 13.4.1 (17E262)`.
    mutating func readSystem(_ text: some StringProtocol) {
        let names: [(StaticString, Platform)] = [
            ("iPhone OS", .iOS), ("iPadOS", .iOS), ("iOS", .iOS), ("Watch OS", .watchOS), ("watchOS", .watchOS),
            ("macOS", .macOS), ("Mac OS X", .macOS), ("tvOS", .tvOS), ("Apple TVOS", .tvOS), ("visionOS", .visionOS),
            ("xrOS", .visionOS),
        ]
        for (name, platform) in names {
            guard let rest = text.text(after: name) else { continue }
            self.platform = platform
            let digits = rest.trimmed.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            if let version = IOSVersion(parsing: String(digits)) { self.version = version }
            return
        }
    }

    mutating func readVisibility(_ text: some StringProtocol) {
        if text.says("Background") {
            visibility = .background
        } else if text.says("Foreground") {
            visibility = .foreground
        }
    }

    /// True if the system ended the app, and the words say why.
    var isKill: Bool { KillPhrases.kill(named: said) != nil }

    /// Reads the numbers and names in ``words``.
    mutating func readWords() {
        for line in words {
            if let value = line.text(after: "ProcessVisibility:") { readVisibility(value.trimmed.prefix(12)) }
            if allowance == nil {
                for marker: StaticString in [
                    "time allowance of ", "failed to scene-create after ", "failed to launch after ",
                    "failed to scene-update after ", "failed to resume after ", "gracefully after ",
                    "failed to suspend after ",
                ] {
                    if let value = line.text(after: marker)?.leadingNumber { allowance = value }
                }
                isCPUAllowance = line.says("exhausted CPU time")
            }
            if let value = line.text(after: "lapsed application CPU time (seconds):")?.leadingNumber { appCPU = value }
            if let value = line.text(after: "permittedBackgroundDuration:")?.leadingNumber, permittedDuration == nil {
                permittedDuration = value
            }
            if let value = line.text(after: "reason:")?.trimmed, assertionReason == nil,
                line.says("permittedBackgroundDuration")
            {
                assertionReason = String(value.prefix { $0.isLetter || $0.isNumber }.prefix(40))
            }
            if let value = line.text(after: "named: ") ?? line.text(after: "name: "), line.says("assertion"),
                taskNames.count < 3
            {
                let name = String(value.prefix { $0 != "," && $0 != ">" && $0 != "\"" }.trimmed)
                if !name.isEmpty, !taskNames.contains(name) { taskNames.append(name.shortened(to: 80)) }
            }
            if lockedFile == nil, let value = line.text(after: "locked system files") {
                let path = value.drop { ": \n(){".contains($0) }.prefix {
                    $0 != "\n" && $0 != ">" && $0 != "," && $0 != "|"
                }
                let name = path.trimmed.split(separator: "/").last.map { String($0.prefix(80)) }
                if let name, path.contains("/") { lockedFile = name.trimmed.asName }
            }
        }
        readException()
    }

    private mutating func readException() {
        guard exception == nil else { return }
        let text = words.joined(separator: "\n")
        guard let rest = text.text(after: "uncaught exception '"), let name = rest.text(before: "'") else { return }
        let reason = rest.text(after: "reason: '") ?? rest.text(after: "reason: ") ?? ""
        let end = reason.text(before: "'\n") ?? reason.text(before: "' terminating") ?? reason
        exception = UncaughtException(
            name: String(name.prefix(100)), reason: String(end.prefix { $0 != "\n" }.prefix(1000)).trimmedQuote)
    }
}

extension StringProtocol {
    /// The text as the name of a process or file; `nil` if it is empty.
    var asName: String? {
        let name = String(self.prefix(100))
        return name.isEmpty ? nil : name
    }
}

extension StringProtocol {
    /// The day and the seconds since midnight in a text such as ` 2017-01-25 22:59:47.34 -0800`; `nil` if there is no
    /// time in it.
    var dateAndSeconds: (day: String, seconds: Double)? {
        let words = self.split(separator: " ")
        for word in words where word.contains(":") {
            let parts = word.split(separator: ":").map { Double($0) }
            if parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2], hours < 25,
                minutes < 61
            {
                return ("\(words[0])", hours * 3600 + minutes * 60 + seconds)
            }
        }
        return nil
    }
}

extension String {
    /// The text without a quotation mark at its end.
    var trimmedQuote: String {
        let text = self.trimmed
        return String(text.hasSuffix("'") ? text.dropLast() : text)
    }
}
