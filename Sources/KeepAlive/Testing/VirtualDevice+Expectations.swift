import KeepAlivePolicy
import KeepAliveReport

extension VirtualDevice {
    /// The app's state.
    public var state: ApplicationState { engine.machine.state }

    /// The app's reasons to run, except the foreground.
    public var grants: [Grant] { engine.machine.grants.all.filter { $0 != .foreground } }

    /// The termination of the app's last process by the system, if there was one.
    public var termination: Termination? {
        let begin = events.lastIndex { $0.event == .launched } ?? events.startIndex
        return events[begin...].last { $0.termination != nil }?.termination
    }

    /// All events, one line each, as `keepalive-run` prints them.
    public var timeline: [String] {
        let text = TimelineText(colours: false)
        return events.compactMap { text.line(for: $0) }
    }

    /// The explanation of the app's state, and of what would change it.
    public var why: Explanation { engine.explanation }

    /// Checks the app's state. One that has ended is terminated, and in Apple's words not running, or unattached from iOS 13
    /// on (SD-01, SD-02).
    ///
    /// - Throws: ``VirtualDeviceFailure`` with the timeline if the app is in another state.
    public func expect(_ expected: ApplicationState, file: StaticString = #fileID, line: UInt = #line) throws {
        settle()
        guard !state.isCalled(expected, in: engine.machine.profile.lifecycle) else { return }
        throw failure(
            "expected the app to be \(expected.rawValue), it is \(state.rawValue): \(words(why.reason))", file, line)
    }

    /// Checks the app's reasons to run, except the foreground.
    ///
    /// - Throws: ``VirtualDeviceFailure`` with the timeline if the app has others.
    public func expect(grants expected: Grant..., file: StaticString = #fileID, line: UInt = #line) throws {
        try expect(grants: expected, file: file, line: line)
    }

    /// Checks the app's reasons to run, except the foreground; an empty list means none.
    ///
    /// - Throws: ``VirtualDeviceFailure`` with the timeline if the app has others.
    public func expect(grants expected: [Grant], file: StaticString = #fileID, line: UInt = #line) throws {
        settle()
        let expected = expected.sorted()
        let found = grants.sorted()
        guard found != expected else { return }
        let tasks = engine.machine.openTasks.map { "task \($0.number) \"\($0.name)\"" }
        let open = tasks.isEmpty ? "" : "; not ended: \(tasks.joined(separator: ", "))"
        throw failure("expected the grants \(list(expected)), found \(list(found))\(open)", file, line)
    }

    /// Checks that the system has ended the app with a code, such as `0x2182BAD2`.
    ///
    /// - Throws: ``VirtualDeviceFailure`` with the timeline if it has not, or if the code is another one.
    public func expect(killedWith code: String, file: StaticString = #fileID, line: UInt = #line) throws {
        settle()
        guard termination?.code?.lowercased() != code.lowercased() else { return }
        throw failure("expected the app to be killed with \(code), found \(ending)", file, line)
    }

    /// Checks that a text is in the timeline: a part of a line, or a rule such as `BT-14`.
    ///
    /// - Parameters:
    ///   - part: the text that a line must contain.
    ///   - count: the number of such lines; `nil` for at least one.
    ///   - file: the file of the check.
    ///   - line: its line.
    /// - Throws: ``VirtualDeviceFailure`` with the timeline if the text is not there, or not as often.
    public func expect(
        inTimeline part: String, count: Int? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws {
        settle()
        let found = timeline.filter { $0.contains(part) }.count
        guard count.map({ $0 != found }) ?? (found == 0) else { return }
        throw failure(
            "expected '\(part)' \(count.map { "\($0) times" } ?? "") in the timeline, found it \(found) times", file,
            line)
    }

    /// Checks that a text is not in the timeline.
    ///
    /// - Throws: ``VirtualDeviceFailure`` with the timeline if the text is there.
    public func expect(notInTimeline part: String, file: StaticString = #fileID, line: UInt = #line) throws {
        try expect(inTimeline: part, count: 0, file: file, line: line)
    }

    func failure(_ what: String, _ file: StaticString, _ line: UInt) -> VirtualDeviceFailure {
        let time = Figures.fixed(now, 3)
        return VirtualDeviceFailure(what: "\(file):\(line): after \(time) s of the device, \(what)", timeline: timeline)
    }

    /// The end of the last process, in words.
    private var ending: String {
        guard let termination else { return "no kill" }
        return termination.code ?? "signal \(termination.signal) without a code: \(termination.explanation)"
    }

    private func list(_ grants: [Grant]) -> String {
        grants.isEmpty ? "none" : grants.map(\.rawValue).joined(separator: ", ")
    }

    private func words(_ reason: Reason) -> String { "\(reason.text) [\(reason.rule)]" }
}

/// The failure of an expectation of a test. The description shows the timeline.
public struct VirtualDeviceFailure: Error, CustomStringConvertible, Sendable {
    /// The expectation and the finding, in words.
    public let what: String
    /// All events up to the failure.
    public let timeline: [String]

    /// The expectation, the finding and the timeline, on several lines.
    public var description: String { ([what, "what happened:"] + timeline).joined(separator: "\n") }
}
