import Foundation
import KeepAlive

/// Reminds its user: the notification comes by itself, also when the app is frozen or gone (SD-60, LN-05, LN-12).
@main
class AppDelegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let center = UNUserNotificationCenter.current()
        // Before the launch is over: the answer that launched the app is told then.
        center.delegate = self
        let snooze = UNNotificationAction(identifier: "snooze", title: "Snooze")
        center.setNotificationCategories([
            UNNotificationCategory(identifier: "reminder", actions: [snooze], intentIdentifiers: [])
        ])
        center.requestAuthorization(options: [.alert, .sound, .badge]) { granted, _ in
            print(granted ? "allowed" : "refused")
        }
        if application.applicationState != .background { remind() }
        return true
    }

    private func remind() {
        let content = UNMutableNotificationContent()
        content.title = "Tea"
        content.body = "It has drawn for long enough."
        content.sound = .default
        content.badge = 1
        content.categoryIdentifier = "reminder"
        content.userInfo = ["pot": 2]
        let seconds = ProcessInfo.processInfo.environment["SECONDS"].flatMap(Double.init) ?? 60
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: false)
        UNUserNotificationCenter.current().add(
            UNNotificationRequest(identifier: "tea", content: content, trigger: trigger)
        ) { error in
            print(error.map { "not scheduled: \($0)" } ?? "scheduled")
        }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions { [.banner, .sound] }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        let request = response.notification.request
        print("\(response.actionIdentifier) of \(request.identifier), pot \(request.content.userInfo["pot"] ?? 0)")
        if response.actionIdentifier == "snooze" { remind() }
        try? await center.setBadgeCount(0)
    }
}
