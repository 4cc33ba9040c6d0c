import SwiftSyntax

/// Finds the paths through a body that leave it without a required call, such as `setTaskCompleted(success:)`.
///
/// A path that hands the duty on, to a stored property or to a function that is not in the project, counts as made:
/// whether the call follows there is not known. A closure that makes the call is followed like a body of its own.
struct PathCheck {
    /// The duty on a path, from worst to best.
    enum Duty: Int, Comparable {
        case open, handedOn, done

        static func < (left: Duty, right: Duty) -> Bool { left.rawValue < right.rawValue }
    }

    struct Goal {
        /// The name of the function, such as `setTaskCompleted`; `nil` if the token itself is called.
        let callee: String?
        /// The name by which the body knows the duty: the task, or the completion handler; `nil` if any call of the
        /// function counts.
        var token: String?
    }

    /// A place at which a path leaves.
    struct Leak: Equatable {
        let place: Finding.Place
        /// True at the end of a body, false at a `return`.
        let isEnd: Bool
    }

    private let index: CodeIndex
    private let file: Int
    private let goal: Goal
    /// The names of the token: the goal's, and local closures and casts of it.
    private var tokens: Set<String>
    /// The names that the required calls of the body get as arguments: a condition on one of them, such as
    /// `if task != .invalid`, tells whether the duty is still there.
    private var conditions: Set<String> = []
    /// The functions that are being followed, so that recursion ends.
    private let followed: Set<Int>
    private let limit: WorkLimit
    private(set) var leaks: [Leak] = []
    /// The leaks of functions to which the duty was handed. They count only if this body never makes the call itself.
    private var leaksOfOthers: [Leak] = []

    /// Checks a body.
    ///
    /// - Returns: the places where a path leaves the body without the call; empty if there is none.
    static func leaks(
        of items: some Sequence<CodeBlockItemSyntax>, end: AbsolutePosition, goal: Goal, in file: Int,
        _ index: CodeIndex
    ) -> [Leak] {
        var check = PathCheck(index: index, file: file, goal: goal, followed: [], limit: WorkLimit())
        let body = Array(items)
        let calls = body.flatMap { CallFinder.calls(in: $0) }.filter { goal.callee == nil || $0.name == goal.callee }
        // The argument of endBackgroundTask is the task; that of setTaskCompleted is not.
        if goal.callee == "endBackgroundTask" {
            check.conditions = Set(
                calls.flatMap { call in call.arguments.compactMap { $0.expression.bare.referenceName } })
        }
        check.check(body, end: end)
        let makesCall = calls.contains { goal.callee != nil || $0.calledExpression.referenceName == goal.token }
        return check.leaks + (makesCall ? [] : check.leaksOfOthers.filter { !check.leaks.contains($0) })
    }

    private init(index: CodeIndex, file: Int, goal: Goal, followed: Set<Int>, limit: WorkLimit) {
        self.index = index
        self.file = file
        self.goal = goal
        self.followed = followed
        self.limit = limit
        tokens = goal.token.map { [$0] } ?? []
    }

    /// Checks a whole body, whose end is a way out.
    private mutating func check(_ items: some Sequence<CodeBlockItemSyntax>, end: AbsolutePosition) {
        if walk(items, .open) == .open { leak(at: index.files[file].place(at: end), isEnd: true) }
    }

    private mutating func leak(at place: Finding.Place, isEnd: Bool) {
        let leak = Leak(place: place, isEnd: isEnd)
        if !leaks.contains(leak) { leaks.append(leak) }
    }

    // MARK: Statements

    /// Follows statements.
    ///
    /// - Returns: the duty after the last statement; `nil` if no path gets there.
    private mutating func walk(_ items: some Sequence<CodeBlockItemSyntax>, _ before: Duty) -> Duty? {
        var duty = before
        for item in items {
            guard let next = walk(Syntax(item.item), duty) else { return nil }
            duty = next
        }
        return duty
    }

