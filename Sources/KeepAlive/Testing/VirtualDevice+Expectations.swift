import KeepAlivePolicy
import KeepAliveReport

extension VirtualDevice {
    /// The app's present state, as the policy has decided it.
    public var state: ApplicationState { engine.machine.state }

    /// The app's present grants, without the foreground.
    public var grants: [Grant] { engine.machine.grants.all.filter { $0 != .foreground } }

    /// The termination of the app's last process by iOS; `nil` if iOS did not terminate the process.
    public var termination: Termination? {
        let begin = events.lastIndex { $0.event == .launched } ?? events.startIndex
        return events[begin...].last { $0.termination != nil }?.termination
    }

    /// The lines of the timeline, as `keepalive-run` prints them.
    public var timeline: [String] {
        let text = TimelineText(colours: false)
        return events.compactMap { text.line(for: $0) }
    }

    /// The reason for the app's state, and the events that would change the state.
    public var why: Explanation { engine.explanation }

    /// Checks the app's state. An app that has ended is `.terminated`; Apple's names for this state are also accepted,
    /// which are `.notRunning` up to iOS 12 and `.unattached` from iOS 13 on (SD-01, SD-02).
    ///
    /// - Throws: ``VirtualDeviceFailure`` with the timeline if the app is in another state.
    public func expect(_ expected: ApplicationState, file: StaticString = #fileID, line: UInt = #line) throws {
        settle()
        guard !state.isCalled(expected, in: engine.machine.profile.lifecycle) else { return }
        throw failure(
            "expected the app to be \(expected.rawValue), it is \(state.rawValue): \(words(why.reason))", file, line)
    }

    /// Checks the app's grants, without the foreground.
    ///
    /// - Throws: ``VirtualDeviceFailure`` with the timeline if the app has other grants.
    public func expect(grants expected: Grant..., file: StaticString = #fileID, line: UInt = #line) throws {
        try expect(grants: expected, file: file, line: line)
    }

    /// Checks the app's grants, without the foreground. An empty list means no grants.
    ///
    /// - Throws: ``VirtualDeviceFailure`` with the timeline if the app has other grants.
    public func expect(grants expected: [Grant], file: StaticString = #fileID, line: UInt = #line) throws {
        settle()
        let expected = expected.sorted()
        let found = grants.sorted()
        guard found != expected else { return }
        let tasks = engine.machine.openTasks.map { "task \($0.number) \"\($0.name)\"" }
        let open = tasks.isEmpty ? "" : "; not ended: \(tasks.joined(separator: ", "))"
        throw failure("expected the grants \(list(expected)), found \(list(found))\(open)", file, line)
    }

    /// Checks that iOS has terminated the app with a code, such as `0x2182BAD2`.
    ///
    /// - Throws: ``VirtualDeviceFailure`` with the timeline if the app was not terminated, or with another code.
    public func expect(killedWith code: String, file: StaticString = #fileID, line: UInt = #line) throws {
        settle()
        guard termination?.code?.lowercased() != code.lowercased() else { return }
        throw failure("expected the app to be killed with \(code), found \(ending)", file, line)
    }

    /// Checks that a line of the timeline contains a text, which may be a rule such as `BT-14`.
    ///
    /// - Parameters:
    ///   - part: the text that a line must contain.
    ///   - count: the required number of such lines; `nil` for at least one line.
    ///   - file: the source file of the check.
    ///   - line: the source line of the check.
    /// - Throws: ``VirtualDeviceFailure`` with the timeline if the number of lines is wrong.
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

    /// Checks that no line of the timeline contains a text.
    ///
    /// - Throws: ``VirtualDeviceFailure`` with the timeline if a line contains the text.
    public func expect(notInTimeline part: String, file: StaticString = #fileID, line: UInt = #line) throws {
        try expect(inTimeline: part, count: 0, file: file, line: line)
    }

    func failure(_ what: String, _ file: StaticString, _ line: UInt) -> VirtualDeviceFailure {
        let time = Figures.fixed(now, 3)
        return VirtualDeviceFailure(what: "\(file):\(line): after \(time) s of the device, \(what)", timeline: timeline)
    }

    /// The termination of the last process, for a failure's text.
    private var ending: String {
        guard let termination else { return "no kill" }
        return termination.code ?? "signal \(termination.signal) without a code: \(termination.explanation)"
    }

    private func list(_ grants: [Grant]) -> String {
        grants.isEmpty ? "none" : grants.map(\.rawValue).joined(separator: ", ")
    }

    private func words(_ reason: Reason) -> String { "\(reason.text) [\(reason.rule)]" }
}

/// A failed expectation of a test. The description contains the timeline.
public struct VirtualDeviceFailure: Error, CustomStringConvertible, Sendable {
    /// The expected and the actual value, in words.
    public let what: String
    /// The lines of the timeline up to the failure.
    public let timeline: [String]

    /// The expected value, the actual value and the timeline, on several lines.
    public var description: String { ([what, "what happened:"] + timeline).joined(separator: "\n") }
}
