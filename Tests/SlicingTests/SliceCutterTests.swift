import KeepAliveRewriting
import SwiftParser
import SwiftSyntax
import Testing

@testable import KeepAliveSlicing

@Suite struct SliceCutterTests {
    private static let imports = "import KeepAliveStandIns; import Foundation; import UIKit; "

    /// Learns from one error at a line, and returns the text that is compiled then.
    private func repaired(_ source: String, _ errors: [(line: Int, message: String)]) -> (text: String, list: SliceList)
    {
        var list = SliceList()
        for error in errors {
            var repair = SliceRepair(Slice([("A.swift", source)], others: [], list: list), standIns: "S.swift")
            _ = repair.learn([CompilerError(file: "A.swift", line: error.line, message: error.message)])
            list = repair.list
        }
        let text = Slice([("A.swift", source)], others: [], list: list).texts[0]
        return (String(text.dropFirst(Self.imports.count)), list)
    }

    static let source = """
        class A: B, P {
            var x = make()
            override func go() -> Int {
                log("a")
                let y = other(3)
                if y > 2 { run(y) }
                state = y.value
                return y
            }
        }
        """

    @Test("the smallest part around an error is cut first, then the next larger one; all lines stay")
    func levels() {
        var errors: [(line: Int, message: String)] = []
        func lines() -> [String] {
            let text = repaired(Self.source, errors).text
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
                String($0.reversed().drop { $0 == " " }.reversed())
            }
            #expect(lines.count == 10, "\(text)")
            return lines
        }
        errors.append((4, "no such thing"))
        #expect(lines()[3] == "        KeepAliveStandIn.note(\"A.go()\")")
        errors = [(5, "no such thing")]
        #expect(lines()[4] == "        let y = (KeepAliveStandIn.value(\"A.go()\") as KeepAliveStandIn)")
        errors.append((5, "still"))
        #expect(lines()[2] == "    override func go() -> Int { return KeepAliveStandIn.value(\"A.go()\") }")
        errors.append((5, "still"))
        #expect(lines()[2].allSatisfy { $0 == " " })
        errors = [(7, "cannot assign")]
        #expect(lines()[6] == "        state = KeepAliveStandIn.value(\"A.go()\")")
        errors = [(8, "cannot convert")]
        #expect(lines()[7] == "        return KeepAliveStandIn.value(\"A.go()\")")
        errors = [(2, "cannot find")]
        #expect(lines()[1] == "    var x = (KeepAliveStandIn.value(\"A.x\") as KeepAliveStandIn)")
        errors = [(3, "method does not override any method from its superclass")]
        #expect(lines()[2] == "             func go() -> Int {")
        errors = [(1, "type 'A' does not conform to protocol 'P'")]
        #expect(lines()[0] == "class A: B, Any {")
    }

    @Test("an error that nothing mends ends in a round that learns nothing", arguments: 1...10)
    func ends(line: Int) {
        var list = SliceList()
        var rounds = 0
        while rounds < 30 {
            var repair = SliceRepair(Slice([("A.swift", Self.source)], others: [], list: list), standIns: "S.swift")
            guard repair.learn([CompilerError(file: "A.swift", line: line, message: "wrong")]) else { break }
            list = repair.list
            rounds += 1
        }
        #expect(rounds < 8)
    }

    @Test("a missing name gets a stand-in of its kind, and an error beside it in the same function waits for it")
    func names() {
        let source = """
            import Kit
            class A: KitController, KitDelegate {
                @Inject var a: Int
                func go() {
                    Tracker.shared.log(kitMode)
                    Tracker.shared.wrong()
                }
            }
            """
        var repair = SliceRepair(Slice([("A.swift", source)], others: [], list: SliceList()), standIns: "S.swift")
        let messages = [
            (2, "cannot find type 'KitController' in scope"), (2, "cannot find type 'KitDelegate' in scope"),
            (3, "unknown attribute 'Inject'"), (5, "cannot find 'Tracker' in scope"),
            (5, "cannot find 'kitMode' in scope"), (6, "cannot infer anything"),
            (6, "value of type 'UIView?' has no member 'snp'"), (6, "type 'UIColor' has no member 'brand'"),
        ]
        let errors = messages.map { CompilerError(file: "A.swift", line: $0.0, message: $0.1) }
        let isLearnt = repair.learn(errors)
        #expect(isLearnt)
        #expect(
            repair.list.unknown == [
                "KitController": .superclass, "KitDelegate": .protocol, "Inject": .attribute, "Tracker": .type,
                "kitMode": .global,
            ])
        #expect(repair.list.members == ["UIView.snp": false, "UIColor.brand": true])
        #expect(repair.list.cuts.isEmpty)
        let text = Slice([("A.swift", source)], others: [], list: repair.list).texts[0]
        #expect(!text.contains("import Kit") && !text.contains("@Inject"))
        #expect(text.contains("var a: Int = KeepAliveStandIn.value(\"A.a\")"))
    }

    @Test("a stand-in that does not compile is dropped")
    func standIns() {
        let slice = Slice(
            [("A.swift", "let a = Other().run()")], others: [("B.swift", "class Other: P { func run() {} }")],
            list: SliceList())
        let line = (slice.standIns.text.split(separator: "\n").firstIndex { $0.contains("func run()") } ?? 0) + 1
        var repair = SliceRepair(slice, standIns: "S.swift")
        let isLearnt = repair.learn([CompilerError(file: "S.swift", line: line, message: "what?")])
        #expect(isLearnt)
        #expect(repair.list.dropped == ["Other.run()"])
    }

    @Test("an entry is never cut as a whole")
    func entry() {
        let source = "@main struct My: App {\n    var body: some Scene { wrong }\n}"
        let (text, list) = repaired(source, (1...5).map { _ in (1, "'My' is annotated with '@main'") })
        #expect(list.cuts.isEmpty, "\(list.cuts)")
        #expect(text.contains("@main struct My"))
    }

    @Test("a list of a slice is written and read as the same; a wrong line is an error with its number")
    func text() throws {
        var list = SliceList()
        list.files = ["A B.swift"]
        list.unknown = ["X": .type, "y": .global]
        list.members = ["A.b": true, "A.c": false]
        list.dropped = ["A.d(_:)"]
        list.plain = ["A.e"]
        list.whole = ["A"]
        list.cuts = [SliceList.Cut(kind: .body, file: "A B.swift", declaration: "A.go()", reason: "line 3: 'x'")]
        let read = try SliceList(list.text, path: "Slice.txt")
        #expect(read == list && read.cuts[0].reason == "line 3: 'x'")
        for wrong in ["cut\tbody\tA", "unknown\tX\tplanet", "from", "nonsense\tA"] {
            #expect(throws: SourceProblem.self) { try SliceList("# c\n\n\(wrong)\n", path: "Slice.txt") }
            do { _ = try SliceList("# c\n\n\(wrong)\n", path: "Slice.txt") } catch let problem as SourceProblem {
                #expect(problem.line == 3 && problem.file == "Slice.txt")
            }
        }
    }

    @Test("the compiler's errors are read once each, also of paths with colons")
    func errors() {
        let errors = CompilerError.all(
            in: """
                /a:b/C.swift:3:7: error: cannot find 'x' in scope
                  |   `- error: cannot find 'x' in scope
                /a:b/C.swift:3:7: error: cannot find 'x' in scope
                /a/D.swift:9:1: warning: nothing
                error: emit-module command failed
                """)
        #expect(errors == [CompilerError(file: "/a:b/C.swift", line: 3, message: "cannot find 'x' in scope")])
        #expect(errors.first?.quoted == ["x"])
    }

    @Test("a slice has the entry, the extensions of its type, and the files with calls that concern the background")
    func selection() {
        let files: [(path: String, text: String)] = [
            ("Main.swift", "@main struct My: App {}"), ("Ext.swift", "extension My { func f() {} }"),
            ("Task.swift", "func f() { UIApplication.shared.beginBackgroundTask() }"),
            ("Session.swift", "let s = URLSessionConfiguration.background(withIdentifier: \"a\")"),
            ("View.swift", "struct V: View { let background = 1 }"), ("main.swift", "UIApplicationMain()"),
            ("Delegate.swift", "class D: NSObject, UIApplicationDelegate {}"),
        ]
        #expect(
            SliceSelection.choose(files).paths == [
                "Main.swift", "Ext.swift", "Task.swift", "Session.swift", "main.swift", "Delegate.swift",
            ])
        #expect(SliceSelection.choose(files).hasEntry)
        #expect(!SliceSelection.choose([files[2], files[6]]).hasEntry)
    }

    @Test("an attribute whose type is no property wrapper is left out; the class of an entry stays")
    func attributes() {
        let text = """
            class AppDelegate: UIResponder, UIApplicationDelegate {
                @MainActor
                @Inject(\\.service) private var service: Service
            }
            """
        var repair = SliceRepair(
            Slice([("A.swift", text)], others: [("B.swift", "class Service {}")], list: SliceList()), standIns: "S")
        let message = "class 'Injected' cannot be used as an attribute"
        let isLearnt = repair.learn([CompilerError(file: "A.swift", line: 3, message: message)])
        #expect(isLearnt)
        #expect(repair.list.unknown == ["Inject": .attribute] && repair.list.cuts.isEmpty)
        var other = SliceRepair(
            Slice([("A.swift", text)], others: [], list: SliceList()), standIns: "S")
        _ = other.learn([CompilerError(file: "A.swift", line: 1, message: "expected declaration")])
        #expect(!other.list.cuts.contains { $0.declaration == "AppDelegate" && $0.kind == .member })
    }
}
