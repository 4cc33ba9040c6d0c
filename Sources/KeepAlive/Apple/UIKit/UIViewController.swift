import Foundation
import KeepAlivePolicy

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

    /// Creates a controller without a nib.
    override public convenience init() { self.init(nibName: nil, bundle: nil) }

    /// Creates a controller of a storyboard. Its view, its segues and the rest come from the storyboard.
    public required init?(coder: NSCoder) {
        nibName = nil
        nibBundle = nil
        super.init()
    }

    /// The storyboard that it comes from.
    public internal(set) var storyboard: UIStoryboard?
    /// What makes its view, if it comes from a storyboard.
    var interface: InterfaceLoader?
    /// The ways that lead from it.
    var segues: [InterfaceElement] = []
    /// The nib that it was created with.
    public let nibName: String?
    /// The bundle of that nib.
    public let nibBundle: Bundle?
    /// The title.
    open var title: String?
    /// What stands in the bar of a navigation controller.
    open private(set) lazy var navigationItem = UINavigationItem(title: title ?? "")
    /// What stands in the bar of a tab bar controller.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open lazy var tabBarItem: UITabBarItem! = UITabBarItem(title: title, image: nil, tag: 0)
    /// The controller that it presents.
    public private(set) var presentedViewController: UIViewController?
    /// The controller that presents it.
    public private(set) weak var presentingViewController: UIViewController?
    /// The controller that contains it.
    public private(set) weak var parent: UIViewController?
    /// The controllers that it contains.
    public private(set) var children: [UIViewController] = []
    /// True while it is taken away.
    public internal(set) var isBeingDismissed = false
    /// True while it is presented.
    public internal(set) var isBeingPresented = false
    /// How it covers the one that presents it; kept, and without effect here.
    open var modalPresentationStyle = UIModalPresentationStyle.automatic
    /// How it comes onto the screen; kept, and without effect here.
    open var modalTransitionStyle = UIModalTransitionStyle.coverVertical
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
    /// True if it covers the bar under it when it is pushed; kept, and without effect here.
    open var hidesBottomBarWhenPushed = false
    /// True if what it presents covers it alone; kept, and without effect here.
    open var definesPresentationContext = false
    /// Under which bars it reaches; kept, and without effect here.
    open var edgesForExtendedLayout = UIRectEdge.all
    /// True if it reaches under bars that are opaque; kept, and without effect here.
    open var extendedLayoutIncludesOpaqueBars = false
    /// True while the user changes what it shows.
    open var isEditing = false
    /// What stands in the bar under it.
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
    /// True while it goes out of the controller that contained it.
    public internal(set) var isMovingFromParent = false
    /// Has the user change what it shows, or not.
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
    /// The controller of two columns that contains it.
    public var splitViewController: UISplitViewController? {
        parent.flatMap { $0 as? UISplitViewController ?? $0.splitViewController }
    }
    /// Shows another one at the side, or presented.
    open func showDetailViewController(_ vc: UIViewController, sender: Any?) {
        if let splitViewController {
            splitViewController.showDetailViewController(vc, sender: sender)
        } else {
            present(vc, animated: true)
        }
    }
    /// True if the user cannot take it away by a gesture; kept, and without effect here.
    open var isModalInPresentation = false
    /// The size that it would have in another one; kept, and without effect here.
    open var preferredContentSize = CGSize.zero
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

    /// The view, if it is loaded.
    public var viewIfLoaded: UIView? { loadedView }
    /// True once the view is loaded.
    public var isViewLoaded: Bool { loadedView != nil }

    /// Makes the view, unless it is there.
    public func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        viewDidLoad()
    }

    /// Makes the view.
    open func loadView() {
        if let interface {
            view = interface.makeView(for: self) ?? UIView(frame: UIScreen.main.bounds)
        } else if !UINib.load(nibName, for: self) {
            view = UIView(frame: UIScreen.main.bounds)
        }
    }
    /// The view is there.
    open func viewDidLoad() {}
    /// The view is about to come onto the screen.
    open func viewWillAppear(_ animated: Bool) {}
    /// The view is coming onto the screen, and in its place.
    open func viewIsAppearing(_ animated: Bool) {}
    /// The view is on the screen.
    open func viewDidAppear(_ animated: Bool) {}
    /// The view is about to leave the screen.
    open func viewWillDisappear(_ animated: Bool) {}
    /// The view has left the screen.
    open func viewDidDisappear(_ animated: Bool) {}
    /// The view is about to be laid out. There is no layout here: it is called when it appears.
    open func viewWillLayoutSubviews() {}
    /// The view is laid out.
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
    /// It has come out of a storyboard.
    open func awakeFromNib() {}
    /// Returns whether the user may follow a segue by a tap.
    open func shouldPerformSegue(withIdentifier identifier: String, sender: Any?) -> Bool { true }
    /// It is about to follow a segue.
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

    /// Contains another controller.
    open func addChild(_ childController: UIViewController) {
        childController.removeFromParent()
        childController.willMove(toParent: self)
        children.append(childController)
        childController.parent = self
    }

    /// Is contained no longer.
    open func removeFromParent() {
        guard let parent else { return }
        setAppears(false, animated: false)
        parent.children.removeAll { $0 === self }
        self.parent = nil
        didMove(toParent: nil)
    }

    /// It is about to be contained by another one.
    open func willMove(toParent parent: UIViewController?) {}
    /// It is contained by another one, and on the screen if that is.
    open func didMove(toParent parent: UIViewController?) {
        if let parent { setAppears(parent.appears && parent.visibleChildren.contains(self), animated: false) }
    }

    /// The navigation controller that contains it.
    public var navigationController: UINavigationController? {
        parent.flatMap { $0 as? UINavigationController ?? $0.navigationController }
    }

    /// The tab bar controller that contains it.
    public var tabBarController: UITabBarController? {
        parent.flatMap { $0 as? UITabBarController ?? $0.tabBarController }
    }

    /// Shows another one in the place that is usual: in the navigation controller, or presented.
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
        viewControllerToPresent.isPresented()
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

/// How a controller covers the one that presents it; without effect here.
public enum UIModalPresentationStyle: Int, Sendable {
    /// The whole screen.
    case fullScreen = 0
    /// Most of the screen.
    case pageSheet = 1
    /// A part in the middle.
    case formSheet = 2
    /// The one that presents it.
    case currentContext = 3
    /// As the controller says.
    case custom = 4
    /// The whole screen, over what is there.
    case overFullScreen = 5
    /// The one that presents it, over what is there.
    case overCurrentContext = 6
    /// Beside what it belongs to.
    case popover = 7
    /// Nothing.
    case none = -1
    /// As the system says.
    case automatic = -2
}

/// How a controller comes onto the screen; without effect here.
public enum UIModalTransitionStyle: Int, Sendable {
    /// From below.
    case coverVertical = 0
    /// By turning.
    case flipHorizontal = 1
    /// By fading.
    case crossDissolve = 2
    /// By turning a page.
    case partialCurl = 3
}

/// How the text of the status bar looks; there is none here.
public enum UIStatusBarStyle: Int, Sendable {
    /// As the system says.
    case `default` = 0
    /// Light.
    case lightContent = 1
    /// Dark.
    case darkContent = 3
}
