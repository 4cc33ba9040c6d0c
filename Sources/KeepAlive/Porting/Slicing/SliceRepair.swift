import KeepAliveRewriting
import SwiftSyntax

/// Learns from the compiler's errors what a slice has to add or to leave out.
///
/// A missing name becomes a stand-in, and a stand-in that does not compile is dropped. Other errors cut the smallest part
/// of a file around their line; if an error stays, the next larger one. So each round leaves less, and the rounds end.
package struct SliceRepair {
    package private(set) var list: SliceList
    private let files: [String: SliceFile]
    private let project: ProjectDeclarations
    private let kept: KeptFiles
    private let standIns: StandIns
    private let standInsFile: String
    /// The declarations in which a stand-in was added in this round: their other errors may go with it.
    private var pending: Set<String> = []
    /// The names for which a stand-in was added in this round.
    private var added: Set<String> = []
    /// The lines of cuts of this round, by file.
    private var covered: [String: [ClosedRange<Int>]] = [:]

    /// - Parameters:
    ///   - slice: the slice that was built.
    ///   - standIns: the path of the stand-ins' source in the compiler's messages.
    package init(_ slice: Slice, standIns: String) {
        list = slice.list
        files = Dictionary(slice.originals.map { ($0.path, $0) }) { first, _ in first }
        project = slice.project
        kept = slice.kept
        self.standIns = slice.standIns
        standInsFile = standIns
    }

    /// Learns from the errors of one build.
    ///
    /// - Returns: false if nothing was learnt, so that another build has the same errors.
    package mutating func learn(_ errors: [CompilerError]) -> Bool {
        let former = list
        let inStandIns = errors.filter { $0.file == standInsFile }
        let others = errors.filter { $0.file != standInsFile }
        // What is learnt of a class may give it an initializer.
        let ofInitializers = inStandIns.filter { $0.message.contains("no accessible initializers") }
        for error in inStandIns where !ofInitializers.contains(error) { repairStandIn(error) }
        let rest = others.filter { !addMissing($0) }
        for error in rest { cut(error) }
        if list == former { for error in ofInitializers { repairStandIn(error) } }
        return list != former
    }

    // MARK: stand-ins

    private mutating func repairStandIn(_ error: CompilerError) {
        let quoted = error.quoted
        if error.message.hasPrefix("cannot find type"), let name = quoted.first, addUnknown(name) { return }
        guard let key = standIns.key(line: error.line) else { return }
        if error.message.contains("does not override") || error.message.contains("cannot be overridden") {
            if list.plain.insert(key).inserted { return }
        }
        if error.message.contains("does not conform to protocol"), quoted.count >= 2 {
            list.dropped.insert("\(quoted[0]): \(quoted[1].plainType)")
            if list.dropped.insert("\(key): \(quoted[1].plainType)").inserted { return }
        }
        if error.message.hasPrefix("inheritance from non-protocol"), let name = quoted.first {
            if list.dropped.insert("\(key): \(name.plainType)").inserted { return }
        }
        list.dropped.insert(key)
    }

    // MARK: missing names

    /// Adds a stand-in for the name that an error misses.
    ///
    /// - Returns: true if the error may be gone in the next build.
    private mutating func addMissing(_ error: CompilerError) -> Bool {
        let quoted = error.quoted
        let place = declaration(at: error)
        var isAdded = false
        if error.message.contains("cannot be used as an attribute"), let name = attribute(at: error) {
            // A type whose stand-in is no property wrapper.
            isAdded = added.contains(name) || list.unknown[name] != .attribute
            added.insert(name)
            list.unknown[name] = .attribute
        } else if error.message.hasPrefix("unknown attribute"), let name = quoted.first {
            isAdded = added.contains(name) || list.unknown[name] != .attribute
            added.insert(name)
            list.unknown[name] = .attribute
        } else if error.message.hasPrefix("cannot find type") || error.message.hasPrefix("cannot find '") {
            isAdded = quoted.first.map { addUnknown($0) } ?? false
        } else if error.message.contains("has no member"), quoted.count >= 2 {
            isAdded = addMember(quoted[1], of: quoted[0], isStatic: error.message.hasPrefix("type '"))
        } else if let type = quoted.first(where: { isStandIn($0) && !list.whole.contains($0.plainType) }),
            ["cannot assign", "argument type", "cannot convert", "does not conform"].contains(where: {
                error.message.contains($0)
            }), !adoptions(of: type.plainType).isEmpty
        {
            isAdded = list.whole.insert(type.plainType).inserted
        }
        if isAdded { pending.insert(place) }
        return isAdded || pending.contains(place) && !place.isEmpty
    }

    /// Returns the name of the first attribute of a declaration that begins on an error's line, other than `@MainActor`.
    private func attribute(at error: CompilerError) -> String? {
        guard let file = files[error.file] else { return nil }
        let locations = SourceLocationConverter(fileName: file.path, tree: file.tree)
        for token in file.tree.tokens(viewMode: .sourceAccurate) {
            guard let attribute = token.parent?.as(AttributeSyntax.self), token.tokenKind == .atSign,
                locations.location(for: token.positionAfterSkippingLeadingTrivia).line == error.line
            else { continue }
            let name = attribute.attributeName.trimmedDescription
            if name.first?.isUppercase == true, name != "MainActor" { return name }
        }
        return nil
    }

    private func isStandIn(_ type: String) -> Bool {
        project.types[type.plainType] != nil && !kept.types.contains(type.plainType)
    }

    /// The protocols of a type that its stand-in does not adopt.
    private func adoptions(of type: String) -> [String] {
        let all = [project.types[type]].compactMap { $0 } + (project.extensions[type] ?? [])
        return all.flatMap { item in
            item.declaration.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause?.inheritedTypes.map {
                $0.type.plainName
            } ?? []
        }
    }

    private mutating func addUnknown(_ name: String) -> Bool {
        if added.contains(name) { return true }
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }), list.unknown[name] == nil,
            !list.dropped.contains("unknown \(name)"), !kept.types.contains(name)
        else { return false }
        added.insert(name)
        list.unknown[name] = name.first?.isUppercase == true ? kind(of: name) : .global
        return true
    }

    private func kind(of name: String) -> SliceList.Unknown {
        let clauses =
            kept.files.flatMap(\.declarations)
            .compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
            + project.types.values.compactMap { $0.declaration.asProtocol((any DeclGroupSyntax).self) }
        var kind = SliceList.Unknown.type
        for group in clauses {
            for (index, item) in (group.inheritanceClause?.inheritedTypes ?? []).enumerated()
            where item.type.plainName == name {
                let isSuperclass =
                    group.is(ClassDeclSyntax.self) && index == 0 && !UnknownWriter.isProtocolName(name)
                kind = isSuperclass ? .superclass : .protocol
            }
        }
        if kind == .type, kept.files.allSatisfy({ $0.tree.usesAsValue(name) }),
            !standIns.lines.contains(where: { $0.mentioned.contains(name) })
        {
            return .global
        }
        return kind
    }

    private mutating func addMember(_ member: String, of type: String, isStatic: Bool) -> Bool {
        var name = type
        if name.hasSuffix(".Type") { name = String(name.dropLast(5)) }
        name = name.plainType
        let isStatic = isStatic || type.hasSuffix(".Type")
        let path = "\(name).\(member)"
        if added.contains(path) { return true }
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || "_.".contains($0) }),
            name != "KeepAliveStandIn" || isStatic, member != "KeepAliveStandIn",
            member.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }), list.members[path] == nil,
            !list.dropped.contains("extension \(path)"), !["Any", "Self", "Void", ""].contains(name)
        else { return false }
        added.insert(path)
        list.members[path] = isStatic
        return true
    }

    // MARK: cuts

    private func declaration(at error: CompilerError) -> String {
        guard let file = files[error.file] else { return "" }
        return candidates(in: file, line: error.line).last { $0.cut.kind == .member }.map {
            "\(file.path) \($0.cut.declaration)"
        } ?? ""
    }

    private mutating func cut(_ error: CompilerError) {
        guard let file = files[error.file],
            covered[error.file]?.contains(where: { $0.contains(error.line) }) != true
        else { return }
        let found = candidates(in: file, line: error.line)
        if error.message.contains("does not override") || error.message.contains("cannot be overridden"),
            let member = found.first(where: { $0.cut.kind == .member })
        {
            var cut = member.cut
            cut.kind = .override
            if add(cut, error, member.lines) { return }
        }
        if ["has no initializers", "without initializing all stored", "before 'super.init'"].contains(where: {
            error.message.contains($0)
        }), let group = found.last(where: { $0.isGroup }) {
            var cut = group.cut
            cut.kind = .initial
            if add(cut, error, error.line...error.line) { return }
        }
        if error.message.contains("does not conform to protocol"), error.quoted.count >= 2 {
            // Without it, the app has no entry. Errors in the members say what to cut.
            if SliceSelection.entries.contains(error.quoted[1].plainType) { return }
            let cut = SliceList.Cut(
                kind: .adoption, file: file.path, declaration: error.quoted[0].plainType,
                digest: error.quoted[1].plainType)
            if add(cut, error, error.line...error.line) { return }
        }
        for candidate in found where !isGone(candidate.cut) && add(candidate.cut, error, candidate.lines) { return }
    }

    /// Returns whether the declaration of a cut is cut as a whole.
    private func isGone(_ cut: SliceList.Cut) -> Bool {
        list.cuts.contains { other in
            other.file == cut.file && other.declaration == cut.declaration
                && (other.kind == .member || other.kind == .body && cut.kind != .member)
        }
    }

    private mutating func add(_ cut: SliceList.Cut, _ error: CompilerError, _ lines: ClosedRange<Int>) -> Bool {
        guard !list.cuts.contains(cut) else { return false }
        var cut = cut
        cut.reason = "line \(error.line): \(error.message.replacingTabs)"
        // A larger cut takes the place of those within it.
        if cut.kind == .body || cut.kind == .member {
            list.cuts.removeAll { $0.file == cut.file && $0.declaration == cut.declaration }
        }
        list.cuts.append(cut)
        covered[cut.file, default: []].append(lines)
        return true
    }

    private struct Candidate {
        let cut: SliceList.Cut
        let lines: ClosedRange<Int>
        let length: Int
        /// True for a whole type or extension.
        let isGroup: Bool
    }

    /// Returns what can be cut around a line, the smallest first.
    private func candidates(in file: SliceFile, line: Int) -> [Candidate] {
        let finder = CandidateFinder(file, line: line)
        finder.walk(file.tree)
        return finder.found.enumerated().sorted {
            $0.element.length == $1.element.length
                ? $0.offset > $1.offset : $0.element.length < $1.element.length
        }.map(\.element)
    }

    private final class CandidateFinder: SyntaxAnyVisitor {
        private let file: SliceFile
        private let line: Int
        private let locations: SourceLocationConverter
        private(set) var found: [Candidate] = []

        init(_ file: SliceFile, line: Int) {
            self.file = file
            self.line = line
            locations = SourceLocationConverter(fileName: file.path, tree: file.tree)
            super.init(viewMode: .sourceAccurate)
        }

        override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
            guard node.kind != .token else { return .skipChildren }
            let first = locations.location(for: node.positionAfterSkippingLeadingTrivia).line
            let last = locations.location(for: node.endPositionBeforeTrailingTrivia).line
            guard first <= line, line <= last else { return .skipChildren }
            let lines = first...last
            // Without its entry, an app does not start.
            let isMain = node.asProtocol((any WithAttributesSyntax).self)?.attributes.contains {
                ["@main", "@UIApplicationMain"].contains($0.trimmedDescription)
            }
            let isEntry = node.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause?.inheritedTypes.contains {
                SliceSelection.entries.contains($0.type.plainName)
            }
            func add(_ kind: SliceList.Cut.Kind, _ declaration: String, _ digest: String = "", of part: Range<Int>) {
                found.append(
                    Candidate(
                        cut: SliceList.Cut(kind: kind, file: file.path, declaration: declaration, digest: digest),
                        lines: lines, length: part.count, isGroup: node.isGroup))
            }
            if let key = node.declarationKey {
                if isMain != true, isEntry != true { add(.member, key, of: node.bytes) }
                if let body = node.bodyRange { add(.body, key, of: body.range) }
            }
            // Without its entry, an app does not start.
            guard !node.mentionsEntry || node.is(CodeBlockItemListSyntax.self) || node.is(SourceFileSyntax.self) else {
                return .visitChildren
            }
            if let item = node.as(CodeBlockItemSyntax.self), item.item.isCuttable, !item.isOfInitializer {
                add(.statement, node.enclosingKey, item.item.digest, of: node.bytes)
            }
            if node.isCuttableValue { add(.value, node.enclosingKey, node.digest, of: node.bytes) }
            return .visitChildren
        }
    }
}

