import Testing

@testable import KeepAliveRewriting

/// What the rewriter makes of a source, by what the language lacks.
@Suite struct SourceRewriterTests: RewritingSuite {
    @Test("a method of Foundation's that does less on Linux is called by another name, and declared by it in protocols")
    func renamed() {
        #expect(
            line(#"let a = bundle.object(forInfoDictionaryKey: "a") as? String"#)
                == #"let a = bundle.keepAliveObject(forInfoDictionaryKey: "a") as? String"#)
        #expect(
            line("protocol P { func object(forInfoDictionaryKey key: String) -> Any? }")
                == "protocol P { func keepAliveObject(forInfoDictionaryKey key: String) -> Any? }")
        let mock = "class Mock: Bundle { override func object(forInfoDictionaryKey key: String) -> Any? { nil } }"
        #expect(line(mock) == mock)
        #expect(line(#"let a = store.object(forKey: "a")"#) == #"let a = store.object(forKey: "a")"#)
    }

    @Test("an import of a module that the target does not depend on is left out, with a warning")
    func missingModule() {
        let source = "import Alamofire\nimport class Kit.Part\nimport UIKit\nimport Testing\nimport CSQLite\n"
        let result = SourceRewriter.rewrite(
            source, path: "/a.swift", facts: SourceFacts(), modules: ["CSQLite", "KeepAlive"])
        let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        #expect(lines.dropFirst() == ["", "importKeepAlive", "importTesting", "importCSQLite", ""])
        #expect(result.problems.map(\.line) == [1, 2] && result.problems.allSatisfy(\.isWarning))
        #expect(result.problems[0].description.hasPrefix("/a.swift:1:1: warning: module 'Alamofire' is not here"))
        #expect(SourceRewriter.rewrite(source, path: "/a.swift", facts: SourceFacts()).problems.isEmpty)
    }

