import Testing

@testable import KeepAliveRewriting

/// What the rewriter makes of optional requirements, of overrides, and of delegates' methods.
@Suite struct DelegateRewritingTests: RewritingSuite {
    @Test("an optional requirement has a default that does nothing, and a call of it is a plain call")
    func optionalRequirements() {
        let result = lines(
            """
            @objc public protocol Owner {
                @objc optional func did(_ a: Int, at b: Place)
                @objc optional func name() -> String?
                func must()
            }
            class Place {
                weak var owner: Owner?
                var must: (() -> Void)?
                func f() { owner?.did?(1, at: self); _ = owner!.name!(); self.must?() }
            }
            """)
        #expect(result[1].trimmingPrefix { $0 == " " } == "public protocol Owner: AnyObject {")
        #expect(result[9].hasSuffix("func f() { owner?.did(1, at: self); _ = owner!.name(); self.must?() }"))
        let appended = result[11...].joined(separator: "\n")
        #expect(appended.contains("#sourceLocation()"))
        #expect(appended.contains("public extension Owner {"))
        #expect(appended.contains("func did(_ a: Int, at b: Place) {}"))
        #expect(appended.contains("func name() -> String? { nil }"))
        #expect(!appended.contains("must"))
    }

    @Test("optional methods that are asked in a way that has an answer here, and properties of their names, are calls")
    func optionalAnswers() {
        #expect(
            problems("@objc protocol P { @objc optional func f() -> Int? }\nfunc g() { if let a = p?.f?() {} }").isEmpty
        )
        let source =
            "@objc protocol P { @objc optional func done(_ a: Bool) }\nclass A { var done: ((Bool) -> Void)?\n func g() { self.done?(true); p?.done?(true) } }"
        #expect(lines(source)[3] == " func g() { self.done?(true); p?.done(true) } }")
    }

    @Test("defaults stand behind the same conditions as their protocol, with attributes in their place")
    func conditionalProtocols() {
        let result = lines(
            """
            #if DEBUG
            @objc public protocol P {
                @discardableResult @objc optional func f() -> Int?
                #if os(iOS)
                @objc optional func g()
                #endif
            }
            #endif
            """)
        let text = result[9...].joined(separator: "\n")
        #expect(
            text.replacing(#/[ ]+/#, with: " ")
                == """
                #sourceLocation()
                #if DEBUG
                public extension P {
                @discardableResult func f() -> Int? { nil }
                #if true
                 func g() {}
                #endif
                }
                #endif

                """)
    }

    @Test("an override of an extension stays there under another name, and its class calls it")
    func overridesInExtensions() {
        let facts = SourceFacts.joined([
            SourceRewriter.facts(of: "class A: B {}"),
            SourceRewriter.facts(
                of: """
                    extension A {
                        public override func f(_ a: Int,
                            by b: inout String) async throws -> [Int] { try await super.f(a, by: &b) }
                        override var c: Int { get { 1 } set {} }
                        private func d() {}
                        #if X
                        override func e() {}
                        #endif
                    }
                    extension Foreign { override func g() {} }
                    """),
        ])
        #expect(
            lines("class A: B {}", facts: facts)[1]
                == "class A: B { override var c: Int { get { self.keepAliveOverride_A_c } set { self.keepAliveOverride_A_c = newValue } };"
                + " override public func f(_ argument1: Int, by argument2: inout String) async throws -> [Int]"
                + " { return try await self.keepAliveOverride_A_f(argument1, by: &argument2) };}")
        #expect(
            lines("extension A { override var c: Int { get { 1 } set {} } }", facts: facts)[1]
                == "extension A {          var keepAliveOverride_A_c: Int { get { 1 } set {} } }")
        #expect(
            lines("extension Foreign { override func g() {} }", facts: facts)[1]
                == "extension Foreign { override func g() {} }")
        // What Objective-C lets a subclass override is a member of the class.
        let objc =
            "class A {}; extension A { @objc func f() {}; @objc func g() {} }; class B: A { override func f() {} }"
        #expect(
            line(objc)
                == "class A { func f() { return self.keepAliveOverride_A_f() };}; "
                + "extension A {       func keepAliveOverride_A_f() {};       func g() {} }; class B: A { override func f() {} }"
        )
    }

    @Test("a delegate method that only a subclass implements overrides one that its superclass gets")
    func subclassOnly() {
        let facts = SourceFacts.joined([
            SourceRewriter.facts(of: "class A: NSObject {}; extension A: CLLocationManagerDelegate {}"),
            SourceRewriter.facts(
                of: """
                    class B: A {
                        func locationManager(_ m: CLLocationManager, didFailWithError error: Error) {}
                        func locationManager(_ m: CLLocationManager, didFail error: Error) {}
                        private func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {}
                    }
                    class C: UIResponder, UIApplicationDelegate {}
                    class D: C { func applicationDidBecomeActive(_ a: UIApplication) {} }
                    class E: D { override func applicationDidBecomeActive(_ a: UIApplication) {} }
                    class F: NSObject { func applicationDidBecomeActive(_ a: UIApplication) {} }
                    """),
        ])
        #expect(
            lines("class A: NSObject {}", facts: facts)[1]
                == "import KeepAlive; class A: NSObject { func locationManager(_ argument1: CLLocationManager, didFailWithError argument2: Error)"
                + " { return UnimplementedDelegate.shared.locationManager(argument1, didFailWithError: argument2) };}")
        #expect(
            lines(
                "class B: A { public func locationManager(_ m: CLLocationManager, didFailWithError error: Error) {} }",
                facts: facts)[1].contains("{ override public func locationManager("))
        #expect(
            lines("class C: UIResponder, UIApplicationDelegate {}", facts: facts)[1].contains(
                "@MainActor func applicationDidBecomeActive(_ argument1: UIApplication) {"))
        #expect(
            lines("class D: C { func applicationDidBecomeActive(_ a: UIApplication) {} }", facts: facts)[1]
                == "class D: C { override func applicationDidBecomeActive(_ a: UIApplication) {} }")
        #expect(
            lines("class E: D { override func applicationDidBecomeActive(_ a: UIApplication) {} }", facts: facts)[1]
                == "class E: D { override func applicationDidBecomeActive(_ a: UIApplication) {} }")
        #expect(
            lines("class F: NSObject { func applicationDidBecomeActive(_ a: UIApplication) {} }", facts: facts)[1]
                == "class F: NSObject { func applicationDidBecomeActive(_ a: UIApplication) {} }")
    }

    @Test("overloads of a delegate's method are told apart by their types, and are the same in each run")
    func overloads() {
        let source = """
            class A: NSObject, CXProviderDelegate { func provider(_ provider: CXProvider, perform action: CXEndCallAction) {} }
            public class B: A {
                func provider(_ p: CXProvider, perform a: CXStartCallAction) {}
                func provider(_ p: CXProvider, perform a: CXAnswerCallAction) {}
                func provider(_ p: CXProvider, perform a: MyAction) {}
            }
            class P: NSObject, CLLocationManagerDelegate {
                func locationManager(_ m: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {}
            }
            class Q: P { func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {} }
            """
        let result = lines(source)
        #expect(result == lines(source))
        #expect(
            result[1].contains("perform argument2: CXStartCallAction")
                && result[1].contains("perform argument2: CXAnswerCallAction"))
        #expect(!result[1].contains("MyAction"))
        #expect(
            result[3].contains("override func") && result[4].contains("override func")
                && !result[5].contains("override"))
        // What its superclass has for older versions goes on being called.
        #expect(!result[10].contains("override"))
    }

    @Test("an override of observeValue makes the class an observer; below one of the app's it stays an override")
    func observers() {
        let source = """
            class A: NSObject {
                override func observeValue(forKeyPath keyPath: String?, of object: Any?, change: Int, context: Int) {}
                class C: UIView {
                    override func observeValue(forKeyPath keyPath: String?, of object: Any?, change: Int, context: Int) {}
                }
            }
            class B: A {
                override func observeValue(forKeyPath keyPath: String?, of object: Any?, change: Int, context: Int) {}
                override func observeValue(of: Int) {}
            }
            """
        let result = lines(source)
        #expect(
            result[2].hasPrefix("             func observeValue(")
                || result[2].contains("             func observeValue("))
        #expect(!result[2].contains("override") && !result[4].contains("override"))
        #expect(result[8].contains("override func observeValue(forKeyPath") && result[9].contains("override"))
        #expect(
            result.contains("extension A: KeyPathObserver {}") && result.contains("extension A.C: KeyPathObserver {}"))
        #expect(!result.contains("extension B: KeyPathObserver {}"))
    }
}
