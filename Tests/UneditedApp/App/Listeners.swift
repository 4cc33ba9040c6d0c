// swift-format-ignore-file
import CoreLocation
import UIKit

/// Adopts the protocol, and implements nothing of it.
class PlaceListener: NSObject, CLLocationManagerDelegate {
    let manager = CLLocationManager()

    override init() {
        super.init()
        manager.delegate = self
    }

    func describe() -> String { "listens" }
    var limit: Int { 1 }
}

extension PlaceListener {
    @objc func summary() -> String { "nothing" }
}

/// The method that the system calls is its alone.
class PlaceCounter: PlaceListener {
    var seen = 0

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        seen += locations.count
    }
}

final class PlaceList: PlaceCounter {
    var errors: [Error] = []

    override func summary() -> String { super.summary() + " but errors" }

    override func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        super.locationManager(manager, didUpdateLocations: locations)
        seen += 100
    }
}

extension PlaceList {
    @objc override func describe() -> String { super.describe() + " and lists" }
    override var limit: Int { super.limit + 1 }

    func locationManager(_ manager: CLLocationManager,
                         didFailWithError error: Error) {
        errors.append(error)
    }
}

class RowsController: UITableViewController {
    var rows = ["a", "b"]
}

extension RowsController {
    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = UITableViewCell()
        cell.textLabel?.text = rows[indexPath.row]
        return cell
    }
}
