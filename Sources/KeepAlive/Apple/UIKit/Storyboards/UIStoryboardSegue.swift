import Foundation
import KeepAlivePolicy

/// A way between two controllers of a storyboard.
@preconcurrency @MainActor
open class UIStoryboardSegue {
    /// The name in the storyboard.
    public let identifier: String?
    /// Where it comes from.
    public let source: UIViewController
    /// Where it leads to.
    public let destination: UIViewController

    /// Creates a way.
    public init(identifier: String?, source: UIViewController, destination: UIViewController) {
        self.identifier = identifier
        self.source = source
        self.destination = destination
    }
}

extension UIViewController {
    /// Follows a way of the storyboard.
    ///
    /// - Parameter sender: what the user has tapped, or who asks.
    func follow(_ segue: InterfaceElement, sender: Any?) {
        if sender != nil, let identifier = segue["identifier"],
            !shouldPerformSegue(withIdentifier: identifier, sender: sender)
        {
            return
        }
        if segue["kind"] == "unwind" { return unwind(segue, sender: sender) }
        guard let destination = segue["destination"].flatMap({ storyboard?.controller(id: $0) }) else { return }
        prepare(
            for: UIStoryboardSegue(identifier: segue["identifier"], source: self, destination: destination),
            sender: sender)
        switch segue["kind"] {
        case "presentation", "modal", "popoverPresentation": present(destination, animated: true)
        default: show(destination, sender: sender)
        }
    }

    /// Goes back to the controller that has the action of the way.
    private func unwind(_ segue: InterfaceElement, sender: Any?) {
        let name = segue["unwindAction"] ?? ""
        var place = parent ?? presentingViewController
        while let controller = place {
            let candidates = [controller] + controller.children.filter { $0 !== self }.reversed()
            for candidate in candidates {
                guard let action = candidate.interfaceAction(name) else { continue }
                let way = UIStoryboardSegue(identifier: segue["identifier"], source: self, destination: candidate)
                prepare(for: way, sender: sender)
                action.perform(on: candidate, [way])
                if candidate.presentedViewController != nil { candidate.dismiss(animated: true) }
                candidate.navigationController?.popToViewController(candidate, animated: true)
                return
            }
            place = controller.parent ?? controller.presentingViewController
        }
    }
}
