import SwiftSyntax

/// The parts of a stand-in of a type that give the type an empty value.
struct EmptyValue {
    /// The protocol that the type adopts for it; `nil` if it does not.
    var adopted: String?
    var members: [StandIns.Line] = []
    /// The extensions and classes that stand after the type.
    var extensions: [StandIns.Line] = []

    init(
        _ writer: StandInWriter, _ declaration: DeclSyntax, _ context: StandInWriter.Context,
        _ inherited: StandInWriter.Adopted
    ) {
        let type = String(context.path.dropLast())
        let name = declaration.typeName ?? ""
        switch context.kind {
        case .class:
            if context.superclass == nil {
                members.append(StandIns.Line(text: "init() {}", key: "\(context.path)init()"))
            }
            // Objects of a superclass of the app, or of an unknown one, have a value already.
            let isOverride =
                context.superclass.map {
                    writer.included.contains($0) || writer.list.unknown[$0] == .type
                } ?? false
            guard !(context.superclass.map { writer.kept.types.contains($0) } ?? false) else { return }
            if !isOverride { adopted = "KeepAliveStandInValue" }
            members.append(
                StandIns.Line(
                    text: "\(isOverride ? "override " : "")class var keepAliveEmptyValue: Any { \(name)() }",
                    key: "\(context.path)keepAliveEmptyValue"))
        case .actor:
            members.append(StandIns.Line(text: "init() {}", key: "\(context.path)init()"))
            adopted = "KeepAliveStandInValue"
            members.append(
                StandIns.Line(
                    text: "static var keepAliveEmptyValue: Any { \(name)() }",
                    key: "\(context.path)keepAliveEmptyValue"))
        case .struct:
            guard let group = declaration.as(StructDeclSyntax.self) else { return }
            let statements = Self.initializations(group, writer, context)
            let text = "init(keepAlive: Void) { \(statements.joined(separator: "; ")) }"
            extensions.append(
                StandIns.Line(
                    text: "extension \(type) { \(text) }", key: "\(context.path)init(keepAlive:)", isExtension: true))
            adopted = "KeepAliveStandInValue"
            members.append(
                StandIns.Line(
                    text: "static var keepAliveEmptyValue: Any { \(name)(keepAlive: ()) }",
                    key: "\(context.path)keepAliveEmptyValue"))
        case .enum:
            let elements = declaration.as(EnumDeclSyntax.self)?.memberBlock.members.compactMap {
                $0.decl.as(EnumCaseDeclSyntax.self)
            }.flatMap { Array($0.elements) }
            guard let first = elements?.first(where: { $0.parameterClause == nil }) else { return }
            adopted = "KeepAliveStandInValue"
            members.append(
                StandIns.Line(
                    text: "static var keepAliveEmptyValue: Any { \(name).\(first.name.text) }",
                    key: "\(context.path)keepAliveEmptyValue"))
        case .protocol: extensions = Self.object(declaration, writer, context)
        case .extension, .global: break
        }
        members.removeAll { writer.list.dropped.contains($0.key) }
        let key = "\(context.path)keepAliveEmptyValue"
        // All lines of a class for a protocol go together.
        if context.kind == .protocol {
            if writer.list.dropped.contains(key) { extensions = [] }
        } else {
            extensions.removeAll { writer.list.dropped.contains($0.key) }
        }
        if writer.list.dropped.contains("\(context.path)keepAliveEmptyValue") { adopted = nil }
    }

    /// Returns a class that adopts a protocol, whose objects stand-ins return.
    static func object(
        _ declaration: DeclSyntax, _ writer: StandInWriter, _ context: StandInWriter.Context
    ) -> [StandIns.Line] {
        guard let node = declaration.as(ProtocolDeclSyntax.self), node.primaryAssociatedTypeClause == nil,
            !node.memberBlock.members.contains(where: { $0.decl.is(AssociatedTypeDeclSyntax.self) })
        else { return [] }
        let name = node.name.text
        var inner = StandInWriter.Context(path: context.path, kind: .class)
        inner.isOfProtocol = true
        let key = "\(context.path)keepAliveEmptyValue"
        // The runtime finds the class by its name.
        return [
            StandIns.Line(
                text: "final class KeepAliveStandInFor\(name): \(name), KeepAliveStandInObject { \(Self.making(name))",
                key: key)
        ]
            + writer.members(node.memberBlock, inner).filter { !$0.text.contains("init(") }.map { line in
                StandIns.Line(text: line.text, key: key, mentioned: line.mentioned)
            } + [StandIns.Line(text: "}")]
    }

    /// The members by which a class for a protocol makes its objects.
    static func making(_ name: String) -> String {
        "init() {}; static func keepAliveObject() -> Any { KeepAliveStandInFor\(name)() }"
    }

    /// Returns a class that makes objects of a class of the slice; nothing if its initializers may need values.
    static func maker(of node: ClassDeclSyntax) -> [StandIns.Line] {
        let initializers = node.memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
        let isPlain =
            initializers.isEmpty
            || initializers.contains { initializer in
                initializer.signature.parameterClause.parameters.allSatisfy { $0.defaultValue != nil }
                    && initializer.optionalMark == nil && initializer.signature.effectSpecifiers == nil
                    && !initializer.modifiers.contains { ["private", "fileprivate"].contains($0.name.text) }
            }
        let first = node.inheritanceClause?.inheritedTypes.first?.type.plainName ?? "NSObject"
        let isForScreens = first.hasPrefix("UI") && (first.hasSuffix("Controller") || first.hasSuffix("View"))
        guard isPlain, node.genericParameterClause == nil, isForScreens || first == "NSObject" else { return [] }
        let name = node.name.text
        let object = isForScreens ? "MainActor.assumeIsolated { \(name)() }" : "\(name)()"
        let make = "static func keepAliveObject() -> Any { \(object) }"
        return [
            StandIns.Line(
                text: "final class KeepAliveStandInFor\(name): KeepAliveStandInObject { \(make) }",
                key: "\(name).keepAliveEmptyValue")
        ]
    }

    private static func initializations(
        _ node: StructDeclSyntax, _ writer: StandInWriter, _ context: StandInWriter.Context
    ) -> [String] {
        node.memberBlock.members.flatMap(\.decl.onPhones).flatMap { declaration -> [String] in
            guard let variable = declaration.as(VariableDeclSyntax.self), writer.isNamed(declaration, in: context)
            else { return [] }
            return variable.bindings.compactMap { binding in
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { return nil }
                let hidden = variable.modifiers.contains {
                    ["private", "fileprivate"].contains($0.name.text) && $0.detail == nil
                }
                let property = StandInProperty(
                    variable, binding, name: name, key: context.path + name, isOfApp: writer.isOfApp)
                guard property.needsValue, !hidden, !writer.list.dropped.contains(context.path + name) else {
                    return nil
                }
                return property.initialization
            }
        }
    }
}
