import Foundation
import KeepAlive

/// Fetches news while the user does something else (SD-40).
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        application.setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
        print("launched in the \(application.applicationState == .background ? "background" : "foreground")")
        return true
    }

    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler: @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        print("fetching")
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.3) {
            print("fetched")
            completionHandler(.newData)
        }
    }
}
