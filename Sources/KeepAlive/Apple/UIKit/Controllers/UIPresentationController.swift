import Foundation

/// How a controller is presented. Nothing is drawn here: it holds what the app says of it.
@preconcurrency @MainActor
open class UIPresentationController: NSObject {
    private weak var presented: UIViewController?
    private weak var presenting: UIViewController?
    /// The controller that is presented.
    open var presentedViewController: UIViewController { presented ?? UIViewController() }
    /// The controller that presents it.
    open var presentingViewController: UIViewController {
        presented?.presentingViewController ?? presenting ?? UIViewController()
    }
    /// What both stand in; none is here.
    open var containerView: UIView? { nil }
    /// The view of the presented one.
    open var presentedView: UIView? { presented?.viewIfLoaded }
    /// Where the presented one stands: on the whole screen.
    open var frameOfPresentedViewInContainerView: CGRect { UIScreen.main.bounds }
    /// What contains both is about to be laid out; not called here.
    open func containerViewWillLayoutSubviews() {}
    /// What contains both is laid out; not called here.
    open func containerViewDidLayoutSubviews() {}
    /// It is presented; not called here.
    open func presentationTransitionDidEnd(_ completed: Bool) {}
    /// It is taken away; not called here.
    open func dismissalTransitionDidEnd(_ completed: Bool) {}
    /// Who decides how it is presented where there is little room; not asked here.
    open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?

    /// Creates the presentation of a controller.
    public init(presentedViewController: UIViewController, presenting presentingViewController: UIViewController?) {
        presented = presentedViewController
        presenting = presentingViewController
        super.init()
    }

    /// It is about to be presented; not called here.
    open func presentationTransitionWillBegin() {}
    /// It is about to be taken away; not called here.
    open func dismissalTransitionWillBegin() {}
}

/// How a controller is presented beside something.
open class UIPopoverPresentationController: UIPresentationController {
    /// The view that it stands beside.
    open var sourceView: UIView?
    /// The part of the view.
    open var sourceRect = CGRect.null
    /// The button that it stands beside.
    open var barButtonItem: UIBarButtonItem?
    /// At which sides.
    open var permittedArrowDirections = UIPopoverArrowDirection.any
    /// The color behind it.
    open var backgroundColor: UIColor?
}

/// The sides at which a controller is presented beside something.
public struct UIPopoverArrowDirection: OptionSet, Sendable {
    /// The bits of `UIPopoverArrowDirection`.
    public let rawValue: UInt

    /// Creates sides from their bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Under it.
    public static let up = UIPopoverArrowDirection(rawValue: 1 << 0)
    /// Over it.
    public static let down = UIPopoverArrowDirection(rawValue: 1 << 1)
    /// At its right.
    public static let left = UIPopoverArrowDirection(rawValue: 1 << 2)
    /// At its left.
    public static let right = UIPopoverArrowDirection(rawValue: 1 << 3)
    /// Any.
    public static let any: UIPopoverArrowDirection = [.up, .down, .left, .right]
}

/// How a controller is presented as a sheet.
open class UISheetPresentationController: UIPresentationController {
    /// How high a sheet is.
    @preconcurrency @MainActor
    public final class Detent: NSObject {
        /// The name of a height.
        public struct Identifier: RawRepresentable, Hashable, Sendable {
            /// The text.
            public let rawValue: String

            /// Creates a name.
            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            /// About half of the screen.
            public static let medium = Identifier(rawValue: "com.apple.UIKit.medium")
            /// All of the screen.
            public static let large = Identifier(rawValue: "com.apple.UIKit.large")
        }

        /// The name.
        public let identifier: Identifier

        private init(_ identifier: Identifier) {
            self.identifier = identifier
            super.init()
        }

        /// Returns about half of the screen.
        public static func medium() -> Detent { Detent(.medium) }
        /// Returns all of the screen.
        public static func large() -> Detent { Detent(.large) }
    }

    /// The heights that the user may choose.
    open var detents: [Detent] = [.large()]
    /// The height that it has.
    open var selectedDetentIdentifier: Detent.Identifier?
    /// The largest height at which what is under it can be used.
    open var largestUndimmedDetentIdentifier: Detent.Identifier?
    /// True if there is a mark to move it.
    open var prefersGrabberVisible = false
    /// True if it gets higher when it is moved at its edge.
    open var prefersScrollingExpandsWhenScrolledToEdge = true
    /// How round its corners are, in points; as usual, where there is none.
    open var preferredCornerRadius: CGFloat?
    /// Makes changes that would be seen as a movement: at once, here.
    open func animateChanges(_ changes: () -> Void) { changes() }
}

