import Foundation
import KeepAliveModel

/// A controller of what is on the screen. There is no screen here: it loads its view when a window shows it, appears and
/// disappears, and knows what it presents and who presents it.
@preconcurrency @MainActor
open class UIViewController: UIEventResponder {
    /// Creates a controller.
    ///
    /// - Parameters:
    ///   - nibNameOrNil: the name of the xib with its view. `nil` for the one with the name of its class, if there is one.
    ///   - nibBundleOrNil: the bundle of the xib; `nil` for the app's.
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
    /// What makes its view, if it comes from a storyboard.
    var interface: InterfaceLoader?
    /// The ways that lead from it.
    var segues: [InterfaceElement] = []
    public let nibName: String?
    public let nibBundle: Bundle?
    open var title: String?
    open private(set) lazy var navigationItem = UINavigationItem(title: title ?? "")
    /// What stands in the bar of a tab bar controller.
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
    /// The ways in which it may be held; the screen is upright here.
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .allButUpsideDown }
    /// How it is held at first; the screen is upright here.
    open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .portrait }
    /// True if it turns with the device; the screen is upright here.
    open var shouldAutorotate: Bool { true }
    /// True if the mark at the lower edge is hidden; there is none here.
    open var prefersHomeIndicatorAutoHidden: Bool { false }
    /// Where gestures of the system wait for those of the app; none are made here.
    open var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { [] }
    @WithoutEffect open var hidesBottomBarWhenPushed = false
    @WithoutEffect open var definesPresentationContext = false
    @WithoutEffect open var edgesForExtendedLayout = UIRectEdge.all
    @WithoutEffect open var extendedLayoutIncludesOpaqueBars = false
    open var isEditing = false
    open var toolbarItems: [UIBarButtonItem]?
    /// Who moves it onto the screen; not asked here.
    open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?
    private lazy var presentation = UIPopoverPresentationController(
        presentedViewController: self, presenting: nil)
    /// How it is presented; kept, and without effect here.
    public var presentationController: UIPresentationController? { presentation }
    /// How it is presented beside something; kept, and without effect here.
    public var popoverPresentationController: UIPopoverPresentationController? {
        // That of a question is asked for in any style: it counts where there is much room.
        modalPresentationStyle == .popover || self is UIAlertController || self is UIActivityViewController
            ? presentation : nil
    }
    /// How it is presented as a sheet; kept, and without effect here.
    public private(set) lazy var sheetPresentationController: UISheetPresentationController? =
        UISheetPresentationController(presentedViewController: self, presenting: nil)
    /// Who moves it now; nobody does here.
    public var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { nil }
    /// True while it goes into a controller that contains it; never seen here.
    public var isMovingToParent: Bool { false }
    public internal(set) var isMovingFromParent = false
    open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }
    /// Its size is about to change; not called here.
    open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {}
    /// What the screen is like is about to change; not called here.
    open func willTransition(
        to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
    ) {}
    /// Has the ways asked for again in which it may be held; the screen is upright here.
    open func setNeedsUpdateOfSupportedInterfaceOrientations() {}
    /// Has it asked for again whether the mark at the lower edge is hidden; there is none here.
    open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}
    /// Turns the screen to how the device is held: it is upright here.
    public class func attemptRotationToDeviceOrientation() {}
    /// The controller that says how the status bar looks; there is none here.
    open var childForStatusBarStyle: UIViewController? { nil }
    /// The controller that says whether the status bar is hidden; there is none here.
    open var childForStatusBarHidden: UIViewController? { nil }
    /// Its constraints are about to be set; not called here.
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
    /// How the text of the status bar looks; there is none here.
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    /// True if the status bar is hidden; there is none here.
    open var prefersStatusBarHidden: Bool { false }

    // MARK: The view

    private var loadedView: UIView?
    private var moreInsets = UIEdgeInsets.zero
    private var style = UIUserInterfaceStyle.unspecified

    /// The view. Asking for it loads it.
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

    /// Makes the view, unless it is there.
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
    /// The view is about to be laid out. There is no layout here: it is called when it appears.
    open func viewWillLayoutSubviews() {}
    open func viewDidLayoutSubviews() {}
    /// Memory runs short (LC-22).
    open func didReceiveMemoryWarning() {}
    /// Follows a way of its storyboard. As on iOS, it is an exception where there is no such way.
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
    /// The screen is like something else now; not called here.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    /// What is free of bars has changed; not called here.
    open func viewSafeAreaInsetsDidChange() {}
    /// What is to be free besides; kept, and without effect here.
    open var additionalSafeAreaInsets: UIEdgeInsets {
        get { moreInsets }
        set { moreInsets = newValue }
    }
    /// Light or dark, whatever the screen is; kept, and without effect here.
    open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { style }
        set { style = newValue }
    }
    /// The appearance of the status bar has changed; there is none here.
    open func setNeedsStatusBarAppearanceUpdate() {}

    override open func setInterfaceOutlet(_ name: String, to value: Any?) -> Bool {
        guard name == "view" else { return super.setInterfaceOutlet(name, to: value) }
        view = value as? UIView
        return true
    }

    override open var next: UIEventResponder? { parent ?? presentingViewController ?? viewIfLoaded?.window }

    // MARK: Appearing

    private(set) var appears = false

    /// Brings it onto the screen, or takes it away, with what it contains.
    func setAppears(_ flag: Bool, animated: Bool) {
        guard flag != appears else { return }
        // Loading may bring children, which appear with it.
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

    /// What it shows besides views: SwiftUI's.
    package weak var hosted: (any TouchHost)?

    /// The children that are on the screen when it is.
    var visibleChildren: [UIViewController] { children }

    /// The window of the controller that shows this one, as a child or presented.
    var windowOfContainer: UIWindow? {
        if let parent { return parent.visibleChildren.contains(self) ? parent.viewIfLoaded?.window : nil }
        return presentingViewController?.viewIfLoaded?.window
    }

    /// Tells all that are there that memory runs short.
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

    /// Presents a controller.
    ///
    /// - Parameter completion: called when it is shown.
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
        presented.setAppears(false, animated: flag)
        (presented as? any SystemController)?.isWithdrawn()
        presented.isBeingDismissed = false
        presentedViewController = nil
        presented.presentingViewController = nil
        completion?()
    }
}

/// How a controller covers the one that presents it; without effect here.
public enum UIModalPresentationStyle: Int, Sendable {
    case fullScreen, pageSheet, formSheet, currentContext, custom, overFullScreen, overCurrentContext, popover
    case none = -1
    case automatic = -2
}

/// How a controller comes onto the screen; without effect here.
public enum UIModalTransitionStyle: Int, Sendable {
    case coverVertical, flipHorizontal, crossDissolve, partialCurl
}

/// How the text of the status bar looks; there is none here.
public enum UIStatusBarStyle: Int, Sendable {
    case `default`, lightContent
    case darkContent = 3
}

/// A controller of the system that tells the device what it shows.
@MainActor
package protocol SystemController: UIViewController {
    /// It is on the screen now.
    func isPresented()
    /// It leaves the screen, by the app or by the user.
    func isWithdrawn()
}

extension SystemController {
    package func isWithdrawn() {}
}
