import Foundation
import KeepAlive

// What the scheduler needs of its app.
protocol PlausibleDeniability {}
protocol DiaryStoring {}
struct ExposureSubmissionServiceDependencies {}

enum Log {
    enum Category { case api }

    static func info(_ message: String, log: Category) { print("info: \(message)") }
    static func error(_ message: String, log: Category) { print("error: \(message)") }
}

struct CWAHibernationProvider {
    static let shared = CWAHibernationProvider()

    let isHibernationState = false
}

private struct Nothing: PlausibleDeniability, DiaryStoring {}

/// An app around the scheduler.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate, ENATaskExecutionDelegate {
    var plausibleDeniabilityService: PlausibleDeniability = Nothing()
    var contactDiaryStore: DiaryStoring = Nothing()
    var dependencies = ExposureSubmissionServiceDependencies()
    private(set) var executions = 0

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        ENATaskScheduler.shared.delegate = self
        return true
    }

    func applicationDidEnterBackground(_ application: UIApplication) { ENATaskScheduler.shared.scheduleTask() }

    nonisolated func executeENABackgroundTask(completion: @escaping ((Bool) -> Void)) {
        DispatchQueue.main.async {
            MainActor.assumeIsolated { self.executions += 1 }
            print("executed")
            completion(true)
        }
    }
}
