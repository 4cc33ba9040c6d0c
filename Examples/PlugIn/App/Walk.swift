import Foundation
import KeepAlive

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    private let pedometer = CMPedometer()

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let now = Date()
        pedometer.queryPedometerData(from: now.addingTimeInterval(-60), to: now) { data, error in
            print("in the last minute: \(data?.numberOfSteps ?? 0) steps", error.map { "\($0)" } ?? "")
        }
        pedometer.startUpdates(from: now) { data, _ in print("since then: \(data?.numberOfSteps ?? 0) steps") }
        return true
    }
}
