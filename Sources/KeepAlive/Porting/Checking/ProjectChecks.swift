import KeepAliveModel
import KeepAliveRewriting
import SwiftSyntax

/// The checks of a project. Each domain of the rule book has a file with its checks.
package struct ProjectChecks {
    let project: CheckedProject
    /// The version of iOS whose rules apply.
    let ios: IOSVersion
    private var findings: Set<Finding> = []
    /// The comments that silence findings, by file and line.
    private let ignored: [String: [Int: [IgnoreComment]]]
    /// The number of findings that comments silence.
    private var silenced = 0
    /// The lines that this version of iOS never runs, by file.
    private let unreached: [String: [ClosedRange<Int>]]

    /// The result of all checks.
    package struct Result: Sendable {
        /// The findings, by file and line.
        package let findings: [Finding]
        /// The number of findings that comments silence.
        package let silenced: Int

        /// Returns the number of findings of a level.
        package func count(_ level: Finding.Level) -> Int { findings.count { $0.level == level } }

        /// True if a finding is more than a remark.
        package var hasMistakes: Bool { findings.contains { $0.level > .note } }
    }

    /// Checks a project against the rules of a version of iOS.
    package static func run(_ project: CheckedProject, ios: IOSVersion) -> Result {
        // On a thread with a deep stack.
        Parallel.map(1) { _ in
            var checks = ProjectChecks(project: project, ios: ios)
            checks.checkModes()
            checks.checkScheduler()
            checks.checkBackgroundTasks()
            checks.checkLifeCycle()
            checks.checkTransfers()
            checks.checkPushes()
            checks.checkAudio()
            checks.checkLocation()
            checks.checkDataProtection()
            checks.checkIgnoreComments()
            return Result(
                findings: checks.findings.sorted { ($0.place, $0.rule, $0.message) < ($1.place, $1.rule, $1.message) },
                silenced: checks.silenced)
        }[0]
    }

    private init(project: CheckedProject, ios: IOSVersion) {
        self.project = project
        ignored = Dictionary(
            project.index.files.filter { !$0.ignored.isEmpty }.map { ($0.path, $0.ignored) }, uniquingKeysWith: { $1 })
        self.ios = ios
        let ranges = project.index.files.map { ($0.path, OtherVersions.lines(of: $0, ios)) }
        unreached = Dictionary(ranges.filter { !$0.1.isEmpty }, uniquingKeysWith: { $1 })
    }

    var index: CodeIndex { project.index }
    var modes: Set<BackgroundMode> { project.manifest?.backgroundModes ?? [] }

    /// Adds a finding, unless a comment silences it.
    mutating func report(
        _ rule: RuleID, _ level: Finding.Level, at place: Finding.Place, _ message: String, cure: String? = nil
    ) {
        if unreached[place.file]?.contains(where: { $0.contains(place.line) }) == true { return }
        let comments = ignored[place.file]?[place.line] ?? []
        if comments.contains(where: { $0.rule == rule.description && !$0.reason.isEmpty }) {
            silenced += 1
            return
        }
        findings.insert(Finding(rule, level, at: place, message, cure: cure))
    }

    /// Reports comments that silence nothing, because they give no reason.
    private mutating func checkIgnoreComments() {
        for file in index.files {
            for comment in file.ignored.values.joined() where comment.reason.isEmpty {
                report(
                    RuleID(comment.rule), .warning, at: Finding.Place(file: file.path, line: comment.line, column: 1),
                    "keepalive:ignore without a reason silences nothing",
                    cure: "write why: // keepalive:ignore \(comment.rule) REASON")
            }
        }
    }

    /// Returns the texts that an expression of a call can have; `nil` if the sources do not tell.
    func texts(of expression: ExprSyntax?, in call: CodeIndex.Call) -> [CodeIndex.Text]? {
        expression.flatMap {
            index.texts(
                of: $0, in: call.file, function: call.function,
                bundle: project.manifest?.bundleIdentifier ?? "")
        }
    }

    /// Returns the paths through a function that leave without a call.
    func leaks(of function: CodeIndex.Function, _ goal: PathCheck.Goal) -> [PathCheck.Leak] {
        guard let body = function.body else { return [] }
        return PathCheck.leaks(
            of: body.statements, end: body.rightBrace.positionAfterSkippingLeadingTrivia, goal: goal,
            in: function.file, index)
    }

    /// Returns the paths through a closure that leave without a call.
    func leaks(of closure: ClosureExprSyntax, in file: Int, _ goal: PathCheck.Goal) -> [PathCheck.Leak] {
        PathCheck.leaks(
            of: closure.statements, end: closure.rightBrace.positionAfterSkippingLeadingTrivia, goal: goal, in: file,
            index)
    }

    /// Reports each path that leaves without a call.
    mutating func report(
        _ leaks: [PathCheck.Leak], _ rule: RuleID, _ level: Finding.Level, without call: String, _ consequence: String
    ) {
        for leak in leaks {
            report(
                rule, level, at: leak.place,
                "\(leak.isEnd ? "a path gets to this end" : "this path returns") without \(call): \(consequence)")
        }
    }

    /// Returns whether code calls a function, by itself or by the functions of the project that it calls.
    func reaches(_ name: String, from node: some SyntaxProtocol) -> Bool {
        code(reachedFrom: Syntax(node)).contains { CallFinder.calls(in: $0).contains { $0.name == name } }
    }

    /// Returns a piece of code, followed by the bodies of the project's functions that it calls, up to six calls deep.
    func code(reachedFrom node: Syntax) -> [Syntax] {
        var found = [node]
        var seen: Set<Int> = []
        var latest = [node]
        for _ in 0..<6 where !latest.isEmpty {
            let targets = latest.flatMap { CallFinder.calls(in: $0) }.flatMap { index.targets(of: $0) }
            latest = targets.filter { seen.insert($0).inserted }.compactMap { target in
                index.functions[target].body.map { Syntax($0) }
            }
            found += latest
        }
        return found
    }
}

/// Collects the calls in a piece of code.
final class CallFinder: SyntaxVisitor {
    private var calls: [FunctionCallExprSyntax] = []

    static func calls(in node: some SyntaxProtocol) -> [FunctionCallExprSyntax] {
        let finder = CallFinder(viewMode: .sourceAccurate)
        finder.walk(node)
        return finder.calls
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        calls.append(node)
        return .visitChildren
    }
}
