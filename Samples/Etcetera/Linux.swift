import KeepAlive

/// An app around the background task of the library, which has none of its own.
@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    private(set) var task: iOSBackgroundTask?
    private(set) var hasExpired = false

    func applicationDidEnterBackground(_ application: UIApplication) {
        let task = iOSBackgroundTask()
        self.task = task
        let isStarted = task.start { [weak self] in
            MainActor.assumeIsolated { self?.hasExpired = true }
            print("expired")
        }
        print("started: \(isStarted)")
    }

    func applicationWillEnterForeground(_ application: UIApplication) {
        task?.end()
        task = nil
    }
}
