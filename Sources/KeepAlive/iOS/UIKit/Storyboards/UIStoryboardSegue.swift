import Foundation
import KeepAliveModel

@preconcurrency @MainActor
open class UIStoryboardSegue {
    public let identifier: String?
    public let source: UIViewController
    public let destination: UIViewController

    public init(identifier: String?, source: UIViewController, destination: UIViewController) {
        self.identifier = identifier
        self.source = source
        self.destination = destination
    }
}

extension UIViewController {
    /// Performs a segue.
    ///
    /// - Parameters:
    ///   - sender: the object that the user has tapped, or that performs the segue.
    ///   - byUser: true if the user has tapped: then `shouldPerformSegue(withIdentifier:sender:)` may refuse the segue.
    func follow(_ segue: InterfaceElement, sender: Any?, byUser: Bool = true) {
        if byUser, let identifier = segue["identifier"],
            !shouldPerformSegue(withIdentifier: identifier, sender: sender)
        {
            return
        }
        if segue["kind"] == "unwind" { return unwind(segue, sender: sender) }
        guard let destination = destination(of: segue, sender: sender) else { return }
        prepare(
            for: UIStoryboardSegue(identifier: segue["identifier"], source: self, destination: destination),
            sender: sender)
        switch segue["kind"] {
        case "presentation", "modal", "popoverPresentation": present(destination, animated: true)
        default: show(destination, sender: sender)
        }
    }

    /// Creates the view controller to which a segue leads; `nil` if there is none. If the segue names an
    /// `@IBSegueAction`, the app creates the controller.
    func destination(of segue: InterfaceElement, sender: Any?) -> UIViewController? {
        guard let id = segue["destination"] else { return nil }
        guard let name = segue["destinationCreationSelector"] else { return storyboard?.controller(id: id) }
        return storyboard?.controller(id: id) { coder in
            let action = self.interfaceAction(name) ?? Selector(name)
            return action.perform(on: self, [coder, sender, segue["identifier"]]) as? UIViewController
        }
    }

    /// Walks from `other` up to this controller, through parents and presenting controllers, and returns the last
    /// presenting controller on the way; `nil` if there is none.
    private func onTheWay(from other: UIViewController) -> UIViewController? {
        var place: UIViewController? = other
        var presenting: UIViewController?
        while let current = place, current !== self {
            if let one = current.presentingViewController { presenting = one }
            place = current.parent ?? current.presentingViewController
        }
        return presenting
    }

    /// Performs an unwind segue: returns to the nearest controller that has the segue's action.
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
                // The controllers that were presented on the way are dismissed before the navigation controller pops.
                candidate.onTheWay(from: self)?.dismiss(animated: true)
                candidate.navigationController?.popToViewController(candidate, animated: true)
                return
            }
            place = controller.parent ?? controller.presentingViewController
        }
    }
}