extension SourceFileSyntax {
    /// True if a name stands for a value wherever the file mentions it: never in a type, before a point or a call.
    fileprivate func usesAsValue(_ name: String) -> Bool {
        tokens(viewMode: .sourceAccurate).filter { $0.text == name }.allSatisfy { token in
            guard let reference = token.parent?.as(DeclReferenceExprSyntax.self), let parent = reference.parent else {
                return false
            }
            if let call = parent.as(FunctionCallExprSyntax.self) { return call.calledExpression.id != reference.id }
            if let member = parent.as(MemberAccessExprSyntax.self) { return member.declName.id == reference.id }
            return !parent.is(GenericSpecializationExprSyntax.self)
        }
    }
}

extension CodeBlockItemSyntax {
    /// True for an assignment in an initializer, or the call of another initializer: the object needs them.
    fileprivate var isOfInitializer: Bool {
        guard parent?.parent?.parent?.is(InitializerDeclSyntax.self) == true else { return false }
        if let sequence = item.as(SequenceExprSyntax.self), sequence.isAssignment { return true }
        return ["super.init", "self.init"].contains { item.trimmedDescription.contains($0) }
    }
}

extension Syntax {
    /// True for code at the top level of `main.swift` that starts the app.
    fileprivate var mentionsEntry: Bool {
        guard enclosingKey.isEmpty else { return false }
        return tokens(viewMode: .sourceAccurate).contains {
            $0.text == "UIApplicationMain" && $0.parent?.is(DeclReferenceExprSyntax.self) == true
        }
    }
}

extension CodeBlockItemSyntax.Item {
    /// True for a statement without which the others stay valid: no declaration, no jump.
    fileprivate var isCuttable: Bool {
        switch self {
        case .decl: false
        case .stmt(let statement):
            switch statement.kind {
            case .returnStmt, .guardStmt, .breakStmt, .continueStmt, .throwStmt, .fallThroughStmt: false
            default: true
            }
        case .expr: true
        }
    }
}

extension String {
    /// The name of a type without generic arguments and without the marks of Optional, arrays and `any`.
    fileprivate var plainType: String {
        var text = self
        if text.hasPrefix("(any "), let end = text.firstIndex(of: ")") { text = String(text[..<end].dropFirst(5)) }
        if text.hasPrefix("any ") { text = String(text.dropFirst(4)) }
        while text.hasSuffix("?") || text.hasSuffix("!") { text = String(text.dropLast()) }
        if text.hasPrefix("["), text.hasSuffix("]") { return text.contains(":") ? "Dictionary" : "Array" }
        return String(text.prefix { $0 != "<" })
    }

    fileprivate var replacingTabs: String { String(map { $0 == "\t" ? " " : $0 }) }
}
