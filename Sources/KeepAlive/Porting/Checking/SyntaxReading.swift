import KeepAliveRewriting
import SwiftSyntax

extension FunctionCallExprSyntax {
    /// The name of the called function, without its base.
    var name: String {
        if let member = calledExpression.as(MemberAccessExprSyntax.self) { return member.declName.baseName.text }
        return calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
    }

    /// The expression before the function's name; `nil` if there is none.
    var base: ExprSyntax? { calledExpression.as(MemberAccessExprSyntax.self)?.base }

    /// The argument labels, `_` for none; a trailing closure counts as one without a label.
    var labels: [String] {
        arguments.map { $0.label?.text ?? "_" } + (trailingClosure == nil ? [] : ["_"])
            + additionalTrailingClosures.map(\.label.text)
    }

    /// Returns the argument with a label; `nil` if the call has none.
    func argument(_ label: String) -> ExprSyntax? { arguments.first { $0.label?.text == label }?.expression }

    /// Returns the closure with a label, which may also be the trailing closure; `nil` if there is none.
    func closure(_ label: String) -> ClosureExprSyntax? {
        if let given = argument(label) { return given.as(ClosureExprSyntax.self) }
        return additionalTrailingClosures.first { $0.label.text == label }?.closure ?? trailingClosure
    }
}

extension ExprSyntax {
    /// The expression without parentheses, `!`, `try` and `as!`.
    var bare: ExprSyntax {
        if let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
            return only.expression.bare
        }
        if let forced = self.as(ForceUnwrapExprSyntax.self) { return forced.expression.bare }
        if let optional = self.as(OptionalChainingExprSyntax.self) { return optional.expression.bare }
        if let attempt = self.as(TryExprSyntax.self) { return attempt.expression.bare }
        if let awaited = self.as(AwaitExprSyntax.self) { return awaited.expression.bare }
        // Without operator folding, `task as! BGTask` is a sequence of the value and the cast.
        if let sequence = self.as(SequenceExprSyntax.self), let first = sequence.elements.first,
            sequence.elements.dropFirst().first?.is(UnresolvedAsExprSyntax.self) == true
        {
            return first.bare
        }
        return self
    }

    /// The last name of a reference, such as `task` in `self.task`; `nil` for other expressions.
    var referenceName: String? {
        let bare = bare
        if let name = bare.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
        return bare.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    }

    /// The names in an option set, such as `mixWithOthers` in `[.mixWithOthers]`; `nil` if an element is no name.
    var optionNames: [String]? {
        if let array = self.as(ArrayExprSyntax.self) {
            let names = array.elements.map { $0.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text }
            return names.contains(nil) ? nil : names.compactMap { $0 }
        }
        return self.as(MemberAccessExprSyntax.self).map { [$0.declName.baseName.text] }
    }
}
