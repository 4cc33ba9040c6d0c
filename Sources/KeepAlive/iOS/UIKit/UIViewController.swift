import Foundation
import KeepAliveModel

/// A view controller. Nothing is drawn: the controller loads its view when it is first shown, appears and disappears,
/// and knows which controllers it presents and contains.
@preconcurrency @MainActor
open class UIViewController: UIEventResponder {
    /// Creates a controller.
    ///
    /// - Parameters:
    ///   - nibNameOrNil: the name of the xib with the view; `nil` for the xib that has the name of the class, if there
    ///     is one.
    ///   - nibBundleOrNil: the bundle of the xib; `nil` for the main bundle.
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        nibName = nibNameOrNil
        nibBundle = nibBundleOrNil
        super.init()
    }

    override public convenience init() { self.init(nibName: nil, bundle: nil) }

    public required init?(coder: NSCoder) {
        nibName = nil
        nibBundle = nil
        super.init()
    }

    public internal(set) var storyboard: UIStoryboard?
    /// Creates the view of a storyboard's controller; `nil` for other controllers.
    var interface: InterfaceLoader?
    /// The storyboard's segues that start at this controller.
    var segues: [InterfaceElement] = []
    public let nibName: String?
    public let nibBundle: Bundle?
    open var title: String?
    open private(set) lazy var navigationItem = UINavigationItem(title: title ?? "")
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open lazy var tabBarItem: UITabBarItem! = UITabBarItem(title: title, image: nil, tag: 0)
    public private(set) var presentedViewController: UIViewController?
    public private(set) weak var presentingViewController: UIViewController?
    public private(set) weak var parent: UIViewController?
    public private(set) var children: [UIViewController] = []
    public internal(set) var isBeingDismissed = false
    public internal(set) var isBeingPresented = false
    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    @WithoutEffect open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
    /// Has no effect, unlike on iOS: the screen stays upright.
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
    /// Has no effect, unlike on iOS: the screen stays upright.
    open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .portrait }
    /// Has no effect, unlike on iOS: the screen stays upright.
    open var shouldAutorotate: Bool { true }
    /// Has no effect, unlike on iOS.
    open var prefersHomeIndicatorAutoHidden: Bool { false }
    /// Has no effect, unlike on iOS.
    open var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { [] }
    @WithoutEffect open var hidesBottomBarWhenPushed = false
    @WithoutEffect open var definesPresentationContext = false
    @WithoutEffect open var edgesForExtendedLayout = UIRectEdge.all
    @WithoutEffect open var extendedLayoutIncludesOpaqueBars = false
    open var isEditing = false
    open var toolbarItems: [UIBarButtonItem]?
    /// A delegate that is never called, unlike on iOS.
    open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?
    private lazy var presentation = UIPopoverPresentationController(
        presentedViewController: self, presenting: nil)
    /// Stored, but without effect, unlike on iOS.
    public var presentationController: UIPresentationController? { presentation }
    /// Stored, but without effect, unlike on iOS.
    public var popoverPresentationController: UIPopoverPresentationController? {
        // Alerts and activity sheets always have a popover controller, as iOS shows them as popovers on large screens.
        modalPresentationStyle == .popover || self is UIAlertController || self is UIActivityViewController
            ? presentation : nil
    }
    /// Stored, but without effect, unlike on iOS.
    public private(set) lazy var sheetPresentationController: UISheetPresentationController? =
        UISheetPresentationController(presentedViewController: self, presenting: nil)
    /// Always `nil`, unlike on iOS: there are no transitions.
    public var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { nil }
    /// Always false, unlike on iOS.
    public var isMovingToParent: Bool { false }
    public internal(set) var isMovingFromParent = false
    open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }
    /// Never called, unlike on iOS.
    open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {}
    /// Never called, unlike on iOS.
    open func willTransition(
        to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
    ) {}
    /// Has no effect, unlike on iOS: the screen stays upright.
    open func setNeedsUpdateOfSupportedInterfaceOrientations() {}
    /// Has no effect, unlike on iOS.
    open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}
    /// Has no effect, unlike on iOS: the screen stays upright.
    public class func attemptRotationToDeviceOrientation() {}
    /// Never called, unlike on iOS: there is no status bar.
    open var childForStatusBarStyle: UIViewController? { nil }
    /// Never called, unlike on iOS: there is no status bar.
    open var childForStatusBarHidden: UIViewController? { nil }
    /// Never called, unlike on iOS.
    open func updateViewConstraints() {}
    public var splitViewController: UISplitViewController? {
        parent.flatMap { $0 as? UISplitViewController ?? $0.splitViewController }
    }
    open func showDetailViewController(_ vc: UIViewController, sender: Any?) {
        if let splitViewController {
            splitViewController.showDetailViewController(vc, sender: sender)
        } else {
            present(vc, animated: true)
        }
    }
    @WithoutEffect open var isModalInPresentation = false
    @WithoutEffect open var preferredContentSize = CGSize.zero
    /// Never called, unlike on iOS: there is no status bar.
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    /// Never called, unlike on iOS: there is no status bar.
    open var prefersStatusBarHidden: Bool { false }

    // MARK: The view

    private var loadedView: UIView?
    private var moreInsets = UIEdgeInsets.zero
    private var style = UIUserInterfaceStyle.unspecified

    /// The view. Reading this property loads the view.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loadedView
        }
        set {
            loadedView?.controller = nil
            loadedView = newValue
            newValue?.controller = self
        }
    }

    public var viewIfLoaded: UIView? { loadedView }
    public var isViewLoaded: Bool { loadedView != nil }

    public func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        viewDidLoad()
    }

    open func loadView() {
        if let interface {
            view = interface.makeView(for: self) ?? UIView(frame: UIScreen.main.bounds)
        } else if !UINib.load(nibName, for: self) {
            view = UIView(frame: UIScreen.main.bounds)
        }
    }
    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
    open func viewIsAppearing(_ animated: Bool) {}
    open func viewDidAppear(_ animated: Bool) {}
    open func viewWillDisappear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}
    /// Called when the view appears, and at no other time, unlike on iOS: nothing is laid out.
    open func viewWillLayoutSubviews() {}
    open func viewDidLayoutSubviews() {}
    /// Called when memory is short (LC-22).
    open func didReceiveMemoryWarning() {}
    /// Performs a segue of the storyboard. An unknown identifier raises an exception, as on iOS.
    open func performSegue(withIdentifier identifier: String, sender: Any?) {
        if let segue = segues.first(where: { $0["identifier"] == identifier }) {
            return follow(segue, sender: sender, byUser: false)
        }
        AppleException(
            name: "NSInvalidArgumentException",
            reason: "Receiver (\(self)) has no segue with identifier '\(identifier)'", rule: "LC-01"
        ).raise(in: .current)
    }
    open func awakeFromNib() {}
    open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }
    open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}
    /// Never called, unlike on iOS.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    /// Never called, unlike on iOS.
    open func viewSafeAreaInsetsDidChange() {}
    /// Stored, but without effect, unlike on iOS.
    open var additionalSafeAreaInsets: UIEdgeInsets {
        get { moreInsets }
        set { moreInsets = newValue }
    }
    /// Stored, but without effect, unlike on iOS.
    open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { style }
        set { style = newValue }
    }
    /// Has no effect, unlike on iOS: there is no status bar.
    open func setNeedsStatusBarAppearanceUpdate() {}

    override open func setInterfaceOutlet(_ name: String, to value: Any?) -> Bool {
        guard name == "view" else { return super.setInterfaceOutlet(name, to: value) }
        view = value as? UIView
        return true
    }

    override open var next: UIEventResponder? { parent ?? presentingViewController ?? viewIfLoaded?.window }

    // MARK: Appearing

    private(set) var appears = false

    /// Makes this controller and its visible children appear or disappear.
    func setAppears(_ flag: Bool, animated: Bool) {
        guard flag != appears else { return }
        // The view is loaded first, as this may add children, which must appear, too.
        if flag { loadViewIfNeeded() }
        appears = flag
        if flag {
            viewWillAppear(animated)
            viewIsAppearing(animated)
            viewWillLayoutSubviews()
            viewDidLayoutSubviews()
            visibleChildren.forEach { $0.setAppears(true, animated: animated) }
            viewDidAppear(animated)
        } else {
            viewWillDisappear(animated)
            visibleChildren.forEach { $0.setAppears(false, animated: animated) }
            viewDidDisappear(animated)
        }
    }

    /// An object with further content of this controller, such as SwiftUI views; `nil` if there is none.
    package weak var hosted: (any TouchHost)?

    /// The children that the user sees while this controller is on the screen.
    var visibleChildren: [UIViewController] { children }

    /// The window of the controller that contains or presents this controller; `nil` if there is none.
    var windowOfContainer: UIWindow? {
        if let parent { return parent.visibleChildren.contains(self) ? parent.viewIfLoaded?.window : nil }
        return presentingViewController?.viewIfLoaded?.window
    }

    /// Calls `didReceiveMemoryWarning()` of this controller, its children and the controllers that they present.
    func warnOfMemory() {
        didReceiveMemoryWarning()
        children.forEach { $0.warnOfMemory() }
        presentedViewController?.warnOfMemory()
    }

    // MARK: Containing others

    open func addChild(_ childController: UIViewController) {
        childController.removeFromParent()
        childController.willMove(toParent: self)
        children.append(childController)
        childController.parent = self
    }

    open func removeFromParent() {
        guard let parent else { return }
        setAppears(false, animated: false)
        parent.children.removeAll { $0 === self }
        self.parent = nil
        didMove(toParent: nil)
    }

    open func willMove(toParent parent: UIViewController?) {}
    open func didMove(toParent parent: UIViewController?) {
        if let parent { setAppears(parent.appears && parent.visibleChildren.contains(self), animated: false) }
    }

    public var navigationController: UINavigationController? {
        parent.flatMap { $0 as? UINavigationController ?? $0.navigationController }
    }

    public var tabBarController: UITabBarController? {
        parent.flatMap { $0 as? UITabBarController ?? $0.tabBarController }
    }

    open func show(_ viewController: UIViewController, sender: Any?) {
        if let navigationController {
            navigationController.pushViewController(viewController, animated: true)
        } else {
            present(viewController, animated: true)
        }
    }

    // MARK: Presenting others

    /// Presents a view controller. Has no effect if this controller already presents one.
    ///
    /// - Parameter completion: called when `viewControllerToPresent` has appeared, before this method returns.
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {
        guard presentedViewController == nil else { return }
        presentedViewController = viewControllerToPresent
        viewControllerToPresent.presentingViewController = self
        viewControllerToPresent.isBeingPresented = true
        viewControllerToPresent.setAppears(true, animated: flag)
        (viewControllerToPresent as? any SystemController)?.isPresented()
        viewControllerToPresent.isBeingPresented = false
        completion?()
    }

    /// Dismisses the controller that this controller presents. If it presents none, dismisses this controller itself.
    ///
    /// - Parameter completion: called when the controller has disappeared, before this method returns.
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        guard let presented = presentedViewController else {
            guard let presenting = presentingViewController else {
                completion?()
                return
            }
            return presenting.dismiss(animated: flag, completion: completion)
        }
        presented.isBeingDismissed = true
        presented.setAppears(false, animated: flag)
        (presented as? any SystemController)?.isWithdrawn()
        presented.isBeingDismissed = false
        presentedViewController = nil
        presented.presentingViewController = nil
        completion?()
    }
}

/// The values have no effect, unlike on iOS.
public enum UIModalPresentationStyle: Int, Sendable {
    case fullScreen, pageSheet, formSheet, currentContext, custom, overFullScreen, overCurrentContext, popover
    case none = -1
    case automatic = -2
}

/// The values have no effect, unlike on iOS.
public enum UIModalTransitionStyle: Int, Sendable {
    case coverVertical, flipHorizontal, crossDissolve, partialCurl
}

/// The style of the status bar; without effect, unlike on iOS: there is no status bar.
public enum UIStatusBarStyle: Int, Sendable {
    case `default`, lightContent
    case darkContent = 3
}

/// A controller of the system's, such as an alert, that reports its presentation to the runner.
@MainActor
package protocol SystemController: UIViewController {
    /// Called when this controller has come to the screen.
    func isPresented()
    /// Called when the app or the user has dismissed this controller.
    func isWithdrawn()
}

extension SystemController {
    package func isWithdrawn() {}
}
