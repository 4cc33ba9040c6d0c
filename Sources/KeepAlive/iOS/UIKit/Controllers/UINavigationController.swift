import Foundation

open class UINavigationController: UIViewController {
    public let navigationBar = UINavigationBar()
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open private(set) lazy var toolbar: UIToolbar! = UIToolbar()
    /// The recognizer of the back swipe; never recognizes a gesture, unlike on iOS.
    public private(set) lazy var interactivePopGestureRecognizer: UIGestureRecognizer? =
        UIScreenEdgePanGestureRecognizer()
    @WithoutEffect open var hidesBarsOnSwipe = false
    open weak var delegate: (any UINavigationControllerDelegate)?
    open var isToolbarHidden = true
    open func setToolbarHidden(_ hidden: Bool, animated: Bool) { isToolbarHidden = hidden }
    open var isNavigationBarHidden = false

    public init(rootViewController: UIViewController) {
        super.init(nibName: nil, bundle: nil)
        addChild(rootViewController)
        rootViewController.didMove(toParent: self)
    }

    override public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    open var viewControllers: [UIViewController] {
        get { children }
        set { setViewControllers(newValue, animated: false) }
    }
    open var topViewController: UIViewController? { children.last }
    open var visibleViewController: UIViewController? {
        topViewController?.presentedViewController ?? topViewController
    }

    override var visibleChildren: [UIViewController] { children.suffix(1) }

    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        let below = topViewController
        addChild(viewController)
        delegate?.navigationController(self, willShow: viewController, animated: animated)
        if appears {
            below?.setAppears(false, animated: animated)
            viewController.setAppears(true, animated: animated)
        }
        viewController.didMove(toParent: self)
        delegate?.navigationController(self, didShow: viewController, animated: animated)
    }

    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? {
        guard children.count > 1, let top = topViewController else { return nil }
        if appears { top.setAppears(false, animated: animated) }
        top.removeFromParent()
        if let shown = topViewController { delegate?.navigationController(self, willShow: shown, animated: animated) }
        if appears { topViewController?.setAppears(true, animated: animated) }
        if let shown = topViewController { delegate?.navigationController(self, didShow: shown, animated: animated) }
        return top
    }

    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? {
        var gone: [UIViewController] = []
        while let top = popViewController(animated: animated) { gone.insert(top, at: 0) }
        return gone
    }

    @discardableResult
    open func popToViewController(_ viewController: UIViewController, animated: Bool) -> [UIViewController]? {
        guard children.contains(viewController) else { return nil }
        var gone: [UIViewController] = []
        while topViewController !== viewController, let top = popViewController(animated: animated) {
            gone.insert(top, at: 0)
        }
        return gone
    }

    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
        let top = topViewController
        if appears, top !== viewControllers.last { top?.setAppears(false, animated: animated) }
        for child in children where !viewControllers.contains(child) { child.removeFromParent() }
        for controller in viewControllers { addChild(controller) }
        if appears { topViewController?.setAppears(true, animated: animated) }
    }

    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) { isNavigationBarHidden = hidden }
}

@preconcurrency @MainActor
public protocol UINavigationControllerDelegate: AnyObject {
    func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool)
    func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)
}

extension UINavigationControllerDelegate {
    public func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
    ) {}
    public func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
    ) {}
}

@preconcurrency @MainActor
open class UINavigationItem: NSObject {
    open var title: String?
    open var titleView: UIView?
    open var prompt: String?
    open var leftBarButtonItem: UIBarButtonItem?
    open var rightBarButtonItem: UIBarButtonItem?
    open var leftBarButtonItems: [UIBarButtonItem]?
    open var rightBarButtonItems: [UIBarButtonItem]?
    open var searchController: UISearchController?
    @WithoutEffect open var hidesSearchBarWhenScrolling = true
    @WithoutEffect open var leftItemsSupplementBackButton = false
    @WithoutEffect open var standardAppearance: UINavigationBarAppearance? = nil
    @WithoutEffect open var scrollEdgeAppearance: UINavigationBarAppearance? = nil
    open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) { rightBarButtonItem = item }
    open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) { leftBarButtonItem = item }
    open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { rightBarButtonItems = items }
    open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { leftBarButtonItems = items }
    open func setHidesBackButton(_ hidesBackButton: Bool, animated: Bool) { self.hidesBackButton = hidesBackButton }
    open var backBarButtonItem: UIBarButtonItem?
    open var hidesBackButton = false
    @WithoutEffect open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic

    @WithoutEffect open var backButtonDisplayMode = BackButtonDisplayMode.default
    open var backButtonTitle: String?

    /// How the back button looks; without effect, unlike on iOS.
    public enum BackButtonDisplayMode: Int, Sendable {
        case `default`, generic, minimal
    }

    /// When the title is large; without effect, unlike on iOS.
    public enum LargeTitleDisplayMode: Int, Sendable {
        case automatic, always, never
    }

    public init(title: String) {
        self.title = title
        super.init()
    }
}

