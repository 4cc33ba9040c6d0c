import KeepAliveModel
import SwiftSyntax

/// Finds the code that a version of iOS never runs: what stands after `else` of a fulfilled `#available`, and in an
/// unfulfilled one.
final class OtherVersions: SyntaxVisitor {
    private let file: CheckedFile
    private let ios: IOSVersion
    private var found: [ClosedRange<Int>] = []

    /// Returns the lines of that code.
    static func lines(of file: CheckedFile, _ ios: IOSVersion) -> [ClosedRange<Int>] {
        let finder = OtherVersions(file, ios)
        finder.walk(file.tree)
        return finder.found
    }

    private init(_ file: CheckedFile, _ ios: IOSVersion) {
        self.file = file
        self.ios = ios
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
        // With further conditions, a fulfilled version does not decide; an unfulfilled one does.
        let decisions = node.conditions.map(isFulfilled)
        if decisions.contains(false) {
            add(node.body)
        } else if decisions == [true], let other = node.elseBody {
            add(other)
        }
        return .visitChildren
    }

    override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
        if node.conditions.map(isFulfilled) == [true] { add(node.body) }
        return .visitChildren
    }

    /// Returns whether a version fulfils an availability condition; `nil` for any other condition.
    private func isFulfilled(_ element: ConditionElementSyntax) -> Bool? {
        guard case .availability(let condition) = element.condition else { return nil }
        let needed = condition.availabilityArguments.lazy.compactMap { argument -> IOSVersion? in
            guard case .availabilityVersionRestriction(let restriction) = argument.argument,
                restriction.platform.text == "iOS", let version = restriction.version
            else { return nil }
            return IOSVersion(parsing: version.trimmedDescription)
        }.first
        // `*` stands for systems that are not named.
        guard let needed else { return nil }
        return (condition.availabilityKeyword.tokenKind == .poundAvailable) == (ios >= needed)
    }

    private func add(_ node: some SyntaxProtocol) {
        let first = file.place(of: node).line
        let last = file.place(at: node.endPositionBeforeTrailingTrivia).line
        // A line that other code shares is not left out.
        if first + 1 <= last - 1 { found.append((first + 1)...(last - 1)) }
    }
}