    private mutating func walk(_ node: Syntax, _ duty: Duty) -> Duty? {
        if let statement = node.as(ExpressionStmtSyntax.self) { return walk(Syntax(statement.expression), duty) }
        if let choice = node.as(IfExprSyntax.self) { return walk(choice, duty) }
        if let choice = node.as(SwitchExprSyntax.self) { return walk(choice, duty) }
        if let statement = node.as(GuardStmtSyntax.self) {
            let after = scan(Syntax(statement.conditions), duty)
            let isSettled = statement.conditions.allSatisfy(settlesDuty)
            for condition in statement.conditions { nameCast(in: condition) }
            _ = walk(statement.body.statements, isSettled ? .handedOn : after)
            return after
        }
        if let statement = node.as(ReturnStmtSyntax.self) {
            var after = statement.expression.map { walk(Syntax($0), duty) ?? .done } ?? duty
            // What returns the duty's name leaves the duty to its caller.
            if let expression = statement.expression, mentions(expression) { after = max(after, .handedOn) }
            if after == .open { leak(at: index.files[file].place(of: statement), isEnd: false) }
            return nil
        }
        // The next case of the switch is followed by itself.
        if node.is(FallThroughStmtSyntax.self) { return nil }
        // An error goes to the `catch` around it, whose path is followed.
        if node.is(ThrowStmtSyntax.self) { return nil }
        if let statement = node.as(DeferStmtSyntax.self) {
            return max(duty, walk(statement.body.statements, duty) ?? duty)
        }
        if let statement = node.as(DoStmtSyntax.self) { return walk(statement, duty) }
        if let loop = node.as(ForStmtSyntax.self) {
            return loopBody(loop.body, scan(Syntax(loop.sequence), duty))
        }
        if let loop = node.as(WhileStmtSyntax.self) {
            if loop.conditions.trimmedDescription == "true", !loop.body.containsBreak {
                _ = walk(loop.body.statements, duty)
                return nil
            }
            return loopBody(loop.body, scan(Syntax(loop.conditions), duty))
        }
        if let loop = node.as(RepeatStmtSyntax.self) {
            return walk(loop.body.statements, duty).map { scan(Syntax(loop.condition), $0) }
        }
        if let statement = node.as(IfConfigDeclSyntax.self) {
            guard case .statements(let items)? = statement.clauseOfPhones(without: index.absent)?.elements else {
                return duty
            }
            return walk(items, duty)
        }
        if let variable = node.as(VariableDeclSyntax.self) { return walk(variable, duty) }
        if let function = node.as(FunctionDeclSyntax.self) {
            // A nested function that makes the call is another name of the duty.
            if let body = function.body, mentions(body) { tokens.insert(function.name.text) }
            return duty
        }
        let after = scan(node, duty)
        return endsProcess(node) ? nil : after
    }

    private mutating func walk(_ choice: IfExprSyntax, _ duty: Duty) -> Duty? {
        let before = scan(Syntax(choice.conditions), duty)
        for condition in choice.conditions { nameCast(in: condition) }
        let first = walk(choice.body.statements, before)
        let second: Duty? =
            switch choice.elseBody {
            case .codeBlock(let block)?: walk(block.statements, before)
            case .ifExpr(let next)?: walk(next, before)
            case nil:
                choice.conditions.contains(where: asksForDuty) || choice.conditions.allSatisfy(isOfPushType)
                    ? .done : before
            }
        return join(first, second)
    }

    /// Returns whether a condition asks whether the duty is still there.
    private func asksForDuty(_ condition: ConditionElementSyntax) -> Bool {
        !condition.mentionedNames.isDisjoint(with: conditions.union(tokens))
    }

    /// Returns whether a path on which a condition fails has no duty: the object is gone, the duty has another form, or
    /// the condition cannot fail, as a cast of the task or the type of a push.
    private func settlesDuty(_ condition: ConditionElementSyntax) -> Bool {
        let names = condition.mentionedNames
        // A flag that says whether the duty is still there, as in `guard !isCompleted`.
        if let negated = condition.condition.as(PrefixOperatorExprSyntax.self), negated.operator.text == "!",
            let flag = negated.expression.referenceName?.lowercased(),
            ["complete", "finish", "done", "called", "ended", "handled"].contains(where: { flag.contains($0) })
        {
            return true
        }
        if case .optionalBinding(let binding) = condition.condition {
            // Nor is the task there whose identifier a dictionary no longer has.
            if binding.isOfWeakCapture || isOfKeptIdentifier(binding) { return true }
        }
        return names.isSubset(of: ["strongSelf", "this", "weakSelf"]) || asksForDuty(condition)
            || isOfPushType(condition)
    }

