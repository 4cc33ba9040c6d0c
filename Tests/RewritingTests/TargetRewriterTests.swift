import Foundation
import Testing

@testable import KeepAliveRewriting

/// Which files are looked at and written when something has changed.
@Suite struct TargetRewriterTests {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "keepalive-rewriter-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func pair(_ name: String, _ text: String) throws -> TargetRewriter.Pair {
        let source = folder.appending(path: "\(name).swift").path
        try text.write(toFile: source, atomically: true, encoding: .utf8)
        return TargetRewriter.Pair(source: source, result: folder.appending(path: "\(name)+.swift").path)
    }

    private func run(_ pairs: [TargetRewriter.Pair], rewriter: String = "1") throws -> TargetRewriter.Count {
        try TargetRewriter(pairs, state: folder.appending(path: "state").path, rewriter: rewriter).run { _ in }
    }

    @Test("a file that has not changed is not parsed, and a result that is the same is not written")
    func unchanged() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try pair("a", "@objc class A {}\n")
        let second = try pair("b", "class B {}\n")
        #expect(try run([first, second]) == .init(rewritten: 2, written: 2))
        #expect(try run([first, second]) == .init(rewritten: 0, written: 0))
        _ = try pair("b", "class B { let a = 1 }\n")
        #expect(try run([first, second]) == .init(rewritten: 1, written: 1))
        // A protocol with an optional requirement concerns all files, and changes what one of them says.
        _ = try pair("b", "class B { let a = 1 }\n@objc protocol P { @objc optional func f() }\n")
        #expect(try run([first, second]) == .init(rewritten: 2, written: 1))
        #expect(try run([first, second], rewriter: "2") == .init(rewritten: 2, written: 0))
        try FileManager.default.removeItem(atPath: first.result)
        #expect(try run([first, second], rewriter: "2") == .init(rewritten: 1, written: 1))
    }

    @Test("a problem is reported by each run, until it is mended")
    func problems() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let wrong = try pair("a", "@objc protocol P { @objc optional func f() -> Int }\n")
        for _ in 0..<2 { #expect(throws: SourceProblem.self) { try run([wrong]) } }
        _ = try pair("a", "@objc protocol P { @objc optional func f() -> Int? }\n")
        #expect(try run([wrong]) == .init(rewritten: 1, written: 1))
    }

    @Test("a file that is not UTF-8, or not there, is an error that names it")
    func unreadable() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try pair("a", "")
        try Data([0xFF, 0xFE, 0xFF]).write(to: URL(fileURLWithPath: file.source))
        #expect { try run([file]) } throws: { "\($0)".hasPrefix("\(file.source):1:1: error:") }
        try FileManager.default.removeItem(atPath: file.source)
        #expect { try run([file]) } throws: { "\($0)".contains(file.source) }
    }
}
