import KeepAlivePolicy
import Testing

@testable import KeepAliveChecking

@Suite struct TaskAndPushCheckTests {
    @Test("BT-19: a task that nothing ends, one whose identifier is dropped, and a path that leaves")
    func tasks() throws {
        #expect(
            try findings("func f() { let id = UIApplication.shared.beginBackgroundTask { } }").words == [
                "BT-19 error 1"
            ])
        let source = """
            class Sync {
                var task = UIBackgroundTaskIdentifier.invalid
                func dropped() { _ = UIApplication.shared.beginBackgroundTask { UIApplication.shared.endBackgroundTask(self.task) } }
                func leaves() {
                    let id = UIApplication.shared.beginBackgroundTask { finish() }
                    guard let user = store.user else { return }
                    save(user) { UIApplication.shared.endBackgroundTask(id) }
                }
                func right() {
                    let id = UIApplication.shared.beginBackgroundTask { self.finish() }
                    defer { UIApplication.shared.endBackgroundTask(id) }
                    guard let user = store.user else { return }
                    save(user)
                }
                func kept() {
                    task = UIApplication.shared.beginBackgroundTask { self.finish() }
                    save { self.finish() }
                }
                func finish() {
                    if task != .invalid { UIApplication.shared.endBackgroundTask(task) }
                }
            }
            """
        #expect(try findings(source).words == ["BT-19 error 3", "BT-19 error 6"])
    }

    @Test("BT-19: a path that leaves a task to its expiration handler, which ends it")
    func endedAtLast() throws {
        let source = """
            func save() {
                var id = UIBackgroundTaskIdentifier.invalid
                let task = UIApplication.shared.beginBackgroundTask { UIApplication.shared.endBackgroundTask(task) }
                guard let user = store.user else { return }
                UIApplication.shared.endBackgroundTask(task)
            }
            """
        let found = try findings(source)
        #expect(found.words == ["BT-19 warning 4"])
        #expect(
            found[0].message.hasSuffix("endBackgroundTask(_:): the task lasts until its expiration handler ends it"))
    }

    @Test("BT-35, BT-19: a task without an expiration handler, and a handler that does not end it")
    func handlers() throws {
        let source = """
            func without() {
                let id = UIApplication.shared.beginBackgroundTask()
                UIApplication.shared.endBackgroundTask(id)
            }
            func idle() {
                let id = UIApplication.shared.beginBackgroundTask { print("late") }
                UIApplication.shared.endBackgroundTask(id)
            }
            func cancels(_ work: Work) {
                let id = UIApplication.shared.beginBackgroundTask(withName: "a", expirationHandler: { work.cancel() })
                UIApplication.shared.endBackgroundTask(id)
            }
            """
        let found = try findings(source)
        #expect(found.words == ["BT-35 warning 2", "BT-19 error 6"])
        #expect(found.notes == ["BT-19"])
    }

    @Test("BT-12: an expiration handler that begins another task")
    func renewal() throws {
        let source = """
            func begin() {
                task = UIApplication.shared.beginBackgroundTask {
                    UIApplication.shared.endBackgroundTask(self.task)
                    self.begin()
                }
            }
            """
        #expect(try findings(source).words == ["BT-12 warning 2"])
        #expect(try findings(source, ios: IOSVersion(12, 4)).words == [])
    }

    @Test("BT-19 in Objective-C: a task that no file ends")
    func objectiveC() throws {
        let begin = "task = [application beginBackgroundTaskWithExpirationHandler:^{}];"
        #expect(try findings("", objectiveC: begin).words == ["BT-19 error 1"])
        #expect(try findings("", objectiveC: "\(begin)\n[application endBackgroundTask:task];").words == [])
    }

    @Test("WK-01: a fetch for which no interval is set")
    func interval() throws {
        let source = """
            class AppDelegate: NSObject, UIApplicationDelegate {
                func application(_ application: UIApplication, performFetchWithCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void) { done(.noData) }
            }
            """
        #expect(try findings(source, modes: ["fetch"]).words == ["WK-01 warning 2"])
        let sets = source + "\napplication.setMinimumBackgroundFetchInterval(60)"
        #expect(try findings(sets, modes: ["fetch"]).words == [])
    }

    @Test("a project's own function of the name is no call of Apple's")
    func wrapper() throws {
        let source = """
            protocol Tasks { func beginBackgroundTask(withName name: String) -> Int }
            func f(_ tasks: Tasks) { _ = tasks.beginBackgroundTask(withName: "a") }
            """
        #expect(try findings(source) == [])
    }

    @Test("WK-02, WK-04: a path that does not answer a push or a fetch")
    func answers() throws {
        let source = """
            class AppDelegate: NSObject, UIApplicationDelegate {
                func application(_ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any], fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void) {
                    guard let kind = userInfo["kind"] as? String else { return }
                    switch kind {
                    case "a": completionHandler(.newData)
                    case "b": Sync.shared.run(completionHandler)
                    default: break
                    }
                }
                func application(_ application: UIApplication, performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void) {
                    load { ok in completionHandler(ok ? .newData : .failed) }
                }
            }
            """
        #expect(
            try findings(source, modes: ["fetch", "remote-notification"]).words
                == ["WK-04 error 3", "WK-04 error 9", "WK-01 warning 10"])
        #expect(
            try findings(source, modes: ["remote-notification"], permitted("a")).words.contains("BG-26 error 10"))
        let nameless = source.replacing("fetchCompletionHandler completionHandler", with: "fetchCompletionHandler _")
        let found = try findings(nameless, modes: ["remote-notification"]).filter { $0.rule == "WK-04" }
        #expect(
            found.map(\.message) == [
                "the completion handler has no name, so that nothing calls it: the app is ended after 30 s"
            ])
        #expect(found.map(\.place.line) == [2])
    }

    @Test("WK-08, WK-10: a VoIP push on whose path no call is reported, and one without its completion")
    func calls() throws {
        let source = """
            class Calls: NSObject, PKPushRegistryDelegate {
                let registry = PKPushRegistry(queue: nil)
                let provider = CXProvider(configuration: .init())
                func pushRegistry(_ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType, completion: @escaping () -> Void) {
                    guard type == .voIP else { return }
                    guard let id = payload.dictionaryPayload["id"] as? String else {
                        completion()
                        return
                    }
                    provider.reportNewIncomingCall(with: UUID(), update: update(id)) { _ in }
                }
            }
            """
        #expect(try findings(source, modes: ["voip"]).words == ["WK-08 error 8"])
        #expect(try findings(source, modes: ["voip"]).notes.contains("WK-10"))
        #expect(try findings(source, modes: ["voip"], ios: IOSVersion(12)).words == ["WK-10 error 11"])
        #expect(try findings(source).words.contains("BM-05 error 2"))
        #expect(try findings(source).words.contains("BM-17 error 3") == false)
    }

    private static func push(_ body: String) -> String {
        """
        class AppDelegate: NSObject, UIApplicationDelegate {
            func application(_ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any], fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void) {
                \(body)
            }
            func fail(_ error: Error) { count += 1 }
        }
        class Sync { func fail(_ completionHandler: @escaping (UIBackgroundFetchResult) -> Void) { completionHandler(.failed) } }
        """
    }

    @Test(
        "WK-04: what another call gets does not answer the push; what is compiled for other systems is not looked at",
        arguments: [
            ("print(userInfo); guard let k = userInfo[1] else { return }; completionHandler(.newData)", 1),
            ("if r == .newData { completionHandler(.newData) }", 1),
            ("handlers += [completionHandler]", 0), ("pending = (completionHandler, 1)", 0),
            ("load(then: completionHandler)", 0), ("Sync().fail(completionHandler)", 0),
            ("#if targetEnvironment(simulator)\nreturn\n#else\ncompletionHandler(.noData)\n#endif", 0),
            ("switch k { case 1: a(); fallthrough; default: completionHandler(.noData) }", 0),
            ("Task { while true { if b { completionHandler(.noData); return } } }", 0),
        ])
    func paths(body: String, leaks: Int) throws {
        #expect(try findings(Self.push(body), modes: ["remote-notification"]).words.count == leaks, "\(body)")
    }

    @Test("WK-08: a helper of a helper reports the call, and pushes of another type do not come")
    func pushTypes() throws {
        func source(_ body: String) -> String {
            """
            class Calls: NSObject, PKPushRegistryDelegate {
                func pushRegistry(_ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType, completion: @escaping () -> Void) {
                    \(body)
                    completion()
                }
                func show() { ring() }
                func ring() { provider.reportNewIncomingCall(with: id, update: update) { _ in } }
            }
            """
        }
        for body in ["show()", "if type == .voIP { show() }", "switch type { case .voIP: show(); default: break }"] {
            #expect(
                try findings(source(body), modes: ["voip"]).words.contains { $0.hasPrefix("WK-08") } == false, "\(body)"
            )
        }
        let found = try findings(source("if known { show() }"), modes: ["voip"]).words
        #expect(found.contains { $0.hasPrefix("WK-08 error") }, "\(found)")
    }
}
