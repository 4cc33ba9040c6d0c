/// The facts about a file that the other files of a target need.
package struct SourceFacts: Codable, Equatable, Sendable {
    /// A method of a type, with the facts that a selector needs.
    package struct Method: Codable, Hashable, Sendable {
        /// The method's name with its argument labels, such as `handle(_:)`.
        package let name: String
        /// The reason why a selector cannot call the method, such as `throws`; `nil` if a selector can call the
        /// method.
        package var obstacle: String?
        /// True if an attribute of the method, such as `@objc`, makes the method visible to Objective-C.
        package var isMarked = false
    }

    /// The optional protocol requirements that return nothing, such as `didEnd(_:at:)`.
    package var optionalRequirements: Set<String> = []
    /// The optional protocol requirements that return a value.
    package var optionalQuestions: Set<String> = []
    /// The names of properties with an Optional type, which may hold functions.
    package var optionalProperties: Set<String> = []
    /// The methods that a selector may name, by type and base name, such as `Type.handle`. The type is written without
    /// its enclosing types.
    package var methods: [String: Set<Method>] = [:]
    /// The methods that Interface Builder may connect, by the full type name, such as `Outer.Type`. Private methods
    /// in extensions are left out, because other files cannot call them.
    package var actions: [String: Set<String>] = [:]
    /// The first inherited type of each class: its superclass, or a protocol.
    package var superclasses: [String: String] = [:]
    /// The names of the target's protocols.
    package var protocols: Set<String> = []
    /// The Objective-C names that `@objc(name)` sets, by the full Swift name.
    package var objectiveCNames: [String: String] = [:]
    /// The types that the reproduced iOS may instantiate: types that adopt a protocol such as `UIApplicationDelegate`,
    /// protocols that inherit from such a protocol, and subclasses of these types.
    package var createdBySystem: Set<String> = []
    /// The target's own types that have the name of a type in Foundation or Combine, each with the names of its
    /// enclosing types.
    package var ownNames: Set<String> = []
    /// The inherited types of each type: protocols, and the superclass.
    package var adopted: [String: Set<String>] = [:]
    /// The target's classes, each with the names of its enclosing types.
    package var classes: Set<String> = []
    /// The classes that are `public` or `open`.
    package var publicClasses: Set<String> = []
    /// The classes with `@objcMembers`, each with the names of its enclosing types.
    package var objcMembers: Set<String> = []
    /// The methods that may be delegate methods, by the full name of their type.
    package var delegateMethods: [String: Set<MemberSignature>] = [:]
    /// The members of extensions that subclasses may override, by the full type name. The inner key is true if an
    /// attribute makes the member visible to Objective-C.
    package var extensionMembers: [String: [Bool: Set<MemberSignature>]] = [:]
    /// The keys of the members that each class overrides.
    package var overrides: [String: Set<String>] = [:]
    /// The members of extensions that the class's own body has to declare, by the full type name: overrides, and
    /// members that a subclass overrides.
    package var extensionOverrides: [String: Set<MemberSignature>] = [:]
    /// The delegate methods that the rewriter adds to a class because only a subclass implements them, by the class.
    package private(set) var openings: [String: Set<MemberSignature>] = [:]
    /// The keys of the subclass methods that override methods of ``openings``, by the subclass.
    package private(set) var closings: [String: Set<String>] = [:]

    package init() {}

    /// Returns the facts of all files together.
    package static func joined(_ facts: some Sequence<SourceFacts>) -> SourceFacts {
        var sum = facts.reduce(into: SourceFacts()) { sum, file in
            sum.optionalRequirements.formUnion(file.optionalRequirements)
            sum.optionalQuestions.formUnion(file.optionalQuestions)
            sum.optionalProperties.formUnion(file.optionalProperties)
            sum.methods.merge(file.methods) { $0.union($1) }
            sum.actions.merge(file.actions) { $0.union($1) }
            sum.superclasses.merge(file.superclasses) { first, _ in first }
            sum.protocols.formUnion(file.protocols)
            sum.ownNames.formUnion(file.ownNames)
            sum.adopted.merge(file.adopted) { $0.union($1) }
            sum.classes.formUnion(file.classes)
            sum.publicClasses.formUnion(file.publicClasses)
            sum.objcMembers.formUnion(file.objcMembers)
            sum.delegateMethods.merge(file.delegateMethods) { $0.union($1) }
            sum.extensionMembers.merge(file.extensionMembers) { $0.merging($1) { $0.union($1) } }
            sum.overrides.merge(file.overrides) { $0.union($1) }
            sum.extensionOverrides.merge(file.extensionOverrides) { $0.union($1) }
            sum.objectiveCNames.merge(file.objectiveCNames) { first, _ in first }
            sum.createdBySystem.formUnion(file.createdBySystem)
        }
        // Add the subclasses of the classes in `createdBySystem`, because the reproduced iOS may instantiate them, too.
        var grows = true
        while grows {
            let below = sum.superclasses.filter {
                sum.createdBySystem.contains($0.value) && !sum.createdBySystem.contains($0.key)
            }.keys
            sum.createdBySystem.formUnion(below)
            grows = !below.isEmpty
        }
        sum.openClasses()
        return sum
    }

    /// Returns the target's own superclasses of a class, the nearest first. The search ends at a name that two classes
    /// share, because the name is ambiguous.
    private func ancestors(of path: String, _ paths: [String: [String]]) -> [String] {
        var found: [String] = []
        var current = path.lastComponent
        // The limit ends the search if classes inherit from each other in a circle. The compiler reports that error.
        while let above = superclasses[current], let places = paths[above], places.count == 1, found.count < 100 {
            found.append(places[0])
            current = above
        }
        return found
    }

    /// Fills ``openings``, ``closings`` and ``extensionOverrides`` with the members that Objective-C would call by
    /// name: extension members that a subclass overrides, and delegate methods that only a subclass implements. Swift
    /// calls only the members of the class's own body and of the class that adopts the protocol, so the rewriter has
    /// to add members there.
    private mutating func openClasses() {
        let paths = Dictionary(grouping: classes.sorted(), by: \.lastComponent)
        for (path, keys) in overrides {
            for above in ancestors(of: path, paths) {
                let isSeen = objcMembers.contains(above) || !objcMembers.isDisjoint(with: ancestors(of: above, paths))
                let marked = extensionMembers[above]?[true] ?? []
                let members = isSeen ? marked.union(extensionMembers[above]?[false] ?? []) : marked
                let overridden = members.filter { keys.contains($0.key) }
                if !overridden.isEmpty { extensionOverrides[above, default: []].formUnion(overridden) }
            }
        }
        for (path, methods) in delegateMethods.sorted(by: { $0.key < $1.key }) {
            let ancestors = ancestors(of: path, paths)
            for method in methods.sorted() where !method.isOverride {
                // The topmost superclass that adopts a protocol with this method.
                let place = ancestors.lastIndex { ancestor in
                    adopted[ancestor.lastComponent]?.contains {
                        DelegateMethods.all[$0]?.contains(method.key) == true
                    } == true
                }
                guard let place else { continue }
                let between = ancestors[...place].compactMap { delegateMethods[$0] }.joined().map(\.key)
                let older = DelegateMethods.older[method.key]
                guard !between.contains(method.key), !between.contains(where: { $0 == older }) else { continue }
                closings[path, default: []].insert(method.key)
                if openings[ancestors[place]]?.contains(where: { $0.key == method.key }) != true {
                    openings[ancestors[place], default: []].insert(method)
                }
                if method.isInExtension { extensionOverrides[path, default: []].insert(method) }
            }
        }
        // The rewriter cannot change the body of a class that another module declares, so members of its extensions
        // are dropped.
        extensionOverrides = extensionOverrides.filter { classes.contains($0.key) }
        // These facts are needed no longer. They are removed so that a change in them does not cause all files to be
        // rewritten.
        (delegateMethods, extensionMembers, overrides) = ([:], [:], [:])
    }

    /// Returns whether Interface Builder may connect a class: the class derives from a UIKit class that is a
    /// responder.
    ///
    /// - Parameter type: the name of a class with outlets or actions.
    func isOfInterface(_ type: String) -> Bool {
        var current = type
        for _ in 0..<100 {
            guard let above = superclasses[current] else { break }
            current = above
        }
        // These classes, and gesture recognizers, are not responders.
        let isOther =
            [
                "NSObject", "UIBarButtonItem", "UIBarItem", "UITabBarItem", "UINavigationItem", "UISceneConfiguration",
                "UIStoryboardSegue", "UIMenuElement", "UIAction",
            ].contains(current) || current.hasSuffix("GestureRecognizer")
        return current != type && !isOther && !protocols.contains(current)
    }

    /// Returns whether the name of a type in Foundation or Combine refers to a type of the target itself at a given
    /// place.
    ///
    /// - Parameter path: the names of the types around the place, such as `Outer.Type`.
    func isOwn(_ name: String, at path: String) -> Bool {
        var around = path.split(separator: ".")
        while true {
            if ownNames.contains((around + [Substring(name)]).joined(separator: ".")) { return true }
            if around.popLast() == nil { return false }
        }
    }

    /// Returns the methods with a base name that a type has, or that its nearest superclass with such a method has.
    func methods(_ name: String, of type: String) -> [Method] {
        var type = type.lastComponent
        // The limit ends the search if classes inherit from each other in a circle. The compiler reports that error.
        for _ in 0..<100 {
            if let found = methods["\(type).\(name)"] { return found.sorted { $0.name < $1.name } }
            guard let above = superclasses[type] else { return [] }
            type = above
        }
        return []
    }
}

extension String {
    /// The part of the name after the last dot.
    package var lastComponent: String { split(separator: ".").last.map(String.init) ?? self }
}
