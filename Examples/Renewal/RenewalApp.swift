import Foundation
import KeepAlive

/// Tries to renew its background task whenever the time runs low: the clock belongs to the process, and nothing is gained
/// (SD-14, BT-08, BT-12).
@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    private var backgroundTask = UIBackgroundTaskIdentifier.invalid
    private var timer: Timer?
    private var renewals = 0
    /// How often it looks at the time left, in seconds; scaled with the run, as the system's own times are.
    private let interval = 5.0 * (Double(ProcessInfo.processInfo.environment["SCALE"] ?? "") ?? 1)

    func applicationDidEnterBackground(_ application: UIApplication) {
        renewals = 0
        begin()
        timer = Timer.scheduledTimer(withTimeInterval: interval, repeats: true) { [weak self] _ in
            MainActor.assumeIsolated { self?.look() }
        }
    }

    func applicationWillEnterForeground(_ application: UIApplication) {
        timer?.invalidate()
        end()
    }

    private func look() {
        let remaining = UIApplication.shared.backgroundTimeRemaining
        print("\(Int(remaining)) s left")
        guard remaining < 10, renewals < 5, backgroundTask != .invalid else { return }
        renewals += 1
        end()
        begin()
        print("renewal \(renewals): \(Int(UIApplication.shared.backgroundTimeRemaining)) s left")
    }

    private func begin() {
        backgroundTask = UIApplication.shared.beginBackgroundTask { [weak self] in
            print("the time is over")
            self?.timer?.invalidate()
            self?.end()
        }
    }

    private func end() {
        guard backgroundTask != .invalid else { return }
        UIApplication.shared.endBackgroundTask(backgroundTask)
        backgroundTask = .invalid
    }
}
