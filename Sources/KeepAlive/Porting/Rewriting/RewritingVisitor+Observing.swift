import SwiftSyntax

// Properties that are observed by key paths. With Objective-C, the runtime reports changes of `dynamic` properties,
// and a key path contains the property's name. On Linux, generated code passes the name both where a change is
// reported and where an observer is added, because the key path of an inherited property differs between a class and
// its subclass.

extension RewritingVisitor {
    /// Adds calls to a stored `dynamic` property that report its changes to observers.
    func makeObservable(_ node: VariableDeclSyntax) {
        guard node.modifiers.contains(where: { $0.name.text == "dynamic" }), node.isOfClass,
            !node.modifiers.contains(where: { ["static", "class", "lazy"].contains($0.name.text) })
        else { return }
        guard let binding = node.bindings.first, node.bindings.count == 1,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        else { return report(node, "properties that are observed are declared one by one here") }
        let before = "keyValueWillChange(self, \\.\(name), \"\(name)\")"
        let after = "keyValueDidChange(self, \\.\(name), \"\(name)\")"
        guard let block = binding.accessorBlock else {
            needsKeepAlive = true
            return edits.insert(" { willSet { \(before) } didSet { \(after) } }", at: binding.bytes.upperBound)
        }
        // A computed property reports no changes by itself, as on iOS; only the app can report them.
        guard case .accessors(let accessors) = block.accessors,
            accessors.allSatisfy({ ["willSet", "didSet"].contains($0.accessorSpecifier.text) })
        else { return }
        needsKeepAlive = true
        for (word, call) in [("willSet", before), ("didSet", after)] {
            if let brace = accessors.first(where: { $0.accessorSpecifier.text == word })?.body?.leftBrace {
                edits.insert(" \(call);", at: brace.bytes.upperBound)
            } else {
                edits.insert(" \(word) { \(call) }", at: block.leftBrace.bytes.upperBound)
            }
        }
    }

    /// Makes a class that overrides `observeValue(forKeyPath:of:change:context:)` conform to the protocol
    /// `KeyPathObserver`, and removes `override`. Where a superclass in the app has the method, the method stays an
    /// override.
    func makeObserver(_ node: FunctionDeclSyntax) {
        guard node.name.text == "observeValue",
            node.signature.parameterClause.parameters.first?.firstName.text == "forKeyPath",
            let override = node.modifiers.first(where: { $0.name.text == "override" }), let type = types.last
        else { return }
        let above = facts.superclasses[type.lastComponent]
        if let above, !facts.methods("observeValue", of: above).isEmpty { return }
        guard !node.isWithinCode else {
            return report(node, "a class within a function cannot observe by names here: move it out of the function")
        }
        needsKeepAlive = true
        replace(override, with: "")
        append("extension \(types.joined(separator: ".")): KeyPathObserver {}")
    }

    /// Adds the property's name beside its key path, as in `observe(\.rate, named: "rate")`.
    func nameObserved(_ node: FunctionCallExprSyntax) {
        let called =
            node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            ?? node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
        guard let called, let first = node.arguments.first, let path = first.expression.as(KeyPathExprSyntax.self)
        else {
            return
        }
        let labels = node.arguments.dropFirst().map { $0.label?.text }
        let isMeant =
            switch called {
            case "observe":
                first.label == nil && labels.allSatisfy { ["options", "changeHandler"].contains($0) }
                    && (node.trailingClosure != nil || labels.contains("changeHandler"))
            case "publisher": first.label?.text == "for" && labels.allSatisfy { $0 == "options" }
            case "willChangeValue", "didChangeValue": first.label?.text == "for" && labels.isEmpty
            default: false
            }
        guard isMeant else { return }
        guard let properties = path.properties else {
            return report(path, "only properties are observed: this key path has a part that is none")
        }
        let isChain = properties.names.count > 1
        if isChain, called.hasSuffix("ChangeValue") {
            return report(path, "call \(called) on the object that has the last property of this key path")
        }
        let through = isChain ? ", through: [\(properties.objects.joined(separator: ", "))]" : ""
        edits.insert(
            ", named: \"\(properties.names.joined(separator: "."))\"\(through)", at: first.expression.bytes.upperBound)
    }
}

extension KeyPathExprSyntax {
    /// The names of the properties in the key path, and the key paths to the objects that have the second and later
    /// properties; `nil` if a component of the key path is no property.
    fileprivate var properties: (names: [String], objects: [String])? {
        var (names, objects, place): ([String], [String], String) = ([], [], "\\")
        var unwraps = ""
        // The first components may name the root type, as a nested type or with its module; they are skipped.
        let parts = components.drop { component in
            guard root != nil, case .property(let property) = component.component else { return false }
            return property.declName.baseName.text.first?.isUppercase == true
        }
        for component in parts {
            switch component.component {
            case .property(let property):
                if !names.isEmpty { objects.append(place) }
                names.append(property.declName.baseName.text)
                place += "\(unwraps).\(property.declName.trimmedDescription)"
                unwraps = ""
            case .optional(let optional): unwraps += optional.trimmedDescription
            default: return nil
            }
        }
        return names.isEmpty ? nil : (names, objects)
    }
}

extension FunctionDeclSyntax {
    /// True in a type that is declared inside a function or a closure, where an extension cannot name the type.
    fileprivate var isWithinCode: Bool {
        var place = parent
        while let current = place {
            if current.is(CodeBlockSyntax.self) || current.is(ClosureExprSyntax.self) { return true }
            place = current.parent
        }
        return false
    }
}

extension VariableDeclSyntax {
    /// True in a class or in an extension, because an extension is assumed to extend a class.
    fileprivate var isOfClass: Bool {
        var place = parent
        while let current = place {
            if current.is(ClassDeclSyntax.self) || current.is(ExtensionDeclSyntax.self) { return true }
            if current.is(StructDeclSyntax.self) || current.is(EnumDeclSyntax.self) || current.is(ActorDeclSyntax.self)
            {
                return false
            }
            place = current.parent
        }
        return false
    }
}
