// swift-format-ignore-file
import UIKit

/// A controller of a storyboard.
class PlayerController: UIViewController {
    @IBOutlet private weak var status: UILabel!
    @IBOutlet var buttons: [UIButton]!
    /// Connected with nothing.
    @IBOutlet var forgotten: UILabel!
    private(set) var covers = 0
    private var task = UIBackgroundTaskIdentifier.invalid
    let titles = ["Intro", "Outro"]

    var shown: String? { status.text }

    override func viewDidLoad() {
        super.viewDidLoad()
        status.text = "Ready"
    }

    @IBAction func play(_ sender: UIButton) {
        status.text = "Playing by \(sender.currentTitle ?? "")"
        task = UIApplication.shared.beginBackgroundTask(withName: "play")
    }

    @IBAction private func ask() {
        let alert = UIAlertController(title: "Delete?", message: nil, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "Yes", style: .destructive) { [weak self] _ in self?.status.text = "Deleted" })
        alert.addAction(UIAlertAction(title: "No", style: .cancel))
        present(alert, animated: true)
    }

    @IBAction func crash(_ sender: Any?) {
        show("never")
    }

    private func show(_ text: String) {
        forgotten.text = text
    }

    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
        (segue.destination as? DetailController)?.text = "from \(segue.identifier ?? "")"
    }

    @IBAction func backToPlayer(_ segue: UIStoryboardSegue) {
        status.text = "Back \((segue.source as? DetailController)?.text ?? "")"
    }
}

extension PlayerController {
    @IBAction func coverWasTapped(recognizer: UITapGestureRecognizer) {
        covers += 1
    }
}

extension PlayerController: UITableViewDataSource, UITableViewDelegate {
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { titles.count }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "Title", for: indexPath) as! TitleCell
        cell.label.text = titles[indexPath.row]
        return cell
    }

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        status.text = "Row \(titles[indexPath.row])"
    }
}

class TitleCell: UITableViewCell {
    @IBOutlet weak var label: UILabel!

    override func awakeFromNib() {
        super.awakeFromNib()
        label.text = "awake"
    }
}

typealias BaseController = UIViewController
class GenericController<Item>: BaseController {}

class DetailController: GenericController<Int> {
    public var text = ""
    @IBOutlet var height: NSLayoutConstraint!
    private(set) var touches: [String] = []

    override func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool {
        touches.append("may \(identifier)")
        return identifier != "never"
    }
    #if NEVER
    @IBAction func never(_ sender: Any) {}
    #endif
}

private extension DetailController {
    @IBAction func touched(_ sender: UIButton, forEvent event: UIEvent) {
        touches.append("\(sender.currentTitle ?? "") \(event.type)")
    }
}

enum Outer {
    class Cell: UITableViewCell {
        @IBAction func one(_ sender: Any) {}
    }
}

enum Other {
    class Cell: UITableViewCell {
        @IBAction func two(_ sender: Any) {}
    }
}

class Recognizer: UITapGestureRecognizer {
    @IBAction func recognized(_ sender: Any) {}
}
