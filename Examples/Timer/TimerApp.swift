import Foundation
import KeepAlive

/// Counts in the background for as long as iOS lets it: a background task, ended in its expiration handler (SD-10).
///
/// On iOS 12 the application's delegate is told; from 13 on, where the Info.plist has scenes, the scene's is.
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Counter.shared.start()
        return true
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        Counter.shared.keepCounting()
    }

    func applicationWillEnterForeground(_ application: UIApplication) {
        Counter.shared.stopKeeping()
    }
}

class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?

    func sceneDidEnterBackground(_ scene: UIScene) {
        Counter.shared.keepCounting()
    }

    func sceneWillEnterForeground(_ scene: UIScene) {
        Counter.shared.stopKeeping()
    }
}

@MainActor
final class Counter {
    static let shared = Counter()
    private var backgroundTask = UIBackgroundTaskIdentifier.invalid
    private var timer: Timer?
    private var count = 0

    func start() {
        timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in
            MainActor.assumeIsolated { Counter.shared.tick() }
        }
    }

    private func tick() {
        count += 1
        print(count)
    }

    func keepCounting() {
        backgroundTask = UIApplication.shared.beginBackgroundTask(withName: "counting") {
            print("the time is over")
            Counter.shared.stopKeeping()
        }
    }

    func stopKeeping() {
        guard backgroundTask != .invalid else { return }
        UIApplication.shared.endBackgroundTask(backgroundTask)
        backgroundTask = .invalid
    }
}
