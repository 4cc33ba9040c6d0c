import Foundation
import Testing

@testable import KeepAliveRewriting

@Suite struct AppleModuleTableTests {
    @Test("the rewriter knows each module that Package.swift has by Apple's name")
    func modules() throws {
        let modules = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/KeepAlive/Modules").standardizedFileURL
        let names = try FileManager.default.contentsOfDirectory(atPath: modules.path).map { $0.dropLast(6) }
        #expect(names.count >= 10)
        for name in names { #expect(AppleModule.replacements["\(name)"] == "KeepAlive", "\(name)") }
    }

    @Test("the rewriter knows each method that a class may leave out of a delegate's protocol")
    func delegates() throws {
        let apple = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/KeepAlive/Apple").standardizedFileURL
        let files = FileManager.default.enumerator(at: apple, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
        let facts = SourceFacts.joined(
            try files.map { SourceRewriter.facts(of: try String(contentsOf: $0, encoding: .utf8)) })
        let protocols = facts.protocols.filter { $0.hasSuffix("Delegate") || $0.hasSuffix("DataSource") }
        #expect(protocols.count > 15)
        // Delegates that nobody calls here; what is required of a delegate, or is no requirement.
        let left: Set<String> = [
            "AVAssetResourceLoaderDelegate", "QLPreviewControllerDataSource", "UIContextMenuInteractionDelegate",
        ]
        let required: Set<String> = [
            "main()", "answer()", "providerDidReset(_:)", "pushRegistry(_:didUpdate:for:)",
            "documentInteractionControllerViewControllerForPreview(_:)", "tableView(_:cellForRowAt:)",
            "tableView(_:numberOfRowsInSection:)", "urlSession(_:downloadTask:didFinishDownloadingTo:)",
            "session(_:activationDidCompleteWith:error:)", "sessionDidBecomeInactive(_:)", "sessionDidDeactivate(_:)",
        ]
        for name in protocols.subtracting(left) {
            let methods = facts.methods.filter { $0.key.hasPrefix("\(name).") }.values.reduce(into: Set<String>()) {
                $0.formUnion($1.map(\.name))
            }
            let known = Set((DelegateMethods.all[name] ?? []).map { $0.replacing(" async", with: "") })
            #expect(methods.subtracting(required).isSubset(of: known), "\(name)")
        }
        for (name, methods) in DelegateMethods.all { #expect(protocols.contains(name) && methods.isDisjoint(with: required)) }
    }
}
