import Foundation
import KeepAliveModuleNames
import SwiftParser
import SwiftSyntax
import Testing

@testable import KeepAliveRewriting

@Suite struct AppleModuleTableTests {
    @Test("the rewriter knows each module that Package.swift has by Apple's name")
    func modules() throws {
        let modules = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/KeepAlive/iOS/Modules").standardizedFileURL
        let names = try FileManager.default.contentsOfDirectory(atPath: modules.path).map { $0.dropLast(6) }
        #expect(names.count >= 10)
        for name in names { #expect(AppleModule.replacements["\(name)"] == "KeepAlive", "\(name)") }
    }

    @Test("the rewriter knows each method that a class may leave out of a delegate's protocol")
    func delegates() throws {
        let apple = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/KeepAlive/iOS").standardizedFileURL
        let files =
            FileManager.default.enumerator(at: apple, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
        let finder = DelegateFinder()
        for file in files { finder.walk(Parser.parse(source: try String(contentsOf: file, encoding: .utf8))) }
        #expect(finder.required.count > 15)
        // Nobody calls these here.
        let left: Set<String> = [
            "AVAssetResourceLoaderDelegate", "AVAudioRecorderDelegate", "AVPlayerViewControllerDelegate",
            "CBCentralManagerDelegate", "CBPeripheralDelegate", "MFMailComposeViewControllerDelegate",
            "MKMapViewDelegate",
            "UIAdaptivePresentationControllerDelegate", "UIContextMenuInteractionDelegate",
            "UIPageViewControllerDelegate", "UIPickerViewDelegate", "UIPopoverPresentationControllerDelegate",
            "UISearchBarDelegate", "UISearchControllerDelegate", "UITextViewDelegate",
            "UIViewControllerTransitioningDelegate",
        ]
        let optional = finder.required.filter { !left.contains($0.key) }.reduce(into: [String: Set<String>]()) {
            let methods = $1.value.intersection(finder.defaults[$1.key] ?? [])
            if !methods.isEmpty { $0[$1.key] = methods }
        }
        let known = DelegateMethods.table.filter { !$0.value.isEmpty }
        #expect(known == optional, "\(Self.text(of: optional))")
        for (method, older) in DelegateMethods.older {
            #expect(DelegateMethods.names.contains(method) && DelegateMethods.names.contains(older), "\(method)")
        }
    }

    /// The table as the source has it.
    private static func text(of table: [String: Set<String>]) -> String {
        table.sorted { $0.key < $1.key }.map { row in
            "        \"\(row.key)\": [\n" + row.value.sorted().map { "            \"\($0)\",\n" }.joined()
                + "        ],\n"
        }.joined()
    }
}

/// Finds the requirements of delegates' protocols, and those that have a default.
private final class DelegateFinder: SyntaxVisitor {
    private(set) var required: [String: Set<String>] = [:]
    private(set) var defaults: [String: Set<String>] = [:]

    init() { super.init(viewMode: .sourceAccurate) }

    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
        let name = node.name.text
        if name.hasSuffix("Delegate") || name.hasSuffix("DataSource") {
            required[name] = keys(node.memberBlock)
        }
        return .skipChildren
    }

    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        defaults[node.extendedType.trimmedDescription, default: []].formUnion(keys(node.memberBlock))
        return .skipChildren
    }

    private func keys(_ block: MemberBlockSyntax) -> Set<String> {
        Set(block.members.compactMap { $0.decl.as(FunctionDeclSyntax.self).flatMap(MemberSignature.init)?.key })
    }
}
