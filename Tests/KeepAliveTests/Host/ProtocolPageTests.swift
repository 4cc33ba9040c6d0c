import FoundationEssentials
import Testing

@testable import KeepAliveHost
@testable import KeepAliveLinux

/// The tables of docs/protocol.md are those of the protocol. `make protocol-page` writes them after a change.
@Suite struct ProtocolPageTests {
    private static let path = ScenarioSuiteTests.root.appending(path: "docs/protocol.md").path

    private static func code(_ text: String) -> String { text.isEmpty ? "" : "`\(text)`" }

    private static func table(_ heading: [String], _ rows: [[String]]) -> String {
        let body = rows.map { row in "| " + row.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |" }
        let head = ["| " + heading.joined(separator: " | ") + " |", "|" + heading.map { _ in "---|" }.joined()]
        return (head + body).joined(separator: "\n")
    }

    private static var tables: [(name: String, text: String)] {
        let list = ProtocolList()
        return [
            (
                "app",
                table(
                    ["method", "parameters", "result", "what it does"],
                    list.app.map { [code($0.name), code($0.parameters), code($0.result), $0.summary] })
            ),
            (
                "callbacks",
                table(
                    ["method", "parameters", "the answer", "when"],
                    list.callbacks.map { [code($0.name), code($0.parameters), code($0.answer ?? ""), $0.summary] })
            ),
            (
                "control",
                table(
                    ["method", "parameters", "what it does"],
                    list.control.map { [code($0.name), code($0.parameters), $0.summary] })
            ),
        ]
    }

    @Test("the tables of docs/protocol.md are written from the protocol")
    func page() throws {
        let old = try String(contentsOfFile: Self.path, encoding: .utf8)
        var page = old
        for (name, text) in Self.tables {
            let begin = "<!-- \(name): written by make protocol-page -->\n"
            let end = "\n<!-- end of \(name) -->"
            let first = try #require(page.range(of: begin)).upperBound
            let last = try #require(page.range(of: end)).lowerBound
            page.replaceSubrange(first..<last, with: text)
        }
        if Machine.variable("KEEPALIVE_RECORD") != nil {
            return try Data(page.utf8).write(to: URL(filePath: Self.path))
        }
        #expect(page == old, "run: make protocol-page")
    }
}
