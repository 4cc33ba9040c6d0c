// swift-format-ignore-file
import UIKit

/// A controller whose rows stand in the storyboard themselves.
class SettingsController: UITableViewController {
    @IBOutlet weak var loud: UISwitch!
    @IBOutlet private weak var about: UITableViewCell!
    private(set) var chosen: [String] = []
    var aboutPlace: IndexPath? { tableView.indexPath(for: about) }

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        chosen.append(tableView.cellForRow(at: indexPath)?.textLabel?.text ?? "-")
    }

    @IBAction func loudHasChanged(_ sender: UISwitch) {
        chosen.append(sender.isOn ? "loud" : "quiet")
    }

    @IBSegueAction func makeDetail(_ coder: NSCoder, sender: Any?, segueIdentifier: String?) -> DetailController? {
        let detail = DetailController(coder: coder)
        detail?.text = "made for \(segueIdentifier ?? "") by \((sender as? UITableViewCell)?.reuseIdentifier ?? "")"
        return detail
    }
}

/// Is asked for help by what it contains, which does not know it.
class StackController: UINavigationController {
    private(set) var questions: [String] = []

    @IBAction func help(_ sender: Any?) {
        questions.append((sender as? UIBarButtonItem)?.title ?? (sender as? UIButton)?.currentTitle ?? "-")
    }
}