    @Test("CryptoKit is Crypto in a target that depends on it, and missing in another; so it is with SQLite3")
    func cryptoKit() {
        let source = """
            import CryptoKit
            import SQLite3
            #if canImport(CryptoKit)
            let digest = CryptoKit.SHA256.hash(data: data)
            #endif
            """
        func rewritten(_ modules: Set<String>?) -> (lines: [String], problems: [SourceProblem]) {
            let result = SourceRewriter.rewrite(source, path: "/a.swift", facts: SourceFacts(), modules: modules)
            let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false).suffix(5)
            return (lines.map { $0.filter { $0 != " " } }, result.problems)
        }
        let here = rewritten(["Crypto", "SQLite3"])
        #expect(
            here.lines == [
                "importCrypto", "importSQLite3", "#iftrue", "letdigest=Crypto.SHA256.hash(data:data)", "#endif",
            ])
        for modules in [["KeepAlive"], nil] as [Set<String>?] {
            let other = rewritten(modules)
            #expect(other.lines[1...2] == ["", "#ifcanImport(CryptoKit)"] && other.problems.isEmpty, "\(other)")
            #expect(!other.lines.contains { $0.hasPrefix("import") })
        }
    }

    @Test(
        "imports name the module that stands for Apple's",
        arguments: [
            ("import UIKit", "import KeepAlive"),
            ("import UIKit.UIApplication", "import KeepAlive"),
            ("import class UIKit.UIImage", "import       KeepAlive"),
            ("@preconcurrency import AVFoundation", "@preconcurrency import KeepAlive"),
            ("public import CoreLocation", "public import KeepAlive"),
            ("import os.log", "import KeepAliveOS"), ("import OSLog", "import KeepAliveOS"),
            ("import Combine", "import KeepAliveCombine"),
            ("import Foundation", "import Foundation; import KeepAlive"),
            ("import struct Foundation.URL", "import struct Foundation.URL"),
            ("import HealthKit", "import KeepAlive"), ("import EventKit", "import KeepAlive"), ("import ARKit", ""),
            ("@preconcurrency import CoreData", ""),
            ("import Alamofire", "import Alamofire"),
            ("@testable import MyApp", "@testable import MyApp"),
        ])
    func imports(source: String, result: String) { #expect(line(source) == result) }

    @Test(
        "conditions are those of iOS, and keep their columns",
        arguments: [
            ("os(iOS)", "true"), ("!os(iOS)", "!true"),
            ("os(macOS) || os(iOS) && DEBUG", "os(macOS) || true    && DEBUG"),
            ("os(Linux)", "false"), ("canImport(UIKit)", "true"), ("canImport(Combine)", "true"),
            ("canImport(HealthKit)", "canImport(HealthKit)"), ("canImport(FoundationNetworking)", "false"),
            ("targetEnvironment(simulator)", "targetEnvironment(simulator)"), ("os(watchOS)", "os(watchOS)"),
        ])
    func conditions(source: String, result: String) {
        #expect(lines("#if \(source)\n#endif")[1] == "#if \(result)")
        #expect(lines("#if X\n#elseif \(source)\n#endif")[2] == "#elseif \(result)")
    }

    @Test(
        "a version of iOS is the device's, another platform's is the compiler's",
        arguments: [
            ("#available(iOS 13, *)", "UIDevice.isAvailable(13)"),
            ("#available(iOS 13.4.1, tvOS 13, *)", "UIDevice.isAvailable(13, 4, 1)"),
            ("#available(macOS 10.15, iOS 14.5, *)", "UIDevice.isAvailable(14, 5)"),
            ("#unavailable(iOS 26)", "!UIDevice.isAvailable(26)"),
            ("#available(macOS 10.15, *)", "#available(macOS 10.15, *)"),
        ])
    func availability(source: String, result: String) {
        let text = line("if \(source), ready {}").replacing("  ", with: "").replacing(" ,", with: ",")
        #expect(text == "if \(result), ready {}")
    }

    @Test(
        "words of Objective-C go, and the rest keeps its column",
        arguments: [
            ("@objc func a() {}", "      func a() {}"),
            ("@objc(b:) private func a() {}", "          private func a() {}"),
            ("@IBAction func a() {}", "          func a() {}"),
            ("@IBOutlet weak var a: X!", "          weak var a: X!"),
            ("@objcMembers class A {}", "             class A {}"), ("@nonobjc var a = 1", "         var a = 1"),
            ("@objc dynamic func a() {}", "              func a() {}"),
            ("@UIApplicationMain class A {}", "@main              class A {}"),
            ("@available(iOS 13, *) class A {}", "@available(iOS 13, *) class A {}"),
        ])
    func words(source: String, result: String) { #expect(line(source) == result) }

    @Test("a selector holds the name that Objective-C has, and the call")
    func selectors() {
        let source = """
            import UIKit
            class Place: Base {
                func use() { all(#selector(go), #selector(move(_:to:)), #selector(self.step(by:)), #selector(name(item:))) }
                func more() { all(#selector(Other.Inner.stop(_:)), #selector(getter: title), #selector(thing.act(_:)),
                    #selector((Place.go)), #selector(setter: Place.title), #selector(shown), #selector(UIView.layout),
                    #selector(UIResponder.become(_:)), #selector(two as (Int, String) -> Void), #selector(above)) }
                func two() {}
                func two(_ a: Int, b: String) {}
                func test(_ action: Selector) { switch action { case #selector(go), #selector(shown(_:)): break; default: break } }
                @objc func go() {}
                @objc(showIt:) func shown(_ x: Any) {}
            }
            extension Outer.Base { @objc func above(_ x: Any) {} }
            """
        let result = lines(source).joined(separator: "\n")
        for call in [
            #"Selector("go", { (object: Place) in object.go() })"#,
            #"Selector("move:to:", { (object: Place, argument1, argument2) in object.move(argument1, to: argument2) })"#,
            #"Selector("stepBy:", { (object: Place, argument1) in object.step(by: argument1) })"#,
            #"Selector("nameWithItem:", { (object: Place, argument1) in object.name(item: argument1) })"#,
            #"Selector("stop:", { (object: Other.Inner, argument1) in object.stop(argument1) })"#,
            #"Selector("title", { (object: Place) in object.title })"#,
            #"Selector("act:", of: thing, { $0.act($1) })"#,
            #"Selector("setTitle:", { (object: Place, value) in object.title = value })"#,
            #"Selector("showIt:", { (object: Place, argument1) in object.shown(argument1) })"#,
            #"Selector("layout", { (object: UIView) in object.layout() })"#,
            #"Selector("become:", { (object: UIEventResponder, argument1) in object.become(argument1) })"#,
            #"Selector("two:b:", { (object: Place, argument1: Int, argument2: String) in object.two(argument1, b: argument2) })"#,
            #"Selector("above:", { (object: Place, argument1) in object.above(argument1) })"#,
            #"case Selector("go"), Selector("showIt:") : break"#,
        ] { #expect(result.contains(call), "\(call)") }
        #expect(result.split(separator: "\n").count == source.split(separator: "\n").count + 1)
    }

    @Test("labels that a selector leaves out are those of the method, in another file also")
    func selectorOfAnotherFile() {
        let facts = SourceFacts.joined([
            SourceRewriter.facts(of: "class Base { @objc func arrive(at: Int) {} }; class Place: Base {}"),
            SourceRewriter.facts(of: "class Other { func arrive() {} }"),
        ])
        let result = lines("class Place { let a = #selector(arrive) }", facts: facts).joined()
        #expect(
            result.contains(#"Selector("arriveAt:", { (object: Place, argument1) in object.arrive(at: argument1) })"#),
            "\(result)")
    }

    @Test(
        "a key path is its text",
        arguments: [
            ("#keyPath(Place.name)", "\"name\""), ("#keyPath(AVPlayer.currentItem.status)", "\"currentItem.status\""),
            ("#keyPath(name)", "\"name\""), ("#keyPath(self.name)", "\"name\""),
        ])
    func keyPaths(source: String, result: String) { #expect(line("let a = \(source)") == "let a = \(result)") }

    @Test("what cannot be told apart is an error at its place")
    func problems() {
        let result = SourceRewriter.rewrite(
            "@objc protocol Owner {\n    @objc optional func count() -> Int\n}", path: "/App/Owner.swift",
            facts: SourceFacts())
        #expect(result.problems.map(\.line) == [2])
        #expect(
            result.problems.first?.description.hasPrefix("/App/Owner.swift:2:5: error: an optional requirement") == true
        )
    }

    @Test(
        "a selector that cannot be called is a name alone, with a warning at its place: it does not end the build",
        arguments: [
            ("@objc func f() throws {}", "f()", "throws"),
            ("@objc static func f(_ a: Int) {}", "f(_:)", "is a method of the class"),
            ("@objc func f() async {}", "f()", "is async"),
        ])
    func selectorWithoutCall(method: String, name: String, obstacle: String) {
        let source = "class A { \(method)\n let a = #selector(f) }"
        let result = SourceRewriter.rewrite(
            source, path: "/a.swift", facts: .joined([SourceRewriter.facts(of: source)]))
        let isUnary = name == "f(_:)"
        #expect(result.text.contains("let a = Selector(\"f\(isUnary ? ":" : "")\")"), "\(result.text)")
        #expect(
            result.problems.map(\.description) == [
                "/a.swift:2:10: warning: a selector cannot call \(name) here: it \(obstacle). "
                    + "To perform it raises NSInvalidArgumentException"
            ])
    }

    @Test(
        "what cannot be rewritten is an error at its place",
        arguments: [
            (
                "@objc protocol P { @objc optional func f(); @objc optional func f(_ a: Int) }\nlet a = p?.f != nil",
                "2:9 which of f(), f(_:) is meant?"
            ),
            ("@objc protocol P { @objc optional subscript(a: Int) -> Int { get } }", "1:20 an optional subscript"),
            ("class A { func f() { observe(\\.a[0]) { _, _ in } } }", "1:30 only properties are observed"),
            ("class A { func f() { didChangeValue(for: \\.a.b) } }", "1:42 call didChangeValue on the object"),
            ("class A { @objc dynamic var a = 1, b = 2 }", "1:11 properties that are observed"),
            (
                "func f() { class A: NSObject { override func observeValue(forKeyPath: Int) {} } }",
                "1:32 a class within a function"
            ),
        ])
    func obstacles(source: String, problem: String) {
        #expect(problems(source).count == 1 && problems(source)[0].hasPrefix(problem), "\(problems(source))")
    }

    @Test(
        "a question for an optional method asks the object's class",
        arguments: [
            ("let a = p?.f != nil", #"let a = optionalRequirement(of: p, "f(_:)", { $0.f }) != nil"#),
            ("if let a = self.p?.f {}", #"if let a = optionalRequirement(of: self.p, "f(_:)", { $0.f }) {}"#),
            (
                "guard let _ = p!.f?(g(1)) else {}",
                #"guard let _ = optionalRequirement(of: p!, "f(_:)", { $0.f(g(1)) }) else {}"#
            ),
            (
                "if p.f?(#selector(A.g)) == nil {}",
                #"if optionalRequirement(of: p, "f(_:)", { $0.f(Selector("g", { (object: A) in object.g() })) }) == nil {}"#
            ),
            ("let a = p?.f(_:)", "let a = p?.f(_:)"),
            (
                "if p?.responds(to: #selector(P.f(_:))) == true {}",
                #"if optionalRequirement(of: p, "f(_:)", { _ in true }) == true {}"#
            ),
            (
                "if p.responds(to: #selector(P.f)) {}",
                #"if (optionalRequirement(of: p, "f(_:)", { _ in true }) ?? false) {}"#
            ),
        ])
    func questions(source: String, result: String) {
        let facts = SourceFacts.joined([
            SourceRewriter.facts(of: "@objc protocol P { @objc optional func f(_ a: Int) }")
        ])
        #expect(lines("import UIKit; \(source)", facts: facts)[1] == "import KeepAlive; \(result)")
    }

    @Test("line endings of Windows stay, and nothing is lost")
    func carriageReturns() {
        let source = "// A\r\nimport UIKit\r\nclass A {\r\n let a = #selector(\r\n  g)\r\n @objc func g() {}\r\n}\r\n"
        let result = SourceRewriter.rewrite(
            source, path: "/a.swift", facts: .joined([SourceRewriter.facts(of: source)])
        ).text
        #expect(result.utf8.count { $0 == UInt8(ascii: "\n") } == source.utf8.count { $0 == UInt8(ascii: "\n") })
        #expect(result.contains("import KeepAlive") && result.contains("class A {") && result.contains("func g() {}"))
    }

    @Test("a file that needs the module and imports none of Apple's imports it where it begins")
    func neededImport() {
        #expect(lines("import os\nif #available(iOS 14, *) {}")[1] == "import KeepAlive; import KeepAliveOS")
        #expect(lines("import UIKit\nif #available(iOS 14, *) {}")[1] == "import KeepAlive")
    }

    @Test(
        "names of Combine that Apple's Foundation has, too, are imported where nothing brings them",
        arguments: [
            (
                "import Foundation\nclass A: ObservableObject {}",
                "import protocol KeepAliveCombine.ObservableObject; "
                    + "import struct KeepAliveCombine.Published; import Foundation; import KeepAlive"
            ),
            (
                "import UIKit\nclass A { @Published var b = 1 }",
                "import protocol KeepAliveCombine.ObservableObject; import struct KeepAliveCombine.Published; import KeepAlive"
            ),
            ("import UIKit\nimport Combine\nclass A { @Published var b = 1 }", "import KeepAlive"),
            ("import UIKit\nimport SwiftUI\nfunc f(_ a: some ObservableObject) {}", "import KeepAlive"),
            ("import UIKit\nprotocol ObservableObject {}; class A: ObservableObject {}", "import KeepAlive"),
            ("import MyModels\nclass A: ObservableObject {}", "import MyModels"),
            ("import UIKit\nclass A {}", "import KeepAlive"),
        ])
    func combine(source: String, result: String) { #expect(lines(source)[1] == result) }

    @Test("a class that the system creates has an initializer that its subclasses have")
    func initializers() {
        #expect(
            line("class A: NSObject, UIApplicationDelegate {}")
                == "class A: NSObject, UIApplicationDelegate { required override init() { super.init() };}")
        #expect(
            line("class A: UIResponder, UIApplicationDelegate {}") == "class A: UIResponder, UIApplicationDelegate {}")
        #expect(
            line("final class A: NSObject, UIApplicationDelegate {}")
                == "final class A: NSObject, UIApplicationDelegate {}")
        #expect(
            line("class A: NSObject, UIWindowSceneDelegate { override init() {} }")
                == "class A: NSObject, UIWindowSceneDelegate { required override init() {} }")
        #expect(
            line("class A: UIResponder, UIApplicationDelegate { override init() {} }")
                == "class A: UIResponder, UIApplicationDelegate { required init() {} }")
        #expect(
            line("final class A: UIResponder, UIApplicationDelegate { override init() {} }")
                == "final class A: UIResponder, UIApplicationDelegate { required init() {} }")
        let facts = SourceFacts.joined([
            SourceRewriter.facts(of: "extension A: UIApplicationDelegate {}"),
            SourceRewriter.facts(of: "protocol D: UIApplicationDelegate {}; class B: A {}"),
        ])
        #expect(lines("class B: A { override init() {} }", facts: facts)[1] == "class B: A { required init() {} }")
        #expect(
            lines("class C: D { init() {} }", facts: .joined([facts, SourceRewriter.facts(of: "class C: D {}")]))[1]
                == "class C: D { required init() {} }")
        #expect(lines("class A: NSObject {\n}", facts: facts)[1].contains("required override init()"))
    }

    @Test("a class whose objects are made of it requires its initializer, or has one that says that it is missing")
    func making() {
        let facts = SourceFacts.joined([
            SourceRewriter.facts(of: "class A: UICollectionViewCell {}; class B: A {}; class R: CAShapeLayer {}")
        ])
        #expect(
            lines("class B: A { override init(frame: CGRect) { super.init(frame: frame) } }", facts: facts)[1]
                == "class B: A { required init(frame: CGRect) { super.init(frame: frame) } }")
        #expect(
            line("class R: CAShapeLayer { override init() { super.init() } }")
                == "class R: CAShapeLayer { required init() { super.init() } }")
        #expect(
            line("class C: UITableViewCell { required init?(coder: NSCoder) { super.init(coder: coder) } }").contains(
                "{ required init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) { fatalError(\"Use of unimplemented initializer 'init(style:reuseIdentifier:)'\") }; required init?(coder"
            ))
        // These inherit it, or have it, or are made by the app.
        for text in [
            "class C: UITableViewCell { convenience init(x: Int) { self.init(style: .default, reuseIdentifier: nil) } }",
            "class C: UICollectionViewCell { required init(frame: CGRect) {} }", "class C: UIView { init() {} }",
            "class C: UICollectionViewCell { let a = 1 }",
        ] { #expect(line(text) == text) }
    }

    @Test("a responder is any responder, but above a class that the system creates")
    func responders() {
        #expect(
            line("class A: UIResponder, UIApplicationDelegate {}") == "class A: UIResponder, UIApplicationDelegate {}")
        #expect(
            line("class A: UIResponder { var b: UIResponder? }")
                == "class A: UIEventResponder { var b: UIEventResponder? }")
        #expect(line("let a = b as? UIResponder") == "let a = b as? UIEventResponder")
        #expect(line("let a = UIResponder.shown") == "let a = UIEventResponder.shown")
        #expect(line("extension UIResponder {}") == "extension UIEventResponder {}")
    }

    @Test("a class of UIKit's says which outlets and actions it has; others, and plain ones, do not")
    func interface() {
        let text = line(
            "public class A: UIView { @IBOutlet private weak var b: UILabel!; @IBAction func c(_ sender: Any) {} }")
        #expect(
            text.contains(
                "public override func setInterfaceOutlet(_ name: String, to value: Any?) -> Bool { switch name {"))
        #expect(text.contains("case \"b\": return InterfaceOutlet.set(&self.b, to: value, name);"))
        #expect(
            text.contains("case \"c:\": return Selector(\"c:\", { (object: A, argument1) in object.c(argument1) });"))
        #expect(!text.contains("@IB"))
        #expect(!line("class A: NSObject { @IBOutlet var b: UILabel! }").contains("setInterfaceOutlet"))
        #expect(!line("class A: UIView { var b: UILabel! }").contains("setInterfaceOutlet"))
        // Actions of an extension elsewhere are those of the class.
        let facts = SourceFacts.joined([
            SourceRewriter.facts(of: "class A: B {}; class B: UIViewController {}"),
            SourceRewriter.facts(of: "extension A { @IBAction func d(with event: UIEvent) {} }"),
        ])
        #expect(lines("class A: B {}", facts: facts)[1].contains("case \"dWithEvent:\"") == false)
        #expect(lines("class A: B {}", facts: facts)[1].contains("case \"dWith:\": return Selector"))
    }

    @Test(
        "objects of Foundation are made as Linux lets them be made, unless the name is the target's own",
        arguments: [
            ("let a = Progress()", "let a = Progress(totalUnitCount: 0)"),
            ("let a = ProcessInfo().processName", "let a = ProcessInfo.processInfo.processName"),
            ("var a = Timer()", "var a = Timer(timeInterval: 0, repeats: false) { _ in }"),
            ("let a = Progress(totalUnitCount: 3)", "let a = Progress(totalUnitCount: 3)"),
            ("struct Progress {}; let a = Progress()", "struct Progress {}; let a = Progress()"),
            ("extension Progress {}; let a = Progress()", "extension Progress {}; let a = Progress(totalUnitCount: 0)"),
        ])
    func creations(source: String, result: String) { #expect(line(source) == result) }

    @Test(
        "what passes a call on has the form of what it calls",
        arguments: [
            (
                "class A {}; extension A { @objc @discardableResult func f(a: Bool = true) -> Int { 1 } }; class B: A { override func f(a: Bool) -> Int { 2 } }",
                "class A { @discardableResult func f(a argument1: Bool = true) -> Int { return self.keepAliveOverride_A_f(a: argument1) };};"
            ),
            (
                "public class A: C {}; public extension A { override func f() {} }",
                "public class A: C { override public func f() { return self.keepAliveOverride_A_f() };};"
            ),
            (
                "class A: C {}; extension A { override var next: UIResponder? /* who */ { nil } }",
                "class A: C { override var next: UIEventResponder? { get { self.keepAliveOverride_A_next } };};"
            ),
            (
                "class A: C {}; extension A { @MainActor override func `default`(_ a: UIKit.UIView) {} }",
                "class A: C { override @MainActor func `default`(_ argument1: KeepAlive.UIView) { return self.keepAliveOverride_A_default(argument1) };};"
            ),
            (
                "class A: C {}; extension A { override func f(_ a: @autoclosure () -> Int) {} }",
                "class A: C {}; extension A { override func f("
            ),
            (
                "class A {}; @objc extension A { func f() {} }; class B: A { override func f() {} }",
                "class A { func f() { return self.keepAliveOverride_A_f() };};"
            ),
            (
                "@objcMembers class A {}; extension A { func f() {} }; class B: A { override func f() {} }",
                "             class A { func f() { return self.keepAliveOverride_A_f() };};"
            ),
            (
                "class A {}; extension A { func f() {} }; class B: A { override func f() {} }",
                "class A {}; extension A { func f() {} };"
            ),
            (
                "enum S { class A: C {} }; enum T { class A: C {} }; extension S.A { override func f() {} }; extension T.A { override func f() {} }",
                "enum S { class A: C { override func f() { return self.keepAliveOverride_S_A_f() };} }; enum T { class A: C { override func f() { return self.keepAliveOverride_T_A_f() };} };"
            ),
        ])
    func forwarders(source: String, result: String) { #expect(line(source).hasPrefix(result), "\(line(source))") }

    @Test(
        "previews are left out",
        arguments: [
            ("let a = 1\n#Preview {\n    A()\n}\nlet b = 2", "let a = 1\n\n\n\nlet b = 2"),
            ("#Preview(\"x\") { A() }", ""), ("@available(iOS 17, *)\n#Preview { A() }", ""),
        ])
    func previews(source: String, result: String) { #expect(line(source) == result) }

    @Test(
        "a dynamic property tells of its changes",
        arguments: [
            (
                "class A { @objc dynamic var a = 1 }",
                #"class A {               var a = 1 { willSet { keyValueWillChange(self, \.a, "a") } didSet { keyValueDidChange(self, \.a, "a") } } }"#
            ),
            (
                "extension A { dynamic var a: Int { didSet { b() } } }",
                #"extension A {         var a: Int { willSet { keyValueWillChange(self, \.a, "a") } didSet { keyValueDidChange(self, \.a, "a"); b() } } }"#
            ),
            ("struct A { dynamic var a = 1 }", "struct A {         var a = 1 }"),
            (
                "player.observe(\\.rate, options: .new) { _, _ in }",
                #"player.observe(\.rate, named: "rate", options: .new) { _, _ in }"#
            ),
            (
                "player.observe(\\.item?.track.status) { _, _ in }",
                #"player.observe(\.item?.track.status, named: "item.track.status", through: [\.item, \.item?.track]) { _, _ in }"#
            ),
            (
                "player.observe(\\Outer.Inner.rate) { _, _ in }",
                #"player.observe(\Outer.Inner.rate, named: "rate") { _, _ in }"#
            ),
            ("willChangeValue(for: \\A.b)", #"willChangeValue(for: \A.b, named: "b")"#),
            ("box.observe(\\.rate) ", "box.observe(\\.rate)"),
            ("dynamic var a: Int { 1 }", "        var a: Int { 1 }"),
            ("dynamic static var a = 1", "        static var a = 1"),
        ])
    func observing(source: String, result: String) { #expect(line(source) == result) }

    @Test(
        "a module before a name is the one that stands for it",
        arguments: [
            ("let a = Foundation.URLSession.shared", "let a = KeepAlive.URLSession.shared"),
            ("let a: UIKit.UIView? = nil", "let a: KeepAlive.UIView? = nil"),
            ("let a = os.Logger()", "let a = KeepAliveOS.Logger()"), ("let a = os.name", "let a = os.name"),
            ("let a: Combine.AnyCancellable", "let a: KeepAliveCombine.AnyCancellable"),
            ("let a: Outer.Inner", "let a: Outer.Inner"),
        ])
    func qualifiers(source: String, result: String) { #expect(line(source) == result) }

    @Test("lines stay where they are, and the numbers that the compiler quotes are right where the first has no code")
    func places() {
        let source = "// The file\nimport UIKit\nlet a = #selector(\n    B.go(\n        _:))\n"
        let result = lines(source)
        #expect(result.first == #"#sourceLocation(file: "/App/App.swift", line: 2)"#)
        #expect(result[1] == "import KeepAlive")
        #expect(result.count == source.split(separator: "\n", omittingEmptySubsequences: false).count)
        let other = SourceRewriter.rewrite("import UIKit", path: "/A \"b\"/c.swift", facts: SourceFacts()).text
        #expect(other == "#sourceLocation(file: \"/A \\\"b\\\"/c.swift\", line: 1)\nimport KeepAlive")
    }

    @Test("a source with errors of its syntax is left for the compiler, and no source ends the rewriter")
    func broken() {
        for source in [
            "class A {", "#selector(", "@objc", "#if os(iOS", "import", "protocol P { @objc optional }", "\u{0}",
            "é#selector(ü.ö(_:))", "",
        ] {
            #expect(
                SourceRewriter.rewrite(source, path: "/a.swift", facts: SourceFacts()).text.hasPrefix("#sourceLocation")
            )
        }
    }
}
