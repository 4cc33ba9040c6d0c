/// The facts about a file that the other files of a target need.
package struct SourceFacts: Codable, Equatable, Sendable {
    /// A method of a type, as far as a selector has to know it.
    package struct Method: Codable, Hashable, Sendable {
        /// The name with its labels: `handle(_:)`.
        package let name: String
        /// The property that keeps a selector from calling it, such as `throws`; `nil` if there is none.
        package var obstacle: String?
        /// True if Objective-C sees it by an attribute of its own.
        package var isMarked = false
    }

    /// The optional requirements of protocols without a result, as `didEnd(_:at:)`.
    package var optionalRequirements: Set<String> = []
    /// Those with an Optional result.
    package var optionalQuestions: Set<String> = []
    /// The names of properties of an Optional type, which may hold functions.
    package var optionalProperties: Set<String> = []
    /// The methods that a selector may name, by `Type.handle`; the type without those around it.
    package var methods: [String: Set<Method>] = [:]
    /// The methods that Interface Builder may connect, by the type with those around it: `Outer.Type`. Those that only their own
    /// file sees are not among them.
    package var actions: [String: Set<String>] = [:]
    /// The first type that a class derives from, or adopts.
    package var superclasses: [String: String] = [:]
    /// The names of protocols.
    package var protocols: Set<String> = []
    /// The Objective-C names that differ from what the Swift name makes, by whole Swift name.
    package var objectiveCNames: [String: String] = [:]
    /// The types that adopt a protocol whose instances the system creates, and the protocols below such a protocol.
    package var createdBySystem: Set<String> = []
    /// Types of the target's own that have names of Foundation's, with the types around them.
    package var ownNames: Set<String> = []
    /// The protocols that a type adopts, and the class that it derives from.
    package var adopted: [String: Set<String>] = [:]
    /// The classes, with the types around them.
    package var classes: Set<String> = []
    /// Those that are public or open.
    package var publicClasses: Set<String> = []
    /// Those whose members Objective-C sees, with the types around them.
    package var objcMembers: Set<String> = []
    /// The methods of classes that may be those of delegates, by the type with those around it.
    package var delegateMethods: [String: Set<MemberSignature>] = [:]
    /// The members of extensions that subclasses might override: by the type with those around it, and whether Objective-C sees them
    /// by an attribute of their own.
    package var extensionMembers: [String: [Bool: Set<MemberSignature>]] = [:]
    /// The keys of what a class overrides.
    package var overrides: [String: Set<String>] = [:]
    /// The members in extensions that have to be in the class itself, by the type with those around it: overrides, and
    /// what a subclass overrides.
    package var extensionOverrides: [String: Set<MemberSignature>] = [:]
    /// The delegate methods that a class gets because only a subclass implements them, by the class.
    package private(set) var openings: [String: Set<MemberSignature>] = [:]
    /// The keys of the methods that override those, by the subclass.
    package private(set) var closings: [String: Set<String>] = [:]

    /// Creates facts of a file without any.
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
        // A class below one that the system creates is created by it, too.
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

    /// Returns the target's own classes above one, the nearest first. A short name that two classes have is nobody's.
    private func ancestors(of path: String, _ paths: [String: [String]]) -> [String] {
        var found: [String] = []
        var current = path.lastComponent
        // A chain of classes that leads back to itself is an error, and the compiler's to report.
        while let above = superclasses[current], let places = paths[above], places.count == 1, found.count < 100 {
            found.append(places[0])
            current = above
        }
        return found
    }

    /// Finds what Objective-C would call by its name: members of extensions that a subclass overrides, and delegate methods that
    /// only a subclass implements. Swift calls what the class itself has, and that which adopts the protocol.
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
                // The topmost class that adopts a protocol with the method.
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
        // An extension of a class that another module declares is none of ours.
        extensionOverrides = extensionOverrides.filter { classes.contains($0.key) }
        // A fact that nobody asks for any more must not make all files be rewritten.
        (delegateMethods, extensionMembers, overrides) = ([:], [:], [:])
    }

    /// Returns whether a class takes part in what Interface Builder connects: it is below a class that is not the target's own.
    ///
    /// - Parameter type: a class with outlets or actions.
    func isOfInterface(_ type: String) -> Bool {
        var current = type
        for _ in 0..<100 {
            guard let above = superclasses[current] else { break }
            current = above
        }
        // Of UIKit's classes, these are no responders.
        let isOther =
            [
                "NSObject", "UIBarButtonItem", "UIBarItem", "UITabBarItem", "UINavigationItem", "UISceneConfiguration",
                "UIStoryboardSegue", "UIMenuElement", "UIAction",
            ].contains(current) || current.hasSuffix("GestureRecognizer")
        return current != type && !isOther && !protocols.contains(current)
    }

    /// Returns whether a name of Foundation's means a type of the target's own.
    ///
    /// - Parameter path: the types around the place, as in `Outer.Type`.
    func isOwn(_ name: String, at path: String) -> Bool {
        var around = path.split(separator: ".")
        while true {
            if ownNames.contains((around + [Substring(name)]).joined(separator: ".")) { return true }
            if around.popLast() == nil { return false }
        }
    }

    /// Returns the methods of a name that a type has, or the first of its superclasses that has one.
    func methods(_ name: String, of type: String) -> [Method] {
        var type = type.lastComponent
        // A chain of classes that leads back to itself is an error, and the compiler's to report.
        for _ in 0..<100 {
            if let found = methods["\(type).\(name)"] { return found.sorted { $0.name < $1.name } }
            guard let above = superclasses[type] else { return [] }
            type = above
        }
        return []
    }
}

extension String {
    /// The name behind the last point.
    var lastComponent: String { split(separator: ".").last.map(String.init) ?? self }
}
