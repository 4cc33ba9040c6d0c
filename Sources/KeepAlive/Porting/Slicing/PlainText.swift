import SwiftSyntax

extension SyntaxProtocol {
    /// The node's text on one line, without comments.
    var plainText: String {
        var text = ""
        var pending = false
        for token in tokens(viewMode: .sourceAccurate) {
            if !text.isEmpty, pending || !token.leadingTrivia.isEmpty { text += " " }
            text += token.text
            pending = !token.trailingTrivia.isEmpty
        }
        return text
    }

    /// A hash of the node's text that does not depend on its spaces and comments.
    var digest: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for token in tokens(viewMode: .sourceAccurate) {
            for byte in token.text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            hash = (hash ^ 0xff) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}

extension ExprSyntax {
    /// The type of the expression's value, as far as its form tells; `nil` if it does not.
    var inferredType: String? {
        if self.is(StringLiteralExprSyntax.self) { return "String" }
        if self.is(IntegerLiteralExprSyntax.self) { return "Int" }
        if self.is(FloatLiteralExprSyntax.self) { return "Double" }
        if self.is(BooleanLiteralExprSyntax.self) { return "Bool" }
        if let array = self.as(ArrayExprSyntax.self) {
            return array.elements.first?.expression.inferredType.map { "[\($0)]" }
        }
        if let sequence = self.as(SequenceExprSyntax.self) {
            let elements = Array(sequence.elements)
            // `value as Type`
            if elements.count == 3, elements[1].is(UnresolvedAsExprSyntax.self) { return elements[2].plainText }
            return nil
        }
        if let prefix = self.as(PrefixOperatorExprSyntax.self) {
            return prefix.operator.text == "!" ? "Bool" : prefix.expression.inferredType
        }
        if let call = self.as(FunctionCallExprSyntax.self) {
            // A closure that is called at once has the type of its last value, which is not known.
            if call.calledExpression.is(ClosureExprSyntax.self) { return nil }
            if let array = call.calledExpression.as(ArrayExprSyntax.self), array.elements.count == 1 {
                return array.plainText
            }
            if let dictionary = call.calledExpression.as(DictionaryExprSyntax.self) { return dictionary.plainText }
            return call.calledExpression.typeReference
        }
        // `Type.shared` and its like: an object of the type, as the name says.
        if let member = self.as(MemberAccessExprSyntax.self), let type = member.base?.typeReference,
            ["shared", "default", "standard", "main", "current", "instance", "zero"].contains(
                member.declName.baseName.text)
        {
            return type
        }
        return nil
    }

    /// The expression as a type's name, such as `Outer.Type` or `Box<Int>`; `nil` if it is none.
    private var typeReference: String? {
        if let name = self.as(DeclReferenceExprSyntax.self) {
            return name.baseName.text.first?.isUppercase == true ? name.baseName.text : nil
        }
        if let member = self.as(MemberAccessExprSyntax.self), let base = member.base?.typeReference {
            let name = member.declName.baseName.text
            return name == "init" ? base : name.first?.isUppercase == true ? "\(base).\(name)" : nil
        }
        if let generic = self.as(GenericSpecializationExprSyntax.self), generic.expression.typeReference != nil {
            return generic.plainText
        }
        return nil
    }

    /// True for a value that needs nothing of the app: literals, and types that are called with such values.
    ///
    /// - Parameter isOfApp: returns whether a name is one of the app's types.
    func isConstant(_ isOfApp: (String) -> Bool) -> Bool {
        if isPlainLiteral { return true }
        if let array = self.as(ArrayExprSyntax.self) {
            return array.elements.allSatisfy { $0.expression.isConstant(isOfApp) }
        }
        if let tuple = self.as(TupleExprSyntax.self) {
            return tuple.elements.allSatisfy { $0.expression.isConstant(isOfApp) }
        }
        if let sequence = self.as(SequenceExprSyntax.self) {
            return sequence.elements.allSatisfy { $0.is(BinaryOperatorExprSyntax.self) || $0.isConstant(isOfApp) }
        }
        guard let call = self.as(FunctionCallExprSyntax.self), call.trailingClosure == nil,
            let type = call.calledExpression.typeReference,
            !type.split(separator: ".").contains(where: { isOfApp("\($0)") })
        else { return false }
        return call.arguments.allSatisfy { $0.expression.isConstant(isOfApp) }
    }

    /// True for a literal whose value needs nothing else.
    var isPlainLiteral: Bool {
        if let text = self.as(StringLiteralExprSyntax.self) { return text.representedLiteralValue != nil }
        if let prefix = self.as(PrefixOperatorExprSyntax.self) { return prefix.expression.isPlainLiteral }
        if let array = self.as(ArrayExprSyntax.self) { return array.elements.isEmpty }
        if let dictionary = self.as(DictionaryExprSyntax.self) { return dictionary.plainText == "[:]" }
        return self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self)
            || self.is(BooleanLiteralExprSyntax.self) || self.is(NilLiteralExprSyntax.self)
    }
}

extension String {
    /// The text without these names of modules before a point.
    func withoutQualifiers(_ modules: Set<String>) -> String {
        modules.reduce(self) { text, module in
            var result = ""
            var rest = text[...]
            while let found = rest.firstRange(of: "\(module).") {
                let before = rest[..<found.lowerBound].last ?? result.last
                let isName = before.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." || $0 == "\"" } ?? false
                result += rest[..<(isName ? found.upperBound : found.lowerBound)]
                rest = rest[found.upperBound...]
            }
            return result + rest
        }
    }
}
