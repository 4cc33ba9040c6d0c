import SwiftOperators
import SwiftSyntax
import SwiftSyntaxBuilder

/// Finds every place of a file where a mistake could be, and puts a switch at those that are chosen: the file compiles as
/// before, and a switch that is turned on makes its mistake.
final class Mutator: SyntaxRewriter {
    private(set) var mutants: [Mutant] = []
    private let file: String
    private let locations: SourceLocationConverter
    private let chosen: Set<Int>?
    private var lastNumber: Int

    /// - Parameters:
    ///   - file: how the file is called in the list.
    ///   - tree: of the file, as it was.
    ///   - after: the last number that another file has used.
    ///   - chosen: the numbers of the switches to put in; `nil` for all.
    init(file: String, tree: SourceFileSyntax, after: Int, chosen: Set<Int>?) {
        self.file = file
        locations = SourceLocationConverter(fileName: file, tree: tree)
        lastNumber = after
        self.chosen = chosen
        super.init(viewMode: .sourceAccurate)
    }

    /// Lists a mutant; returns its number if its switch is to be put in.
    private func add(_ kind: Mutant.Kind, _ node: some SyntaxProtocol, _ text: String? = nil) -> Int? {
        lastNumber += 1
        let words = (text ?? node.trimmedDescription).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        mutants.append(
            Mutant(
                number: lastNumber, kind: kind, file: file,
                line: locations.location(for: node.positionAfterSkippingLeadingTrivia).line, place: place(of: node),
                text: String(words.prefix(120))))
        return chosen?.contains(lastNumber) == false ? nil : lastNumber
    }

    private func place(of node: some SyntaxProtocol) -> String {
        for ancestor in sequence(first: Syntax(node), next: \.parent) {
            if let function = ancestor.as(FunctionDeclSyntax.self) { return function.name.text }
            if ancestor.is(InitializerDeclSyntax.self) { return "init" }
            if let variable = ancestor.as(VariableDeclSyntax.self), let binding = variable.bindings.first {
                return binding.pattern.trimmedDescription
            }
        }
        return "-"
    }

    private func source(_ text: String, like node: some SyntaxProtocol) -> ExprSyntax {
        var expression: ExprSyntax = "\(raw: text)"
        expression.leadingTrivia = node.leadingTrivia
        expression.trailingTrivia = node.trailingTrivia
        return expression
    }

    private func negated(_ condition: ExprSyntax, of original: ExprSyntax) -> ExprSyntax {
        guard let number = add(.negated, original) else { return condition }
        return source("Mutation.not(\(number), \(condition.trimmedDescription))", like: condition)
    }

    // MARK: Conditions

    override func visit(_ node: ConditionElementSyntax) -> ConditionElementSyntax {
        guard case .expression(let original) = node.condition else { return super.visit(node) }
        var result = super.visit(node)
        if case .expression(let condition) = result.condition {
            result.condition = .expression(negated(condition, of: original))
        }
        return result
    }

    override func visit(_ node: WhereClauseSyntax) -> WhereClauseSyntax {
        var result = super.visit(node)
        result.condition = negated(result.condition, of: node.condition)
        return result
    }

    override func visit(_ node: TernaryExprSyntax) -> ExprSyntax {
        guard var result = super.visit(node).as(TernaryExprSyntax.self) else { return ExprSyntax(node) }
        result.condition = negated(result.condition, of: node.condition)
        return ExprSyntax(result)
    }

    // MARK: Operators

