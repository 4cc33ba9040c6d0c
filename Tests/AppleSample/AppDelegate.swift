import AVFoundation
import BackgroundTasks
import CoreLocation
import UIKit
import UserNotifications

// An app as it is on a phone: nothing here says that it runs elsewhere.

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    static let refreshIdentifier = "org.example.way.refresh"

    let recorder = WayRecorder()
    private(set) var refreshes = 0
    private var upload = UIBackgroundTaskIdentifier.invalid

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.refreshIdentifier, using: nil) { [weak self] task in
            self?.refreshes += 1
            task.setTaskCompleted(success: true)
        }
        UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { _, _ in }
        recorder.start()
        return true
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        upload = application.beginBackgroundTask(withName: "upload") { [weak self] in self?.endUpload() }
        let request = BGAppRefreshTaskRequest(identifier: Self.refreshIdentifier)
        request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
        try? BGTaskScheduler.shared.submit(request)
    }

    func applicationWillEnterForeground(_ application: UIApplication) { endUpload() }

    private func endUpload() {
        guard upload != .invalid else { return }
        UIApplication.shared.endBackgroundTask(upload)
        upload = .invalid
    }
}