    /// Returns whether a condition looks an identifier up that the code after it ends.
    private func isOfKeptIdentifier(_ binding: OptionalBindingConditionSyntax) -> Bool {
        guard let callee = goal.callee, let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            let value = binding.initializer?.value.bare,
            value.is(SubscriptCallExprSyntax.self)
                || value.as(FunctionCallExprSyntax.self)?.name == "removeValue",
            let block = binding.enclosing(CodeBlockSyntax.self)
        else { return false }
        return CallFinder.calls(in: block).contains { call in
            call.name == callee && call.arguments.contains { $0.expression.bare.referenceName == name }
        }
    }

    /// Returns whether a condition asks for the type of a push, which is the one that the app has registered for.
    private func isOfPushType(_ condition: ConditionElementSyntax) -> Bool {
        let names = condition.mentionedNames
        return names.contains("type") && names.isSubset(of: ["type", "voIP", "PKPushType", "rawValue"])
    }

    /// Notes the name that a condition gives to a cast of the token, as in `let task = task as? BGAppRefreshTask`.
    private mutating func nameCast(in condition: ConditionElementSyntax) {
        guard case .optionalBinding(let binding) = condition.condition,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            let source = binding.initializer?.value.bare.referenceName, tokens.contains(source)
        else { return }
        tokens.insert(name)
    }

    private mutating func walk(_ choice: SwitchExprSyntax, _ duty: Duty) -> Duty? {
        let before = scan(Syntax(choice.subject), duty)
        var after: Duty?
        for element in choice.cases {
            guard case .switchCase(let item) = element else { continue }
            if choice.subject.mentionedNames == ["type"] {
                // Pushes of another type do not come: the app has not registered for them.
                guard item.label.mentionedNames.contains("voIP") else { continue }
            }
            after = join(after, walk(item.statements, before))
        }
        return after
    }

    private mutating func walk(_ statement: DoStmtSyntax, _ duty: Duty) -> Duty? {
        var after = walk(statement.body.statements, duty)
        // An error may come from the first call of the body.
        for clause in statement.catchClauses { after = join(after, walk(clause.body.statements, duty)) }
        return after
    }

    /// Follows a declaration. A local closure that makes the call is another name of the duty.
    private mutating func walk(_ variable: VariableDeclSyntax, _ duty: Duty) -> Duty {
        var duty = duty
        for binding in variable.bindings {
            guard let value = binding.initializer?.value else { continue }
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
            if let closure = value.as(ClosureExprSyntax.self), let name, mentions(closure) {
                tokens.insert(name)
            } else if let name, let source = value.bare.referenceName, tokens.contains(source) {
                tokens.insert(name)
            } else {
                duty = scan(Syntax(value), duty)
            }
        }
        return duty
    }

    /// Follows the body of a loop, which may run no time.
    private mutating func loopBody(_ body: CodeBlockSyntax, _ duty: Duty) -> Duty {
        let after = walk(body.statements, duty) ?? duty
        return after > duty ? .handedOn : duty
    }

    private func join(_ one: Duty?, _ other: Duty?) -> Duty? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    private func endsProcess(_ node: Syntax) -> Bool {
        guard let call = node.as(FunctionCallExprSyntax.self), call.base == nil else { return false }
        return ["fatalError", "preconditionFailure", "exit", "abort"].contains(call.name)
    }

    // MARK: Expressions

    /// Follows an expression's calls in their order.
    private mutating func scan(_ node: Syntax, _ duty: Duty) -> Duty {
        if let closure = node.as(ClosureExprSyntax.self) { return scan(closure, duty) }
        if let sequence = node.as(SequenceExprSyntax.self) { return scan(sequence, duty) }
        if let choice = node.as(IfExprSyntax.self) { return walk(choice, duty) ?? .done }
        if let choice = node.as(SwitchExprSyntax.self) { return walk(choice, duty) ?? .done }
        if let call = node.as(FunctionCallExprSyntax.self) { return scan(call, duty) }
        if handsOn(node) { return max(duty, .handedOn) }
        var duty = duty
        for child in node.children(viewMode: .sourceAccurate) { duty = scan(child, duty) }
        return duty
    }

