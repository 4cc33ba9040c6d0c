import SwiftSyntax

/// The values of expressions, as far as the sources tell them.
extension CodeIndex {
    /// A text that an expression can have.
    struct Text {
        let value: String
        /// The expression that has the value: the argument itself, or one that a caller passes on.
        let origin: Finding.Place
    }

    /// Returns the texts that an expression can have: more than one for a parameter, to which callers pass different
    /// texts.
    ///
    /// - Parameters:
    ///   - file: the index of the expression's file.
    ///   - function: the function around the expression.
    ///   - bundle: the bundle identifier of the app, for `Bundle.main.bundleIdentifier`.
    /// - Returns: `nil` if the sources do not tell all texts.
    func texts(
        of expression: ExprSyntax, in file: Int, function: Int?, bundle: String, depth: Int = 0,
        limit: WorkLimit = WorkLimit()
    ) -> [Text]? {
        guard depth < 8, limit.take() else { return nil }
        let expression = expression.bare
        let origin = files[file].place(of: expression)
        func next(_ other: ExprSyntax, _ otherFile: Int? = nil, _ otherFunction: Int?? = nil) -> [Text]? {
            texts(
                of: other, in: otherFile ?? file, function: otherFunction ?? function, bundle: bundle,
                depth: depth + 1, limit: limit)
        }
        if let literal = expression.as(StringLiteralExprSyntax.self) {
            var sums = [""]
            for segment in literal.segments {
                switch segment {
                case .stringSegment(let part): sums = sums.map { $0 + part.content.text }
                case .expressionSegment(let part):
                    guard let inner = part.expressions.first?.expression, let values = next(inner) else { return nil }
                    guard let next = Self.product(sums, values) else { return nil }
                    sums = next
                }
            }
            return sums.map { Text(value: $0, origin: origin) }
        }
        if let call = expression.as(FunctionCallExprSyntax.self), call.name == "String", call.arguments.count == 1,
            let value = call.arguments.first, value.label == nil
        {
            return next(value.expression)
        }
        // Identifier(rawValue: "text"), of which the raw value is asked.
        if let call = expression.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
            let value = call.argument("rawValue")
        {
            return next(value)
        }
        if let sequence = expression.as(SequenceExprSyntax.self) { return sum(Array(sequence.elements), origin, next) }
        guard let name = expression.referenceName else { return nil }
        let base = expression.as(MemberAccessExprSyntax.self)?.base
        if name == "bundleIdentifier" { return [Text(value: bundle, origin: origin)] }
        if name == "rawValue", let base { return next(base) }
        if base == nil, let function, let place = functions[function].parameters.firstIndex(where: { $0.name == name })
        {
            return passed(to: function, at: place, bundle, depth, limit)
        }
        if base == nil, let elements = elements(boundTo: name, at: expression) {
            var found: [Text] = []
            for element in elements {
                guard let texts = next(element) else { return nil }
                found += texts
            }
            return found
        }
        let found = constants(name, of: expression, base)
        // Constants of one name with different values cannot be told apart without types.
        guard let only = found.first, Set(found.map { $0.value?.trimmedDescription ?? $0.name }).count == 1 else {
            return nil
        }
        guard let value = only.value else { return [Text(value: only.name, origin: origin)] }
        return next(value, only.file, .some(self.function(around: value)))?
            .map { Text(value: $0.value, origin: origin) }
    }

    /// Returns the constants that a reference may mean. Types are not known, so a member of a variable means none.
    private func constants(_ name: String, of expression: ExprSyntax, _ base: ExprSyntax?) -> [Constant] {
        guard let base else {
            // An implicit member, such as `.refresh`, is of a type that the sources do not tell.
            if expression.is(MemberAccessExprSyntax.self) { return constants[name] ?? [] }
            return constants["\(expression.typeName).\(name)"] ?? constants[".\(name)"] ?? []
        }
        let owner = base.bare.referenceName ?? ""
        if ["self", "Self"].contains(owner) { return constants["\(expression.typeName).\(name)"] ?? [] }
        return constants["\(owner).\(name)"] ?? []
    }

    /// Returns the elements of the array literal over which a loop around a place runs, or `forEach`; `nil` if there is
    /// no such loop with this variable.
    private func elements(boundTo name: String, at node: ExprSyntax) -> [ExprSyntax]? {
        var place = node.parent
        while let current = place {
            if let loop = current.as(ForStmtSyntax.self), loop.pattern.trimmedDescription == name {
                return loop.sequence.as(ArrayExprSyntax.self)?.elements.map(\.expression)
            }
            if let closure = current.as(ClosureExprSyntax.self), closure.firstParameter == name,
                let call = closure.parent?.as(FunctionCallExprSyntax.self), call.name == "forEach"
            {
                return call.base?.as(ArrayExprSyntax.self)?.elements.map(\.expression)
            }
            place = current.parent
        }
        return nil
    }

    /// Returns the texts of a sum such as `prefix + ".refresh"`; for `a ?? b`, the texts of `a`.
    private func sum(
        _ elements: [ExprSyntax], _ origin: Finding.Place, _ next: (ExprSyntax, Int?, Int??) -> [Text]?
    ) -> [Text]? {
        var sums = [""]
        for (index, element) in elements.enumerated() {
            if let sign = element.as(BinaryOperatorExprSyntax.self)?.operator.text {
                if sign == "??" { break }
                guard sign == "+", index.isMultiple(of: 2) == false else { return nil }
                continue
            }
            guard let values = next(element, nil, nil) else { return nil }
            guard let next = Self.product(sums, values) else { return nil }
            sums = next
        }
        return sums.map { Text(value: $0, origin: origin) }
    }

    /// Returns each text with each of the values after it; `nil` for more than a hundred, or for texts of more than a
    /// thousand characters: no identifier is like that.
    private static func product(_ sums: [String], _ values: [Text]) -> [String]? {
        guard sums.count * values.count <= 100, values.allSatisfy({ $0.value.utf8.count <= 1_000 }) else { return nil }
        let all = sums.flatMap { sum in values.map { sum + $0.value } }
        return all.allSatisfy { $0.utf8.count <= 1_000 } ? all : nil
    }

    /// Returns the texts that callers pass to a function's parameter; `nil` if not all are known.
    private func passed(
        to function: Int, at place: Int, _ bundle: String, _ depth: Int, _ limit: WorkLimit
    ) -> [Text]? {
        let parameter = functions[function].parameters[place]
        let callers = callers(of: function)
        guard !callers.isEmpty else { return nil }
        var found: [Text] = []
        for call in callers {
            let given =
                parameter.label == "_"
                ? call.node.arguments.dropFirst(place).first?.expression : call.node.argument(parameter.label)
            guard let given,
                let texts = texts(
                    of: given, in: call.file, function: call.function, bundle: bundle, depth: depth + 1, limit: limit),
                found.count + texts.count <= 100
            else { return nil }
            found += texts
        }
        return found
    }

    /// Returns the calls that may mean a function.
    func callers(of function: Int) -> [Call] {
        let name = functions[function].name
        // An initializer is called by its type's name.
        let calls = name == "init" ? self.calls[functions[function].type] ?? [] : self.calls[name] ?? []
        return calls.filter { call in
            name == "init" || (call.function != function && targets(of: call.node).contains(function))
        }
    }
}
