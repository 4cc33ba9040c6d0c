import Foundation
import TestSupport
import Testing

@testable import KeepAliveLinux

/// The keychain of an app's container, over several runs.
@Suite(.ownThread) struct KeychainRunTests {
    /// Runs an app that makes these calls, and prints the accounts that it finds then.
    private static func run(_ calls: String, in container: String) throws -> String {
        let script = """
            import sys; sys.path.insert(0, "\(ScriptTests.root)/Examples/Python")
            from keepalive import App
            app = App()
            def item(account): return {"class": "genericPassword", "attributes": {"account": account}}
            def add(account): app.call("secItemAdd", **item(account), value="c2VjcmV0")
            def delete(account): app.call("secItemDelete", **item(account))
            @app.on
            def didFinishLaunching(_):
                \(calls.isEmpty ? "pass" : calls)
                found = app.call("secItemCopyMatching", **{"class": "genericPassword"}, all=True)
                print(*(each["attributes"]["account"] for each in found), flush=True)
            app.run()
            """
        let runner = try Runner([
            "--container", container, "--speaks", "-q", "--", "/usr/bin/python3", "-c", script,
        ])
        #expect(runner.wait { runner.output.hasSuffix("\n") }, "\(runner.output)\(runner.errors)")
        runner.signal(SIGTERM)
        try runner.finish()
        return runner.output.trimmingCharacters(in: .newlines)
    }

    @Test("DP-05: the items outlive a run, and what was deleted stays so, also where a later run adds others")
    func runs() throws {
        let directory = try TemporaryDirectory()
        #expect(try Self.run("add('a'); add('b'); add('c'); delete('a')", in: directory.path) == "b c")
        #expect(try Self.run("delete('c'); add('d')", in: directory.path) == "b d")
        #expect(try Self.run("", in: directory.path) == "b d")
        let folder = "\(directory.path)/Library/Keychains"
        #expect(try SmallFile.list(folder).sorted() == ["item-2.json", "item-3.json"])
    }

    @Test("what else lies there is left out: links, FIFOs, numbers that are too large, and what is no item")
    func hostile() throws {
        let directory = try TemporaryDirectory()
        #expect(try Self.run("add('a')", in: directory.path) == "a")
        let folder = "\(directory.path)/Library/Keychains"
        let json = #"{"accessible":"always","attributes":{"account":"x"},"class":"genericPassword"}"#
        let outside = try TemporaryFile(json, name: "outside.json")
        #expect(symlink(outside.path, "\(folder)/item-7.json") == 0)
        #expect(mkfifo("\(folder)/item-8.json", 0o600) == 0)
        for name in ["item-9223372036854775807.json", "item--1.json", "item-.json", "item-99999999999999999999.json"] {
            try json.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
        }
        try "no item".write(toFile: "\(folder)/item-9.json", atomically: false, encoding: .utf8)
        #expect(try Self.run("add('b')", in: directory.path) == "a b")
        #expect(try Self.run("", in: directory.path) == "a b")
    }
}
