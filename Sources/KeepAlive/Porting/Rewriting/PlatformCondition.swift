import KeepAliveModuleNames
import SwiftSyntax

/// The values of conditional compilation in a rewritten file, which is compiled as if for iOS.
enum PlatformCondition {
    /// Returns the parts of an `#if` condition whose value the rewriter fixes, such as `os(iOS)`, each with its value:
    /// `true` or `false`.
    ///
    /// - Parameter modules: the modules on which the file's target depends.
    static func edits(_ condition: ExprSyntax, in modules: Set<String>) -> [(ExprSyntax, String)] {
        let finder = ConditionFinder(modules)
        finder.walk(condition)
        return finder.found
    }

    /// Returns the run-time call that replaces `#available` or `#unavailable` with an iOS version.
    ///
    /// On Linux, the compiler takes every version as available. The call compares with the iOS version of the run's
    /// device instead.
    ///
    /// - Returns: the call; `nil` if the condition names no iOS version. Such a condition is not rewritten, because
    ///   only `*` applies to it on Linux.
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
    private let modules: Set<String>

    init(_ modules: Set<String>) {
        self.modules = modules
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard let argument = node.arguments.first?.expression.trimmedDescription else { return .visitChildren }
        let module = String(argument.prefix { $0 != "." })
        switch node.calledExpression.trimmedDescription {
        case "os" where argument == "iOS": found.append((ExprSyntax(node), "true"))
        case "os" where argument == "Linux": found.append((ExprSyntax(node), "false"))
        case "canImport" where AppleModule.stands(for: module, in: modules): found.append((ExprSyntax(node), "true"))
        case "canImport" where AppleModule.absent.contains(module): found.append((ExprSyntax(node), "false"))
        default: break
        }
        return .skipChildren
    }
}