    private static let others = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]

    override func visit(_ node: InfixOperatorExprSyntax) -> ExprSyntax {
        guard let symbol = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text,
            let result = super.visit(node).as(InfixOperatorExprSyntax.self)
        else { return super.visit(node) }
        let (left, right) = (result.leftOperand.trimmedDescription, result.rightOperand.trimmedDescription)
        if let other = Self.others[symbol] {
            guard let number = add(.operator, node) else { return ExprSyntax(result) }
            return source(
                "(Mutation.on(\(number)) ? \(left) \(other) \(right) : \(left) \(symbol) \(right))", like: result)
        }
        switch symbol {
        case "&&", "||":
            guard let number = add(.operator, node) else { return ExprSyntax(result) }
            let name = symbol == "&&" ? "and" : "or"
            return source("Mutation.\(name)(\(number), \(left), \(right))", like: result)
        // What is a condition by itself is negated as one.
        case "==" where !isCondition(node), "!=" where !isCondition(node):
            return negated(ExprSyntax(result), of: ExprSyntax(node))
        default: return ExprSyntax(result)
        }
    }

    private func isCondition(_ node: InfixOperatorExprSyntax) -> Bool {
        guard let parent = node.parent else { return false }
        if parent.is(ConditionElementSyntax.self) || parent.is(WhereClauseSyntax.self) { return true }
        return parent.as(TernaryExprSyntax.self)?.condition.id == node.id
    }

    // MARK: Rules

    override func visit(_ node: StringLiteralExprSyntax) -> ExprSyntax {
        guard let text = node.representedLiteralValue, text.wholeMatch(of: /[A-Z]{2,3}-[0-9]{2}/) != nil,
            // Not where it is compared with.
            node.parent?.is(ExpressionPatternSyntax.self) != true,
            node.parent?.is(InfixOperatorExprSyntax.self) != true, let number = add(.rule, node)
        else { return super.visit(node) }
        return source("(Mutation.on(\(number)) ? \"ZZ-99\" : \"\(text)\")", like: node)
    }

    // MARK: Statements

    override func visit(_ node: CodeBlockItemListSyntax) -> CodeBlockItemListSyntax {
        let originals = Array(node)
        let result = Array(super.visit(node))
        guard originals.count == result.count else { return CodeBlockItemListSyntax(result) }
        var items: [CodeBlockItemSyntax] = []
        for (original, item) in zip(originals, result) { items += dropped(item, original) }
        return CodeBlockItemListSyntax(items)
    }

    private func dropped(_ item: CodeBlockItemSyntax, _ original: CodeBlockItemSyntax) -> [CodeBlockItemSyntax] {
        guard standsInProcedure(original) else { return [item] }
        switch original.item {
        case .expr(let expression) where isStatement(expression) && !initializes(expression):
            guard let number = add(.dropped, original) else { return [item] }
            return parsed("if !Mutation.on(\(number)) { \(item.trimmedDescription) }", like: item)
        case .stmt(let statement):
            guard let value = statement.as(ReturnStmtSyntax.self)?.expression, isStatement(value) else { return [item] }
            guard let number = add(.dropped, original, value.trimmedDescription) else { return [item] }
            return parsed("if Mutation.on(\(number)) { return }\n", like: item) + [item]
        default: return [item]
        }
    }

    /// Whether an assignment gives a local constant its first value, without which nothing compiles.
    private func initializes(_ expression: ExprSyntax) -> Bool {
        guard let assignment = expression.as(InfixOperatorExprSyntax.self),
            assignment.operator.is(AssignmentExprSyntax.self),
            let name = assignment.leftOperand.as(DeclReferenceExprSyntax.self)?.baseName.text
        else { return false }
        return sequence(first: Syntax(expression), next: \.parent).contains { ancestor in
            ancestor.as(CodeBlockItemListSyntax.self)?.contains { item in
                item.item.as(VariableDeclSyntax.self)?.bindings.contains {
                    $0.initializer == nil && $0.accessorBlock == nil && $0.pattern.trimmedDescription == name
                } ?? false
            } ?? false
        }
    }

    private func parsed(_ text: String, like item: CodeBlockItemSyntax) -> [CodeBlockItemSyntax] {
        var parsed: CodeBlockItemSyntax = "\(raw: text)"
        parsed.leadingTrivia = item.leadingTrivia
        parsed.trailingTrivia = .newline
        return [parsed]
    }

    private func isStatement(_ expression: ExprSyntax) -> Bool {
        if expression.is(FunctionCallExprSyntax.self) { return true }
        guard let infix = expression.as(InfixOperatorExprSyntax.self) else { return false }
        if infix.operator.is(AssignmentExprSyntax.self) {
            return !infix.leftOperand.is(DiscardAssignmentExprSyntax.self)
        }
        return infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text.hasSuffix("=") == true
            && !["==", "!=", "<=", ">="].contains(infix.operator.trimmedDescription)
    }

    /// Whether a statement stands in a function that returns nothing, so that it can be left out.
    private func standsInProcedure(_ item: CodeBlockItemSyntax) -> Bool {
        for ancestor in sequence(first: Syntax(item), next: \.parent) {
            if let function = ancestor.as(FunctionDeclSyntax.self) { return function.signature.returnClause == nil }
            if ancestor.is(ClosureExprSyntax.self) || ancestor.is(AccessorDeclSyntax.self)
                || ancestor.is(InitializerDeclSyntax.self) || ancestor.is(VariableDeclSyntax.self)
                || ancestor.is(ReturnStmtSyntax.self) || ancestor.is(SubscriptDeclSyntax.self)
            {
                return false
            }
        }
        return false
    }
}