/// Who decides how a controller is presented where there is little room; not asked here.
@preconcurrency @MainActor
public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
    /// Returns how.
    func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle
    /// Returns whether the user may take it away.
    func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool
    /// The user is about to take it away.
    func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
    /// The user has taken it away.
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
    /// The user has tried to take it away.
    func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController)
}

extension UIAdaptivePresentationControllerDelegate {
    /// As the system says.
    public func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle {
        .automatic
    }
    /// The user may.
    public func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool { true }
    /// Nothing to do.
    public func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {}
    /// Nothing to do.
    public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {}
    /// Nothing to do.
    public func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {}
}

/// Who decides how a controller is presented beside something; not asked here.
@preconcurrency @MainActor
public protocol UIPopoverPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
    /// It is about to be presented.
    func prepareForPopoverPresentation(_ popoverPresentationController: UIPopoverPresentationController)
}

extension UIPopoverPresentationControllerDelegate {
    /// Nothing to do.
    public func prepareForPopoverPresentation(_ popoverPresentationController: UIPopoverPresentationController) {}
}

/// A controller that is about to be on the screen, and one that is about to leave it.
@preconcurrency @MainActor
public protocol UIViewControllerContextTransitioning: NSObjectProtocol {
    /// What contains both.
    var containerView: UIView { get }
    /// True if it was taken back.
    var transitionWasCancelled: Bool { get }
    /// True if it is seen.
    var isAnimated: Bool { get }
    /// Returns one of the controllers.
    func viewController(forKey key: UITransitionContextViewControllerKey) -> UIViewController?
    /// Returns one of the views.
    func view(forKey key: UITransitionContextViewKey) -> UIView?
    /// Returns where a controller stands before.
    func initialFrame(for vc: UIViewController) -> CGRect
    /// Returns where a controller stands after.
    func finalFrame(for vc: UIViewController) -> CGRect
    /// The movement is over.
    func completeTransition(_ didComplete: Bool)
}

/// Which of two controllers.
public struct UITransitionContextViewControllerKey: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String

    /// Creates a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The one that is about to leave the screen.
    public static let from = UITransitionContextViewControllerKey(rawValue: "UITransitionContextFromViewController")
    /// The one that is about to be on it.
    public static let to = UITransitionContextViewControllerKey(rawValue: "UITransitionContextToViewController")
}

/// Which of two views.
public struct UITransitionContextViewKey: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String

    /// Creates a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The one that is about to leave the screen.
    public static let from = UITransitionContextViewKey(rawValue: "UITransitionContextFromView")
    /// The one that is about to be on it.
    public static let to = UITransitionContextViewKey(rawValue: "UITransitionContextToView")
}

/// Moves controllers onto the screen; not asked here.
@preconcurrency @MainActor
public protocol UIViewControllerAnimatedTransitioning: NSObjectProtocol {
    /// Returns how long it takes, in seconds.
    func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval
    /// Moves them.
    func animateTransition(using transitionContext: any UIViewControllerContextTransitioning)
}

/// Who says how a controller moves onto the screen; not asked here.
@preconcurrency @MainActor
public protocol UIViewControllerTransitioningDelegate: NSObjectProtocol {
    /// Returns what moves it onto the screen.
    func animationController(
        forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)?
    /// Returns what moves it away.
    func animationController(forDismissed dismissed: UIViewController) -> (any UIViewControllerAnimatedTransitioning)?
    /// Returns how it is presented.
    func presentationController(
        forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController?
}

extension UIViewControllerTransitioningDelegate {
    /// Nothing.
    public func animationController(
        forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
    /// Nothing.
    public func animationController(
        forDismissed dismissed: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
    /// As usual.
    public func presentationController(
        forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
    ) -> UIPresentationController? { nil }
}

/// A movement of controllers; there is none here.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {
    /// True if it was taken back.
    var isCancelled: Bool { get }
    /// How long it takes, in seconds.
    var transitionDuration: TimeInterval { get }
}

/// Who takes part in a movement of controllers; there is none here.
@preconcurrency @MainActor
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
    /// Makes changes with it.
    @discardableResult
    func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
        completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool
}

extension UIViewControllerTransitionCoordinator {
    /// Makes changes with it, and calls nothing afterwards.
    @discardableResult
    public func animate(
        alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool { animate(alongsideTransition: animation, completion: nil) }
}
