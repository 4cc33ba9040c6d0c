import Foundation
import TestSupport
import Testing

@testable import KeepAlive
@testable import KeepAlivePolicy
@testable import KeepAliveTesting

/// Remote notifications by Apple's names (WK-04, WK-05, WK-19, LN-20).
@MainActor
@Suite(.serialized, .onlyDevice) struct RemotePushTests {
    private final class Delegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
        nonisolated(unsafe) static var calls: [String] = []

        static func take() -> [String] {
            defer { calls = [] }
            return calls
        }

        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            UNUserNotificationCenter.current().delegate = self
            UNUserNotificationCenter.current().requestAuthorization(options: .alert) { _, _ in }
            application.registerForRemoteNotifications()
            return true
        }

        func application(
            _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
        ) {
            Self.calls.append("token of \(deviceToken.count) bytes")
        }

        func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
            fetchCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void
        ) {
            Self.calls.append("article \(userInfo["article"] ?? "none")")
            completionHandler(.newData)
        }

        func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
            withCompletionHandler completionHandler: @escaping @Sendable () -> Void
        ) {
            let content = response.notification.request.content
            Self.calls.append("reads \(content.title), \(content.userInfo["article"] ?? "none")")
            completionHandler()
        }
    }

    private func device() async throws -> VirtualDevice {
        let device = try VirtualDevice(modes: [.remoteNotification], bundleIdentifier: "org.example.news")
        device.launch { Delegate() }
        await device.runPendingTasks()
        return device
    }

    @Test("WK-19: registering is answered by a call, not by a return")
    func token() async throws {
        Delegate.calls = []
        let device = try await device()
        #expect(Delegate.take() == ["token of 32 bytes"])
        device.perform { UIApplication.shared.unregisterForRemoteNotifications() }
        #expect(device.perform { !UIApplication.shared.isRegisteredForRemoteNotifications })
    }

    @Test("WK-04, WK-05: a background push wakes the app with its payload; an alert sleeps until its tap")
    func pushes() async throws {
        let device = try await device()
        device.pressHome()
        device.advance(by: .seconds(1))
        try device.expect(.suspended)
        Delegate.calls = []
        try device.push(#"{"aps": {"content-available": 1}, "article": "tides"}"#, type: .background)
        #expect(Delegate.take() == ["article tides"])
        device.advance(by: .seconds(1))
        try device.push(
            #"{"aps": {"alert": {"title": "1 to 0"}}, "article": "first"}"#, type: .alert, collapseIdentifier: "score")
        try device.push(
            #"{"aps": {"alert": {"title": "2 to 0"}}, "article": "second"}"#, type: .alert, collapseIdentifier: "score")
        try device.expect(.suspended)
        #expect(Delegate.take() == [])
        device.tapNotification("score")
        await device.runPendingTasks()
        #expect(Delegate.take() == ["reads 2 to 0, second"])
    }

    @Test("WK-20, WK-21: location pushes wake nobody; of a Live Activity's only the start does")
    func otherKinds() async throws {
        let device = try await device()
        device.pressHome()
        device.advance(by: .seconds(1))
        try device.push(#"{"aps": {}}"#, type: .location)
        try device.push(#"{"aps": {"event": "update"}}"#, type: .liveactivity)
        try device.expect(.suspended)
        try device.push(#"{"aps": {"event": "start"}}"#, type: .liveactivity)
        try device.expect(.background)
    }
}
