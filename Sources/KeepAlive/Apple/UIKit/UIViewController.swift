import Foundation

/// A controller of what is on the screen. There is no screen here: it knows what it presents, and who presents it.
@preconcurrency @MainActor
open class UIViewController: UIResponder {
    /// The title.
    open var title: String?
    /// The controller that it presents.
    public private(set) var presentedViewController: UIViewController?
    /// The controller that presents it.
    public private(set) weak var presentingViewController: UIViewController?
    /// True while it is taken away.
    public private(set) var isBeingDismissed = false

    /// Presents a controller.
    ///
    /// - Parameter completion: called when it is shown.
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {
        guard presentedViewController == nil else { return }
        presentedViewController = viewControllerToPresent
        viewControllerToPresent.presentingViewController = self
        viewControllerToPresent.isPresented()
        completion?()
    }

    /// Takes the presented controller away, or this one if it presents none.
    ///
    /// - Parameter completion: called when it is gone.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        guard let presented = presentedViewController else {
            guard let presenting = presentingViewController else {
                completion?()
                return
            }
            return presenting.dismiss(animated: flag, completion: completion)
        }
        presented.isBeingDismissed = true
        presented.isWithdrawn()
        presented.isBeingDismissed = false
        presentedViewController = nil
        presented.presentingViewController = nil
        completion?()
    }

    /// It is on the screen now.
    func isPresented() {}

    /// It leaves the screen, by the app or by the user.
    func isWithdrawn() {}
}
