import Testing

@testable import KeepAliveSlicing

@Suite struct StandInTests {
    /// Returns the stand-ins for a file, without imports and comments.
    private func standIns(
        _ other: String, for kept: String, _ change: (inout SliceList) -> Void = { _ in }
    ) -> [String] {
        var list = SliceList()
        list.files = ["Other.swift"]
        change(&list)
        let slice = Slice([("Kept.swift", kept)], others: [("Other.swift", other)], list: list)
        return slice.standIns.text.split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("import ") && !$0.hasPrefix("//") }
            .map { line in String(line.prefix(line.firstRange(of: "  //")?.lowerBound.utf16Offset(in: line) ?? .max)) }
    }

    @Test("a class has the members that the slice names, with their signatures and without their content")
    func members() {
        let lines = standIns(
            """
            public final class Flow: Codable {
                private let secret = 1
                public static let shared = Flow()
                @discardableResult
                func show(_ name: String,
                          animated: Bool = true, done: (() -> Void)? = nil, at place: Place = .here) throws -> Int { 3 }
                func hide() {}
                var title: String { "t" }
                weak var owner: Flow?
                init(name: String) {}
            }
            enum Place { case here, there(Int) }
            """, for: "let f = Flow.shared.show(title, owner)")
        #expect(
            lines == [
                "class Flow: Codable, KeepAliveStandInValue {",
                "static var shared: Flow { get { KeepAliveStandIn.value(\"Flow.shared\") } set { KeepAliveStandIn.note(\"Flow.shared\") } }",
                "@discardableResult func show(_ name: String, animated: Bool = true, done: (() -> Void)? = nil, at place: Place = KeepAliveStandIn.value(\"the default of at in Flow.show(_:animated:done:at:)\")) throws -> Int { return KeepAliveStandIn.value(\"Flow.show(_:animated:done:at:)\") }",
                "lazy var title: String = KeepAliveStandIn.value(\"Flow.title\")",
                "weak var owner: Flow?",
                "init(name: String) {}",
                "init() {}",
                "class var keepAliveEmptyValue: Any { Flow() }",
                "}",
                "enum Place: KeepAliveStandInValue {",
                "case here, there(Int)",
                "static var keepAliveEmptyValue: Any { Place.here }",
                "}",
            ], "\(lines.joined(separator: "\n"))")
    }

    @Test("a structure keeps its stored properties, and so its memberwise initializer")
    func structures() {
        let lines = standIns(
            """
            struct Item<Value: Hashable>: Equatable, Wrapping {
                let title: String
                var size = 4, other = compute()
                @State var shown: Bool
            }
            protocol Wrapping { associatedtype Value; func unused() }
            """, for: "Item(title: size, shown)")
        #expect(
            lines == [
                "struct Item<Value: Hashable>: Equatable, Wrapping, KeepAliveStandInValue {",
                "let title: String",
                "var size: Int = 4",
                "var other: KeepAliveStandIn = KeepAliveStandIn.value(\"Item.other\")",
                "@State var shown: Bool",
                "static var keepAliveEmptyValue: Any { Item(keepAlive: ()) }",
                "}",
                "extension Item { init(keepAlive: Void) { title = KeepAliveStandIn.value(\"Item.title\"); size = KeepAliveStandIn.value(\"Item.size\"); other = KeepAliveStandIn.value(\"Item.other\"); _shown = State(initialValue: KeepAliveStandIn.value(\"Item.shown\")) } }",
                "protocol Wrapping {",
                "associatedtype Value",
                "}",
            ], "\(lines.joined(separator: "\n"))")
    }

    @Test(
        "an object of a protocol is one of a class that adopts it; a delegate's protocol is not adopted unless asked for"
    )
    func protocols() {
        let source = """
            protocol Store: AnyObject { var items: [Int] { get }; func load(_ n: Int) -> Bool; func other() }
            class View: UIView, UITableViewDelegate, Store { func load(_ n: Int) -> Bool { true }; func tableView() {} }
            """
        let kept = "let s: Store = make(); s.load(items); View()"
        let lines = standIns(source, for: kept)
        #expect(
            lines.contains(
                "final class KeepAliveStandInForStore: Store, KeepAliveStandInObject { init() {}; static func keepAliveObject() -> Any { KeepAliveStandInForStore() }"
            ))
        #expect(
            lines.contains("func load(_ n: Int) -> Bool { return KeepAliveStandIn.value(\"Store.load(_:)\") }"))
        #expect(lines.contains("class View: UIView, Store, KeepAliveStandInValue {"))
        #expect(!lines.contains { $0.contains("other()") || $0.contains("tableView") })
        let whole = standIns(source, for: kept) { $0.whole = ["View"] }
        #expect(whole.contains("class View: UIView, UITableViewDelegate, Store, KeepAliveStandInValue {"))
        #expect(whole.contains { $0.contains("func tableView()") })
        #expect(!standIns(source, for: kept) { $0.dropped = ["View.load(_:)"] }.contains { $0.contains("View.load") })
    }

    @Test("extensions of Apple's types give what the slice names, and types of other modules what it uses of them")
    func extensionsAndUnknown() {
        let lines = standIns(
            "extension UIColor { static let brand = UIColor(red: 1); static let other = UIColor.red }",
            for: "let c = UIColor.brand; Analytics(key: \"k\", options: []) { event in }; Analytics.shared.log(c)"
        ) { list in
            list.unknown = [
                "Analytics": .type, "RxController": .superclass, "LoginDelegate": .protocol, "log": .global,
            ]
            list.members = ["UIView.snp": false, "UIView.layer": true]
        }
        #expect(lines.contains("extension UIColor {"))
        #expect(lines.contains("static let brand: UIColor = UIColor(red: 1)"))
        #expect(!lines.contains { $0.contains("other") })
        #expect(
            standIns(
                "enum K { static let name = Name(\"a\"), limit = 60 * 2, own = Own(1) }; struct Own {}",
                for: "K.name, limit, own"
            )
            .filter { $0.hasPrefix("static ") && $0.contains(" let ") } == [
                "static let name: Name = Name(\"a\")", "static let limit = 60 * 2",
            ])
        #expect(
            lines.contains(
                "convenience init(key a0: Any?, options a1: [Any], _ block: @escaping (KeepAliveStandIn) -> Void) { self.init() }"
            ))
        #expect(lines.contains { $0.hasPrefix("static var `shared`: Analytics! {") })
        #expect(lines.contains("class RxController: UIViewController {}"))
        #expect(lines.contains("protocol LoginDelegate: AnyObject {}"))
        #expect(lines.contains { $0.hasPrefix("var `log`: KeepAliveStandIn! {") })
        #expect(lines.contains { $0.hasPrefix("extension UIView { var `snp`: KeepAliveStandIn! {") })
        #expect(lines.contains { $0.hasPrefix("extension UIView { static var `layer`:") })
    }

    @Test("a case whose value has no stand-in is left out")
    func cases() {
        var list = SliceList()
        let files = [(path: "B.swift", text: "enum Step { case first, second(Int); case gone(Missing) }")]
        let whole = Slice([("A.swift", "let a: Step")], others: files, list: list).standIns.text
        #expect(whole.contains("case gone(Missing)"))
        list.dropped = ["Step.gone"]
        let less = Slice([("A.swift", "let a: Step")], others: files, list: list).standIns.text
        #expect(!less.contains("gone") && less.contains("case first, second(Int)"))
    }

    @Test("a type that the slice compiles has no stand-in, and one that no file names has none either")
    func none() {
        let lines = standIns("class A {}; class B {}; struct C {}", for: "class A {}; let c = C()")
        #expect(lines.filter { !$0.contains("KeepAliveStandInForA") }.count == 4)
        #expect(standIns("class B {}", for: "let a = 1").isEmpty)
        let own = Slice(
            [("A.swift", "let b = B()")], others: [("B.swift", "class B {}")], list: SliceList(), own: "class B {}")
        #expect(own.standIns.count == 0)
    }

    @Test("the empty value of a type within another is made by an extension at the top level")
    func nestedValues() {
        for around in ["struct Outer { \\(inner) }", "struct Outer {}; extension Outer { \\(inner) }"] {
            let text = around.replacing("\\(inner)", with: "struct Inner { struct Innermost { let a: Int } }")
            let lines = Slice(
                [("A.swift", "let a: Outer.Inner.Innermost")], others: [("B.swift", text)], list: SliceList()
            ).standIns.text.split(separator: "\n")
            var depth = 0
            for line in lines {
                if line.hasPrefix("extension") { #expect(depth == 0, "\(line)") }
                depth += line.count { $0 == "{" } - line.count { $0 == "}" }
            }
            #expect(depth == 0 && lines.contains { $0.hasPrefix("extension Outer.Inner.Innermost { init(keepAlive") })
        }
    }

    @Test("what Linux.swift declares takes the place of the stand-in of an unknown name, and of its members")
    func ownOfUnknown() {
        var list = SliceList()
        list.unknown = ["Store": .type, "flag": .global, "Other": .type]
        list.members = ["Store.isOpen": false, "Other.isOpen": false]
        let kept = [(path: "A.swift", text: "let a = Store.shared.isOpen || flag || Other.shared.isOpen")]
        func text(_ own: String) -> String { Slice(kept, others: [], list: list, own: own).standIns.text }
        let all = text("")
        #expect(all.contains("class Store:") && all.contains("extension Store {") && all.contains("var `flag`"))
        let less = text("struct Store { var isOpen = true }\nlet flag = true")
        #expect(!less.contains("Store") && !less.contains("flag"))
        #expect(less.contains("class Other:") && less.contains("extension Other {"))
    }

    @Test("names of the app's own modules are left out of types")
    func qualifiers() {
        #expect("Models.Item, MyModels.Item, (Models.A)".withoutQualifiers(["Models"]) == "Item, MyModels.Item, (A)")
        #expect("f(\"Models.x\")".withoutQualifiers(["Models"]) == "f(\"Models.x\")")
    }
}
