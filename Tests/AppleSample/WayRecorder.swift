import CoreLocation

/// Records the way of its user.
class WayRecorder: NSObject, CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    private(set) var places: [CLLocation] = []

    func start() {
        manager.delegate = self
        manager.requestAlwaysAuthorization()
        manager.desiredAccuracy = kCLLocationAccuracyBest
        manager.startUpdatingLocation()
    }

    func stop() { manager.stopUpdatingLocation() }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        places += locations
    }
}