    /// Returns whether an expression takes the token, or the required function, as a value.
    private func handsOn(_ node: Syntax) -> Bool {
        if let member = node.as(MemberAccessExprSyntax.self), member.declName.baseName.text == goal.callee {
            return true
        }
        guard let name = node.as(DeclReferenceExprSyntax.self), tokens.contains(name.baseName.text) else {
            return false
        }
        return name.parent?.as(MemberAccessExprSyntax.self)?.base?.id != ExprSyntax(name).id
    }

    private mutating func scan(_ sequence: SequenceExprSyntax, _ duty: Duty) -> Duty {
        let elements = Array(sequence.elements)
        var duty = duty
        if elements.count >= 3, elements[1].is(AssignmentExprSyntax.self) {
            // The expiration handler is no path of its own: it comes while another path is under way.
            if elements[0].referenceName == "expirationHandler" { return duty }
            if let source = elements[2].bare.referenceName, tokens.contains(source) { return max(duty, .handedOn) }
        }
        for element in elements { duty = scan(Syntax(element), duty) }
        return duty
    }

    private mutating func scan(_ call: FunctionCallExprSyntax, _ duty: Duty) -> Duty {
        var duty = duty
        if let base = call.base { duty = scan(Syntax(base), duty) }
        let isGoal = isGoal(call)
        for argument in call.arguments {
            let name = argument.expression.bare.referenceName
            // A name of the duty among the arguments hands it on, unless the project has the function.
            if !isGoal, let name, tokens.contains(name) {
                duty = max(duty, handOn(call, argument))
            } else {
                duty = scan(Syntax(argument.expression), duty)
            }
        }
        for closure in call.closures where !isGoal { duty = scan(closure, duty, isRepeated: call.isRepeating) }
        if isGoal { return .done }
        return max(duty, follow(call))
    }

    private func isGoal(_ call: FunctionCallExprSyntax) -> Bool {
        guard let callee = goal.callee else {
            return call.base == nil && tokens.contains(call.name) || call.isOptionalCall(of: tokens)
        }
        if tokens.contains(call.name), call.base == nil { return true }
        guard call.name == callee else { return false }
        guard goal.token != nil, let base = call.base?.bare.referenceName else { return true }
        // Another object's call is not this one's, if the object has a name of its own.
        return tokens.contains(base) || base == "self"
            || call.arguments.contains {
                $0.expression.bare.referenceName.map(tokens.contains) ?? false
            }
    }

    /// Returns the function that a call means: of several with its name and labels, the one of the type around the call;
    /// `nil` if that does not tell.
    private func onlyTarget(of call: FunctionCallExprSyntax) -> Int? {
        let targets = index.targets(of: call).filter { index.functions[$0].body != nil }
        if targets.count < 2 { return targets.first }
        // A call on another object is not of the type around it.
        guard ["self", "super", nil].contains(call.base?.trimmedDescription) else { return nil }
        let own = targets.filter { index.functions[$0].type == call.typeName }
        return own.count == 1 ? own.first : nil
    }

    /// Returns whether a body makes the call, by itself or by the functions of the project that it calls.
    private func leadsToGoal(_ body: CodeBlockSyntax, depth: Int) -> Bool {
        if mentions(body) { return true }
        guard depth > 0, limit.take() else { return false }
        return CallFinder.calls(in: body).contains { call in
            onlyTarget(of: call).flatMap { index.functions[$0].body }.map { leadsToGoal($0, depth: depth - 1) } ?? false
        }
    }

