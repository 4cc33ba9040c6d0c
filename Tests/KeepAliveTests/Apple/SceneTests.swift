import Foundation
import TestSupport
import Testing

@testable import KeepAlive
@testable import KeepAlivePolicy
@testable import KeepAliveTesting
@testable import KeepAliveUIKit

/// An app with several scenes, by Apple's names (SD-01, LC-02, LC-30).
@MainActor
@Suite(.serialized, .onlyDevice) struct SceneTests {
    private final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        static var calls: [String] = []

        static func take() -> [String] {
            defer { calls = [] }
            return calls
        }

        /// It keeps its scene, as apps do.
        var own: UIScene?

        func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
            own = scene
            note("connects", scene)
            if let response = options.notificationResponse {
                Self.calls.append("answers \(response.notification.request.identifier)")
            }
            for context in options.urlContexts { Self.calls.append("gets \(context.url)") }
        }
        func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
            for context in contexts { Self.calls.append("opens \(context.url)") }
        }
        func sceneDidDisconnect(_ scene: UIScene) { note("disconnected", scene) }
        func sceneDidBecomeActive(_ scene: UIScene) { note("active", scene) }
        func sceneWillResignActive(_ scene: UIScene) { note("resigns", scene) }
        func sceneWillEnterForeground(_ scene: UIScene) { note("foreground", scene) }
        func sceneDidEnterBackground(_ scene: UIScene) { note("background", scene) }

        private func note(_ what: String, _ scene: UIScene) {
            Self.calls.append("\(scene.session.configuration.name ?? "?") \(what): \(scene.activationState)")
        }
    }

    private final class Delegate: UIResponder, UIApplicationDelegate {
        var configured = 0
        var asksForMore = false

        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            if asksForMore { application.requestSceneSessionActivation(nil, userActivity: nil, options: nil) }
            return true
        }

        func application(
            _ application: UIApplication, configurationForConnecting session: UISceneSession,
            options: UIScene.ConnectionOptions
        ) -> UISceneConfiguration {
            configured += 1
            let configuration = UISceneConfiguration(name: "\(configured)", sessionRole: session.role)
            configuration.delegateClass = SceneDelegate.self
            return configuration
        }
    }

    private func device(multiple: Bool) throws -> VirtualDevice {
        let plist: [String: Any] = [
            "CFBundleIdentifier": "org.example.scenes",
            "UIApplicationSceneManifest": ["UIApplicationSupportsMultipleScenes": multiple],
        ]
        let data = try PropertyListSerialization.data(fromPropertyList: plist, format: .xml, options: 0)
        let path = NSTemporaryDirectory() + "/keepalive-scenes-\(getpid())-\(multiple).plist"
        try data.write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        SceneDelegate.calls = []
        return try VirtualDevice(infoPlist: path)
    }

    private func request(_ session: UISceneSession?, _ device: VirtualDevice) -> UISceneError? {
        var refusal: UISceneError?
        device.perform {
            UIApplication.shared.requestSceneSessionActivation(session, userActivity: nil, options: nil) {
                refusal = $0 as? UISceneError
            }
        }
        return refusal
    }

    @Test("LN-12, LC-28: a scene is connected with the answer that launches its app; a later one is not")
    func notificationResponse() throws {
        let device = try device(multiple: true)
        device.launch { Delegate() }
        let content = UNMutableNotificationContent()
        content.title = "Tea"
        device.perform {
            UNUserNotificationCenter.current().requestAuthorization(options: .alert) { _, _ in }
            UNUserNotificationCenter.current().add(
                UNNotificationRequest(
                    identifier: "tea", content: content,
                    trigger: UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)))
        }
        device.pressHome()
        device.advance(by: .seconds(10))
        device.happen(.terminationRequested(cause: "a test"))
        device.advance(by: .seconds(60))
        _ = SceneDelegate.take()
        device.tapNotification("tea")
        device.advance(by: .seconds(1))
        try device.expect(.foregroundActive)
        #expect(SceneDelegate.take().prefix(2) == ["1 connects: unattached", "answers tea"])
        #expect(request(nil, device) == nil)
        #expect(!SceneDelegate.take().contains("answers tea"))
    }

    @Test("a second scene is unattached until it is shown; then the first goes to the background, and comes back")
    func twoScenes() throws {
        let device = try device(multiple: true)
        let delegate = device.launch { Delegate() }
        #expect(
            SceneDelegate.take() == [
                "1 connects: unattached", "1 foreground: background", "1 active: foregroundActive",
            ])
        #expect(device.perform { UIApplication.shared.supportsMultipleScenes })

        // Asked for in front, it comes at once.
        #expect(request(nil, device) == nil)
        #expect(
            SceneDelegate.take() == [
                "1 resigns: foregroundActive", "2 connects: unattached", "2 foreground: background",
                "1 background: background", "2 active: foregroundActive",
            ])
        try device.expect(.foregroundActive)
        #expect(device.engine.machine.sceneState(of: 1) == .background)

        // Behind the one in front it may be taken. The session stays, and the app may ask for its scene again.
        device.happen(.sceneDisconnected(1))
        #expect(SceneDelegate.take() == ["1 disconnected: unattached"])
        let sessions = device.perform { UIApplication.shared.openSessions }
        #expect(sessions.count == 2 && device.perform { UIApplication.shared.connectedScenes }.count == 1)
        let first = try #require(sessions.first { $0.configuration.name == "1" })
        #expect(first.scene == nil)
        #expect(device.engine.machine.sceneState(of: 1) == .unattached)
        #expect(request(first, device) == nil)
        #expect(SceneDelegate.take().contains("1 connects: unattached"))
        #expect(delegate.configured == 2, "a scene that comes back has the configuration of its session")

        // Home and back are for the one in front.
        device.pressHome()
        #expect(SceneDelegate.take() == ["1 resigns: foregroundActive", "1 background: background"])
        device.advance(by: .seconds(10))
        try device.expect(.suspended)
        #expect(device.engine.machine.sceneState(of: 2) == .suspended)
        device.returnToApp()
        #expect(SceneDelegate.take() == ["1 foreground: background", "1 active: foregroundActive"])
    }

    @Test("a scene that is asked for in the background is not shown before the user returns")
    func fromBackground() throws {
        let device = try device(multiple: true)
        device.launch { Delegate() }
        _ = device.perform { UIApplication.shared.beginBackgroundTask() }
        device.pressHome()
        _ = SceneDelegate.take()
        #expect(request(nil, device) == nil)
        #expect(SceneDelegate.take().isEmpty)
        #expect(device.engine.machine.sceneState(of: 2) == .unattached)
        #expect(device.perform { UIApplication.shared.openSessions.filter { $0.scene == nil } }.count == 1)
        device.returnToApp()
        #expect(SceneDelegate.take().suffix(1) == ["2 active: foregroundActive"])
        #expect(device.engine.machine.sceneState(of: 2) == .foregroundActive)
    }

    @Test("LN-08: the URL of a launch is given to one scene, although another one comes at once")
    func launchURL() throws {
        let device = try device(multiple: true)
        let delegate = Delegate()
        delegate.asksForMore = true
        device.install { delegate }
        device.open("walk:1")
        #expect(SceneDelegate.calls.filter { $0.contains("walk:1") } == ["gets walk:1"])
        #expect(SceneDelegate.calls.contains("2 active: foregroundActive"))
        device.open("walk:1")
        #expect(SceneDelegate.calls.suffix(1) == ["opens walk:1"])
    }

    @Test("without UIApplicationSupportsMultipleScenes, or for a session of nobody, the system refuses")
    func refused() throws {
        let one = try device(multiple: false)
        one.launch { Delegate() }
        #expect(request(nil, one)?.code == .multipleScenesNotSupported)
        #expect(!one.perform { UIApplication.shared.supportsMultipleScenes })
        let two = try device(multiple: true)
        two.launch { Delegate() }
        let configuration = UISceneConfiguration(name: nil, sessionRole: .windowApplication)
        #expect(request(UISceneSession(configuration), two)?.code == .requestDenied)
        for _ in 2...SceneSet.limit { #expect(request(nil, two) == nil) }
        #expect(request(nil, two)?.code == .requestDenied)
        #expect(two.perform { UIApplication.shared.openSessions }.count == SceneSet.limit)
    }
}
