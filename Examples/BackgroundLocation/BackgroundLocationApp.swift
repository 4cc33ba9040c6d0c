import Foundation
import KeepAlive

/// Records where the phone is, also in the background (SD-30 to SD-32).
@main
class AppDelegate: UIResponder, UIApplicationDelegate, CLLocationManagerDelegate {
    private let manager = CLLocationManager()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        manager.delegate = self
        manager.desiredAccuracy = kCLLocationAccuracyBest
        manager.pausesLocationUpdatesAutomatically = false
        manager.requestAlwaysAuthorization()
        do {
            // Without 'location' in UIBackgroundModes, the setter raises.
            try catchingNSException { manager.allowsBackgroundLocationUpdates = true }
        } catch {
            print("caught: \(error)")
        }
        manager.startUpdatingLocation()
        return true
    }

    nonisolated func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        guard let location = locations.last else { return }
        print("at \(location.coordinate.latitude), \(location.coordinate.longitude)")
    }

    nonisolated func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
        print("no location: \(error)")
    }
}
