import KeepAliveModuleNames
import SwiftSyntax

/// The values of conditional compilation here: a file is one for iOS.
enum PlatformCondition {
    /// Returns the parts of a condition of `#if` that are decided here, and their values.
    static func edits(_ condition: ExprSyntax) -> [(ExprSyntax, String)] {
        let finder = ConditionFinder(viewMode: .sourceAccurate)
        finder.walk(condition)
        return finder.found
    }

    /// Returns the call for `#available` or `#unavailable` with a version of iOS.
    ///
    /// The compiler takes each version as available on Linux. The device of a run has a version of iOS.
    ///
    /// - Returns: `nil` if it names no version of iOS: `*` stands for this platform then, and is true.
    static func version(_ node: AvailabilityConditionSyntax) -> String? {
        for argument in node.availabilityArguments {
            guard case .availabilityVersionRestriction(let restriction) = argument.argument,
                ["iOS", "iOSApplicationExtension"].contains(restriction.platform.text),
                let version = restriction.version
            else { continue }
            let numbers = [version.major.text] + version.components.map { $0.number.text }
            let call = "UIDevice.isAvailable(\(numbers.joined(separator: ", ")))"
            return node.availabilityKeyword.text == "#unavailable" ? "!\(call)" : call
        }
        return nil
    }
}

private final class ConditionFinder: SyntaxVisitor {
    var found: [(ExprSyntax, String)] = []

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard let argument = node.arguments.first?.expression.trimmedDescription else { return .visitChildren }
        let module = String(argument.prefix { $0 != "." })
        switch node.calledExpression.trimmedDescription {
        case "os" where argument == "iOS": found.append((ExprSyntax(node), "true"))
        case "os" where argument == "Linux": found.append((ExprSyntax(node), "false"))
        case "canImport" where AppleModule.stands(for: module): found.append((ExprSyntax(node), "true"))
        case "canImport" where AppleModule.absent.contains(module): found.append((ExprSyntax(node), "false"))
        default: break
        }
        return .skipChildren
    }
}
