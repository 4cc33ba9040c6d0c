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
}