    /// Follows a function of the project to which the token is passed.
    private mutating func handOn(_ call: FunctionCallExprSyntax, _ argument: LabeledExprSyntax) -> Duty {
        let place = call.arguments.firstIndex(of: argument).map {
            call.arguments.distance(from: call.arguments.startIndex, to: $0)
        }
        let label = argument.label?.text ?? "_"
        guard
            let target = onlyTarget(of: call), !followed.contains(target), followed.count < 8, limit.take(),
            let body = index.functions[target].body
        else { return .handedOn }
        let parameters = index.functions[target].parameters
        let parameter =
            label == "_" ? place.flatMap { parameters.dropFirst($0).first } : parameters.first { $0.label == label }
        guard let parameter else { return .handedOn }
        var inner = PathCheck(
            index: index, file: index.functions[target].file,
            goal: Goal(callee: goal.callee, token: parameter.name), followed: followed.union([target]), limit: limit)
        inner.check(body.statements, end: body.rightBrace.positionAfterSkippingLeadingTrivia)
        // The places in the other function are reported, not this call.
        leaksOfOthers += (inner.leaks + inner.leaksOfOthers).filter { !leaksOfOthers.contains($0) }
        return inner.leaks.isEmpty ? .done : .handedOn
    }

    /// Follows a function of the project to which the token is not passed, and which makes the required call all the
    /// same: a method that reads the task from a property.
    private func follow(_ call: FunctionCallExprSyntax) -> Duty {
        guard goal.callee != nil || !tokens.isEmpty else { return .open }
        guard followed.count < 8, limit.take(), let target = onlyTarget(of: call), !followed.contains(target),
            let body = index.functions[target].body, leadsToGoal(body, depth: 4)
        else { return .open }
        var inner = PathCheck(
            index: index, file: index.functions[target].file, goal: goal, followed: followed.union([target]),
            limit: limit)
        inner.check(body.statements, end: body.rightBrace.positionAfterSkippingLeadingTrivia)
        return inner.leaks.isEmpty ? .done : .handedOn
    }

    private mutating func scan(_ closure: ClosureExprSyntax, _ duty: Duty, isRepeated: Bool = false) -> Duty {
        guard mentions(closure) else { return duty }
        // After the call is made on this path, a closure's call is another one's.
        guard duty == .open, !isRepeated else { return max(duty, .handedOn) }
        var inner = self
        inner.leaks = []
        inner.check(closure.statements, end: closure.rightBrace.positionAfterSkippingLeadingTrivia)
        leaks += inner.leaks.filter { !leaks.contains($0) }
        leaksOfOthers = inner.leaksOfOthers
        return .handedOn
    }

    /// Returns whether a piece of code makes the call, or names the token. Another member of the token, such as
    /// `task.identifier`, does not count.
    private func mentions(_ node: some SyntaxProtocol) -> Bool {
        node.tokens(viewMode: .sourceAccurate).contains { token in
            guard token.tokenKind.isIdentifier else { return false }
            if token.text == goal.callee { return true }
            guard tokens.contains(token.text), let name = token.parent?.as(DeclReferenceExprSyntax.self) else {
                return false
            }
            let member = name.parent?.as(MemberAccessExprSyntax.self)
            return member == nil || member?.base?.id != ExprSyntax(name).id
                || member?.declName.baseName.text == goal.callee
        }
    }
}

extension FunctionCallExprSyntax {
    fileprivate var closures: [ClosureExprSyntax] {
        (trailingClosure.map { [$0] } ?? []) + additionalTrailingClosures.map(\.closure)
    }

    /// True for a function that calls its closure any number of times, so that one call may leave the duty to the
    /// next.
    fileprivate var isRepeating: Bool {
        let name = name.lowercased()
        return ["timer", "observe", "foreach", "map", "filter", "sink", "enumerate", "publisher"]
            .contains { name.contains($0) }
    }

    /// Returns whether the call is `token?(…)`.
    fileprivate func isOptionalCall(of tokens: Set<String>) -> Bool {
        guard let chained = calledExpression.as(OptionalChainingExprSyntax.self) else { return false }
        return chained.expression.referenceName.map(tokens.contains) ?? false
    }
}

extension OptionalBindingConditionSyntax {
    /// True if the name is one that the closure around the binding captures weakly: the object is gone.
    fileprivate var isOfWeakCapture: Bool {
        let name = pattern.trimmedDescription
        let captures = enclosing(ClosureExprSyntax.self)?.signature?.capture?.items
        return captures?.contains { $0.specifier?.specifier.text == "weak" && $0.name.text == name } == true
    }
}

extension CodeBlockSyntax {
    /// True if a statement leaves a loop or a switch.
    fileprivate var containsBreak: Bool {
        tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.break) }
    }
}