open class UINavigationBar: UIView {
    open var barTintColor: UIColor?
    open var isTranslucent = true
    @WithoutEffect open var barStyle = UIBarStyle.default
    @WithoutEffect open var shadowImage: UIImage? = nil
    @WithoutEffect open var compactScrollEdgeAppearance: UINavigationBarAppearance? = nil
    open func setBackgroundImage(_ backgroundImage: UIImage?, for barMetrics: UIBarMetrics) {
        withoutEffect(UINavigationBar.self)
    }
    open var prefersLargeTitles = false
    @WithoutEffect open var standardAppearance = UINavigationBarAppearance()
    @WithoutEffect open var scrollEdgeAppearance: UINavigationBarAppearance? = nil
    @WithoutEffect open var compactAppearance: UINavigationBarAppearance? = nil
    @WithoutEffect open var backIndicatorImage: UIImage? = nil
    @WithoutEffect open var backIndicatorTransitionMaskImage: UIImage? = nil
    @WithoutEffect open var titleTextAttributes: [NSAttributedString.Key: Any]? = nil
    @WithoutEffect open var largeTitleTextAttributes: [NSAttributedString.Key: Any]? = nil
}

/// The look of a navigation bar; stored, but without effect, unlike on iOS.
@preconcurrency @MainActor
open class UINavigationBarAppearance {
    open var backgroundColor: UIColor?
    open var shadowColor: UIColor?
    open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:]

    public init() {}

    open func configureWithOpaqueBackground() {}
    open func configureWithDefaultBackground() {}
    open func configureWithTransparentBackground() {}
    open func setBackIndicatorImage(_ image: UIImage?, transitionMaskImage: UIImage?) {}
}

@preconcurrency @MainActor
open class UIBarButtonItem: NSObject {
    public enum SystemItem: Int, Sendable {
        case done = 0, cancel, edit, save, add, flexibleSpace, fixedSpace, compose, reply, action, organize, bookmarks
        case search, refresh, stop, camera, trash, play, pause, rewind, fastForward, undo, redo, close = 24
    }
    /// The look of a bar button; without effect, unlike on iOS.
    public enum Style: Int, Sendable {
        case plain
        case done = 2
    }

    open var title: String?
    open var image: UIImage?
    open var customView: UIView?
    open var isEnabled = true
    open var tag = 0
    open var primaryAction: UIAction?
    open var tintColor: UIColor?
    open weak var target: AnyObject?
    open var action: Selector?
    open var accessibilityIdentifier: String?
    open var accessibilityLabel: String?
    open var accessibilityHint: String?
    open var accessibilityValue: String?
    open var isAccessibilityElement = true
    open var width: CGFloat = 0
    /// The menu of the button; stored, but never opened, unlike on iOS.
    open var menu: UIMenu?
    open var style = Style.plain
    @WithoutEffect open var imageInsets = UIEdgeInsets.zero
    open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {
        withoutEffect(UIBarButtonItem.self)
    }
    public class func flexibleSpace() -> UIBarButtonItem {
        UIBarButtonItem(barButtonSystemItem: .flexibleSpace, target: nil, action: nil)
    }
    public class func fixedSpace(_ width: CGFloat) -> UIBarButtonItem {
        let space = UIBarButtonItem(barButtonSystemItem: .fixedSpace, target: nil, action: nil)
        space.width = width
        return space
    }

    public convenience init(title: String?, style: Style, target: Any?, action: Selector?) {
        self.init()
        self.title = title
        self.style = style
        self.target = target.map { $0 as AnyObject }
        self.action = action
    }

    public convenience init(image: UIImage?, style: Style, target: Any?, action: Selector?) {
        self.init(title: nil, style: style, target: target, action: action)
        self.image = image
    }

    public convenience init(barButtonSystemItem systemItem: SystemItem, target: Any?, action: Selector?) {
        self.init(title: "\(systemItem)", style: .plain, target: target, action: action)
    }

    public convenience init(primaryAction: UIAction?) {
        self.init(title: primaryAction?.title, style: .plain, target: nil, action: nil)
        self.primaryAction = primaryAction
    }

    public convenience init(customView: UIView) {
        self.init()
        self.customView = customView
    }
}

/// The heights of a bar for which a look is set; without effect, unlike on iOS.
public enum UIBarMetrics: Int, Sendable {
    case `default`, compact
    case defaultPrompt = 101
    case compactPrompt
}
