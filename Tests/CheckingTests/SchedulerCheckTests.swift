import Testing

@testable import KeepAliveChecking

@Suite struct SchedulerCheckTests {
    private static func app(_ launch: String, _ rest: String = "") -> String {
        """
        import BackgroundTasks
        class AppDelegate: UIResponder, UIApplicationDelegate {
            func application(_ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
                \(launch)
                return true
            }
            \(rest)
        }
        """
    }
    private static let handled = """
        { task in
                    task.expirationHandler = { task.setTaskCompleted(success: false) }
                    self.submit()
                    work { task.setTaskCompleted(success: true) }
                }
        """
    private static let submit =
        #"func submit() { try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a.b")) }"#

    @Test("an app that does everything right has no finding")
    func right() throws {
        let source = Self.app(
            #"BGTaskScheduler.shared.register(forTaskWithIdentifier: "a.b", using: nil) \#(Self.handled)"#, Self.submit)
        #expect(try findings(source, modes: ["fetch"], permitted("a.b")) == [])
    }

    @Test("BG-01: an identifier that the Info.plist lacks, also through a constant, a sum and a parameter")
    func unpermitted() throws {
        let rest = """
            enum Tasks { static let prefix = "a"; static let refresh = prefix + ".b" }
                enum Kind: String { case clean = "a.clean" }
                func add(_ name: String) {
                    BGTaskScheduler.shared.register(forTaskWithIdentifier: name, using: nil) \(Self.handled)
                }
                func submit() {
                    for name in ["a.b", "a.clean"] { try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: name)) }
                }
            """
        let source = Self.app("add(Tasks.refresh); add(Kind.clean.rawValue)", rest)
        let found = try findings(source, modes: ["fetch"], permitted("a.b"))
        #expect(found.words == ["BG-01 error 4", "BG-06 error 17"])
        #expect(found[0].place.column == 33)
    }

    @Test("BG-02: a registration after the launch: in a view controller, in a closure that runs later")
    func late() throws {
        let register = #"BGTaskScheduler.shared.register(forTaskWithIdentifier: "a.b", using: nil) \#(Self.handled)"#
        let closure = Self.app("DispatchQueue.main.async { \(register) }", Self.submit)
        #expect(try findings(closure, modes: ["fetch"], permitted("a.b")).words == ["BG-02 error 4"])
        let controller =
            Self.app("", Self.submit) + """

                class Controller: UIViewController {
                    override func viewDidLoad() { setUp() }
                    func setUp() { \(register) }
                }
                """
        #expect(try findings(controller, modes: ["fetch"], permitted("a.b")).words == ["BG-02 error 11"])
        let helper =
            Self.app("Helper().setUp()", Self.submit) + """

                class Helper {
                    func setUp() { \(register) }
                }
                """
        #expect(try findings(helper, modes: ["fetch"], permitted("a.b")) == [])
        let unknown = Self.app("", Self.submit) + "\nclass Helper { func setUp() { \(register) } }"
        #expect(try findings(unknown, modes: ["fetch"], permitted("a.b")).notes == ["BG-02"])
    }

    @Test("BG-03: an identifier that is registered twice")
    func twice() throws {
        let register = #"BGTaskScheduler.shared.register(forTaskWithIdentifier: "a.b", using: nil) \#(Self.handled)"#
        let source = Self.app("\(register)\n\(register)", Self.submit)
        #expect(try findings(source, modes: ["fetch"], permitted("a.b")).words == ["BG-03 error 9"])
        let either = Self.app("if #available(iOS 26, *) { \(register) } else { \(register) }", Self.submit)
        #expect(try findings(either, modes: ["fetch"], permitted("a.b")) == [])
    }

    @Test("BG-05, BG-06: a request for what nobody registers, and one whose mode is missing")
    func unregistered() throws {
        let source = Self.app("", Self.submit)
        #expect(
            try findings(source, modes: ["fetch"], permitted("a.b")).words
                == ["BG-05 error 7", "BG-01 warning 1"])
        #expect(try findings(source, permitted("a.b")).words.contains("BG-06 error 7"))
        // Objective-C may register it.
        #expect(
            try findings(source, modes: ["fetch"], permitted("a.b"), objectiveC: "[BGTaskScheduler.sharedScheduler x];")
                .words == [])
    }

    @Test("BG-01, BG-05, BG-17: what a package may register, what is named alike, and a handler that a caller passes")
    func untold() throws {
        // The modules of the project itself are no packages.
        let away = Self.app(#"Plugin.registerTask(withIdentifier: "a.b")"#, "")
        let given = try findings(away, permitted("a.b"))
        #expect(given.words == [] && given.notes == ["BG-01"])
        #expect(try findings("import Far\n" + Self.app("", ""), permitted("a.b")).notes.contains("BG-01"))
        #expect(try findings("import Own\n" + Self.app("", ""), permitted("a.b")).words == ["BG-01 warning 1"])
        let alike = Self.app(
            "BGTaskScheduler.shared.register(forTaskWithIdentifier: kind.identifier, using: nil) \(Self.handled)",
            "func submit() { try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: kind.identifier)) }"
        )
        #expect(try findings(alike, modes: ["fetch"], permitted("a.b")).notes == ["BG-01"])
        let other = alike.replacing(
            "BGAppRefreshTaskRequest(identifier: kind.", with: "BGAppRefreshTaskRequest(identifier: other.")
        #expect(try findings(other, modes: ["fetch"], permitted("a.b")).notes == ["BG-01", "BG-05"])
        let local = alike.replacing("kind.identifier", with: "name").replacing(
            "func submit()", with: "func submit(_ name: String)")
        #expect(try findings(local, modes: ["fetch"], permitted("a.b")).notes == ["BG-01", "BG-05"])
        let passed = Self.app(
            "register { $0.setTaskCompleted(success: true) }",
            """
            func register(_ handler: @escaping (BGTask) -> Void) {
                BGTaskScheduler.shared.register(forTaskWithIdentifier: "a.b", using: nil) { handler($0) }
            }
            \(Self.submit)
            """)
        #expect(try !findings(passed, modes: ["fetch"], permitted("a.b")).words.contains { $0.hasPrefix("BG-17") })
        let text = #"struct Name { static let a = Name(rawValue: "a.b") }"#
        let named =
            Self.app(
                "BGTaskScheduler.shared.register(forTaskWithIdentifier: Name.a.rawValue, using: nil) \(Self.handled)",
                Self.submit) + "\n\(text)"
        #expect(try findings(named, modes: ["fetch"], permitted("a.b")) == [])
    }

    @Test("BG-10: what is registered and never requested")
    func unrequested() throws {
        let source = Self.app(
            #"BGTaskScheduler.shared.register(forTaskWithIdentifier: "a.b", using: nil) \#(Self.handled)"#,
            "func submit() {}")
        #expect(try findings(source, permitted("a.b")).words == ["BG-10 warning 4"])
    }

    @Test("BG-17, BG-19: a launch handler without an expirationHandler, and a path that does not complete the task")
    func handler() throws {
        let rest = """
            func handle(_ task: BGTask) {
                    submit()
                    guard let user = store.user else { return }
                    load(user) { result in
                        if case .success = result { task.setTaskCompleted(success: true) }
                    }
                }
                \(Self.submit)
            """
        let source = Self.app(
            #"BGTaskScheduler.shared.register(forTaskWithIdentifier: "a.b", using: nil) { self.handle($0) }"#, rest)
        #expect(
            try findings(source, modes: ["fetch"], permitted("a.b")).words
                == ["BG-17 warning 4", "BG-19 error 9", "BG-19 error 12"])
    }

    @Test(
        "BG-19: what follows from a path that does not complete the task: it depends on the expirationHandler",
        arguments: [
            ("", "error", "the task takes its whole time, and counts as failed"),
            (
                "task.expirationHandler = { stop() }", "error",
                "the task takes its whole time, and the app may be killed"
            ),
            (
                "task.expirationHandler = { [weak task] in self.end(task) }", "warning",
                "the task takes its whole time, and ends in its expirationHandler"
            ),
        ])
    func leakConsequence(handler: String, level: String, consequence: String) throws {
        let rest = """
            func end(_ task: BGTask?) { task?.setTaskCompleted(success: false) }
            func handle(_ task: BGTask) {
                    submit()
                    \(handler)
                    guard let user = store.user else { return }
                    task.setTaskCompleted(success: user.isHere)
                }
                \(Self.submit)
            """
        let source = Self.app(
            #"BGTaskScheduler.shared.register(forTaskWithIdentifier: "a.b", using: nil) { self.handle($0) }"#, rest)
        let found = try findings(source, modes: ["fetch"], permitted("a.b")).filter { $0.rule == "BG-19" }
        #expect(found.map { "\($0.level)" } == [level])
        #expect(found[0].message == "this path returns without setTaskCompleted(success:): \(consequence)")
    }

    @Test("BG-19: guards that cannot fail, flags, casts and nested functions are no leaks")
    func noLeak() throws {
        let rest = """
            func handle(_ task: BGTask) {
                    var isCompleted = false
                    func finish(_ success: Bool) {
                        guard !isCompleted else { return }
                        isCompleted = true
                        task.setTaskCompleted(success: success)
                    }
                    guard let refresh = task as? BGAppRefreshTask else { return }
                    refresh.expirationHandler = { finish(false) }
                    submit()
                    print(task.identifier, Store { store in store.name = task.identifier })
                    load { [weak self] result in
                        guard let self else { return }
                        do { try check(result); finish(true) } catch { finish(false) }
                    }
                }
                \(Self.submit)
            """
        let source = Self.app(
            #"BGTaskScheduler.shared.register(forTaskWithIdentifier: "a.b", using: nil, launchHandler: handle)"#, rest)
        #expect(try findings(source, modes: ["fetch"], permitted("a.b")) == [])
    }

    @Test("SwiftUI registers by itself, and a comment silences a finding with a reason alone")
    func swiftUI() throws {
        let source = """
            @main struct Main: App {
                var body: some Scene { WindowGroup {}.backgroundTask(.appRefresh("a.b")) { await refresh() } }
                func refresh() {
                    // keepalive:ignore BG-06 the server adds the mode
                    try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "a.b"))
                    BGAppRefreshTaskRequest(identifier: "a.b") // keepalive:ignore BG-06
                }
            }
            """
        let result = try result(source, permitted("a.b"))
        #expect(result.findings.words == ["BG-06 error 2", "BG-06 warning 6", "BG-06 error 6"])
        #expect(result.silenced == 1)
    }

    @Test("BG-22: a continued task whose identifier does not begin with the bundle's")
    func continued() throws {
        func request(_ identifier: String) -> String {
            "BGTaskScheduler.shared.register(forTaskWithIdentifier: \"\(identifier)\", using: nil, launchHandler: run)\n"
                + "let request = BGContinuedProcessingTaskRequest(identifier: \"\(identifier)\", title: a, subtitle: b)"
        }
        let permitted = permitted("org.example.app.*", "other.*")
        #expect(try findings(request("other.export"), permitted).words == ["BG-22 error 2"])
        #expect(try findings(request("org.example.app.export"), permitted).words == [])
    }

    @Test("a member of a variable is not a constant of that name elsewhere, and columns count characters")
    func unknown() throws {
        let source = Self.app(
            "",
            "class Cell { static let identifier = \"Cell\" }\nfunc again(_ task: BGTask) { submit(BGAppRefreshTaskRequest(identifier: task.identifier)) }"
        )
        let found = try findings(source, modes: ["fetch"], permitted("a.b"))
        #expect(found.words == ["BG-01 warning 1"] && found.notes == ["BG-05"])
        let wide = try findings("func a() { let é = \"éé\"; UIApplication.shared.beginBackgroundTask() }")
        #expect(wide.first?.place.column == 47)
    }

    @Test("what follows all calls ends, however the functions call each other")
    func work() throws {
        let names = (0..<12).map { "f\($0)" }
        let circle = names.map { name in
            "func \(name)() { \(names.filter { $0 != name }.map { "\($0)(); " }.joined()) if z { x.setTaskCompleted(success: true) } }"
        }
        let starts = (0..<12).map { "class C\($0) { func start() { child.start() } }" }
        let texts = (0..<6).map { "for v\($0) in [\((0..<10).map { "\"\($0)\"" }.joined(separator: ", "))] { " }
        let source =
            circle.joined(separator: "\n") + starts.joined(separator: "\n") + texts.joined()
            + "BGTaskScheduler.shared.register(forTaskWithIdentifier: \"\((0..<6).map { "\\(v\($0))" }.joined())\", using: nil) { task in f0() }"
            + String(repeating: " }", count: 6)
        #expect(try findings(source, permitted("a")).notes.contains("BG-01"))
        let chain = "let a = x" + String(repeating: ".a()", count: 30_000)
        #expect(try findings(chain) == [])
    }
}
