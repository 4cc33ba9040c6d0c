import SwiftSyntax

/// A property of the app, as its stand-in has it.
struct StandInProperty {
    let name: String
    let type: String
    let mentioned: Set<String>
    let isStatic: Bool
    let isComputed: Bool
    private let key: String
    private let isConstant: Bool
    private let isWeak: Bool
    private let isReadOnly: Bool
    private let accessors: String
    /// The wrapper of SwiftUI or Combine, such as `State`; `nil` without one.
    let wrapper: String?
    private let initial: ExprSyntax?
    /// True for a constant value that needs nothing of the app.
    private let isPlain: Bool

    /// - Parameter isOfApp: returns whether a name is one of the app's types.
    init(
        _ node: VariableDeclSyntax, _ binding: PatternBindingSyntax, name: String, key: String,
        isOfApp: (String) -> Bool
    ) {
        self.name = name
        self.key = key
        let words = Set(node.modifiers.map(\.name.text))
        isStatic = words.contains("static") || words.contains("class")
        isWeak = words.contains("weak") || words.contains("unowned")
        isConstant = node.bindingSpecifier.text == "let"
        initial = binding.initializer?.value
        isPlain = binding.initializer?.value.isConstant(isOfApp) ?? false
        wrapper = node.attributes.lazy.compactMap { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription }
            .first { ModifierWords.wrappers.contains($0) }
        if let given = binding.typeAnnotation?.type {
            type = given.plainText
            mentioned = given.mentionedNames
        } else if let inferred = binding.initializer?.value.inferredType {
            type = inferred
            mentioned = Set(
                inferred.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
        } else {
            type = "KeepAliveStandIn"
            mentioned = []
        }
        switch binding.accessorBlock?.accessors {
        case .getter:
            (isComputed, isReadOnly, accessors) = (true, true, "")
        case .accessors(let list):
            let kinds = Set(list.map(\.accessorSpecifier.text))
            isComputed = !kinds.isDisjoint(with: ["get", "_read", "unsafeAddress"])
            isReadOnly = isComputed && !kinds.contains("set")
            accessors = list.first { $0.accessorSpecifier.text == "get" }?.effectSpecifiers?.plainText ?? ""
        case nil:
            (isComputed, isReadOnly, accessors) = (false, isConstant, "")
        }
    }

    /// True for a type that only the body tells.
    var isOpaque: Bool { type.hasPrefix("some ") }

    var isOptional: Bool { type.hasSuffix("?") || type.hasSuffix("!") || type.hasPrefix("Optional<") }

    /// True if a memberwise initializer has to set the property.
    var needsValue: Bool {
        !isStatic && !isComputed && !isOpaque && wrapper != "Environment" && wrapper != "EnvironmentObject"
            && !(isConstant && initial != nil)
    }

    private var value: String { "KeepAliveStandIn.value(\"\(key)\")" }

    /// The property of a structure, with storage.
    func stored(_ words: String) -> String {
        let start = "\(words)\(isConstant ? "let" : "var") \(name): \(type)"
        guard let initial, wrapper == nil || wrapper == "State" else { return start }
        return "\(start) = \(isPlain ? initial.plainText : value)"
    }

    /// The property of a class. The value is made when it is needed, because some types have no empty value.
    func inClass(_ words: String, isActor: Bool) -> String {
        if isOptional { return "\(words)var \(name): \(type)" }
        if let wrapper { return wrapper == "Published" ? "\(words)var \(name): \(type) = \(value)" : computed(words) }
        if isWeak || isActor || words.contains("nonisolated") {
            return computed(words.replacingWord("weak", with: "").replacingWord("unowned", with: ""))
        }
        return "\(words)lazy var \(name): \(type) = \(value)"
    }

    /// The property without storage; a constant of a type or of the top level is taken over.
    func computed(_ words: String) -> String {
        if let initial, isPlain, isConstant, wrapper == nil {
            let type = type == "KeepAliveStandIn" ? "" : ": \(type)"
            return "\(words)let \(name)\(type) = \(initial.plainText)"
        }
        let effects = accessors.isEmpty ? "" : " \(accessors)"
        let setter = effects.isEmpty && !isOpaque ? " set { KeepAliveStandIn.note(\"\(key)\") }" : ""
        return "\(words)var \(name): \(type) { get\(effects) { \(value) }\(setter) }"
    }

    /// The statement of an initializer that gives the property its empty value.
    var initialization: String {
        switch wrapper {
        case "State": "_\(name) = State(initialValue: \(value))"
        case "StateObject": "_\(name) = StateObject(wrappedValue: \(value))"
        case "ObservedObject": "_\(name) = ObservedObject(wrappedValue: \(value))"
        case "Binding": "_\(name) = .constant(\(value))"
        default: "\(name) = \(value)"
        }
    }
}
