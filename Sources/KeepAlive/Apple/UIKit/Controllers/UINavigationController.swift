import Foundation

/// A stack of controllers, the last of which is on the screen.
open class UINavigationController: UIViewController {
    /// The bar over them.
    public let navigationBar = UINavigationBar()
    /// The bar under them.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open private(set) lazy var toolbar: UIToolbar! = UIToolbar()
    /// Recognizes the finger that leads back; not made here.
    public private(set) lazy var interactivePopGestureRecognizer: UIGestureRecognizer? =
        UIScreenEdgePanGestureRecognizer()
    /// True if the bar is hidden while something is moved; kept, and without effect here.
    open var hidesBarsOnSwipe = false
    /// Who is told which controller is shown.
    open weak var delegate: (any UINavigationControllerDelegate)?
    /// True if there is no bar under them.
    open var isToolbarHidden = true
    /// Shows or hides the bar under them.
    open func setToolbarHidden(_ hidden: Bool, animated: Bool) { isToolbarHidden = hidden }
    /// True if there is no bar.
    open var isNavigationBarHidden = false

    /// Creates a stack with a controller at the bottom.
    public init(rootViewController: UIViewController) {
        super.init(nibName: nil, bundle: nil)
        addChild(rootViewController)
        rootViewController.didMove(toParent: self)
    }

    /// Creates an empty stack.
    override public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// Creates a stack of a storyboard.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    /// The controllers, the lowest first.
    open var viewControllers: [UIViewController] {
        get { children }
        set { setViewControllers(newValue, animated: false) }
    }
    /// The controller on the screen.
    open var topViewController: UIViewController? { children.last }
    /// The controller on the screen, or what the top one presents.
    open var visibleViewController: UIViewController? {
        topViewController?.presentedViewController ?? topViewController
    }

    override var visibleChildren: [UIViewController] { children.suffix(1) }

    /// Puts a controller on top.
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

    /// Takes the top controller away; the lowest one stays.
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

    /// Takes all but the lowest controller away.
    @discardableResult
    open func popToRootViewController(animated: Bool) -> [UIViewController]? {
        var gone: [UIViewController] = []
        while let top = popViewController(animated: animated) { gone.insert(top, at: 0) }
        return gone
    }

    /// Takes all controllers above one away.
    @discardableResult
    open func popToViewController(_ viewController: UIViewController, animated: Bool) -> [UIViewController]? {
        guard children.contains(viewController) else { return nil }
        var gone: [UIViewController] = []
        while topViewController !== viewController, let top = popViewController(animated: animated) {
            gone.insert(top, at: 0)
        }
        return gone
    }

    /// Sets the stack.
    open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
        let top = topViewController
        if appears, top !== viewControllers.last { top?.setAppears(false, animated: animated) }
        for child in children where !viewControllers.contains(child) { child.removeFromParent() }
        for controller in viewControllers { addChild(controller) }
        if appears { topViewController?.setAppears(true, animated: animated) }
    }

    /// Shows or hides the bar.
    open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) { isNavigationBarHidden = hidden }
}

/// Who is told which controller of a stack is shown.
@preconcurrency @MainActor
public protocol UINavigationControllerDelegate: AnyObject {
    /// A controller is about to be shown.
    func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool)
    /// A controller is shown.
    func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)
}

extension UINavigationControllerDelegate {
    /// Nothing to do.
    public func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
    ) {}
    /// Nothing to do.
    public func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
    ) {}
}

/// What stands in a navigation bar for a controller.
@preconcurrency @MainActor
open class UINavigationItem: NSObject {
    /// The words.
    open var title: String?
    /// What stands there instead.
    open var titleView: UIView?
    /// The words over it.
    open var prompt: String?
    /// The button at the left.
    open var leftBarButtonItem: UIBarButtonItem?
    /// The button at the right.
    open var rightBarButtonItem: UIBarButtonItem?
    /// The buttons at the left.
    open var leftBarButtonItems: [UIBarButtonItem]?
    /// The buttons at the right.
    open var rightBarButtonItems: [UIBarButtonItem]?
    /// What is looked for under it.
    open var searchController: UISearchController?
    /// True if that is hidden while something is moved; kept, and without effect here.
    open var hidesSearchBarWhenScrolling = true
    /// True if its buttons stand beside the one that leads back; kept, and without effect here.
    open var leftItemsSupplementBackButton = false
    /// How the bar looks for it; kept, and without effect here.
    open var standardAppearance: UINavigationBarAppearance?
    /// How it looks over the beginning of what is scrolled; kept, and without effect here.
    open var scrollEdgeAppearance: UINavigationBarAppearance?
    /// Sets the button at the right.
    open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) { rightBarButtonItem = item }
    /// Sets the button at the left.
    open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) { leftBarButtonItem = item }
    /// Sets the buttons at the right.
    open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { rightBarButtonItems = items }
    /// Sets the buttons at the left.
    open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) { leftBarButtonItems = items }
    /// Shows the button that leads back, or hides it.
    open func setHidesBackButton(_ hidesBackButton: Bool, animated: Bool) { self.hidesBackButton = hidesBackButton }
    /// The button that leads back.
    open var backBarButtonItem: UIBarButtonItem?
    /// True if there is none.
    open var hidesBackButton = false
    /// How large the title is; kept, and without effect here.
    open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic

    /// How the button that leads here looks; kept, and without effect here.
    open var backButtonDisplayMode = BackButtonDisplayMode.default
    /// The words of the button that leads here.
    open var backButtonTitle: String?

    /// How a button that leads back looks; without effect here.
    public enum BackButtonDisplayMode: Int, Sendable {
        /// With words.
        case `default` = 0
        /// With few words.
        case generic = 1
        /// Without words.
        case minimal = 2
    }

    /// How large a title is; without effect here.
    public enum LargeTitleDisplayMode: Int, Sendable {
        /// As the one before.
        case automatic = 0
        /// Large.
        case always = 1
        /// Small.
        case never = 2
    }

    /// Creates an item.
    public init(title: String) {
        self.title = title
        super.init()
    }
}

/// The bar of a navigation controller.
open class UINavigationBar: UIView {
    /// The color behind it.
    open var barTintColor: UIColor?
    /// True if what is under it is seen.
    open var isTranslucent = true
    /// How it looks; kept, and without effect here.
    open var barStyle = UIBarStyle.default
    /// The picture of its shadow; kept, and without effect here.
    open var shadowImage: UIImage?
    /// How it looks where there is little room, over the beginning of what is scrolled; kept, and without effect here.
    open var compactScrollEdgeAppearance: UINavigationBarAppearance?
    /// Sets the picture behind it; without effect here.
    open func setBackgroundImage(_ backgroundImage: UIImage?, for barMetrics: UIBarMetrics) {}
    /// True if its titles are large.
    open var prefersLargeTitles = false
    /// How it looks; kept, and without effect here.
    open var standardAppearance = UINavigationBarAppearance()
    /// How it looks over the beginning of what is scrolled; kept, and without effect here.
    open var scrollEdgeAppearance: UINavigationBarAppearance?
    /// How it looks where there is little room; kept, and without effect here.
    open var compactAppearance: UINavigationBarAppearance?
    /// The picture of the button that leads back; kept, and without effect here.
    open var backIndicatorImage: UIImage?
    /// Where that is seen; kept, and without effect here.
    open var backIndicatorTransitionMaskImage: UIImage?
    /// How its title looks; kept, and without effect here.
    open var titleTextAttributes: [NSAttributedString.Key: Any]?
    /// How its large title looks; kept, and without effect here.
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any]?
}

/// How a navigation bar looks; kept, and without effect here.
@preconcurrency @MainActor
open class UINavigationBarAppearance {
    /// The color behind it.
    open var backgroundColor: UIColor?
    /// The color of the line under it.
    open var shadowColor: UIColor?
    /// How its title looks.
    open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
    /// How its large title looks.
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:]

    /// Creates the usual looks.
    public init() {}

    /// Makes it opaque.
    open func configureWithOpaqueBackground() {}
    /// Makes it as usual.
    open func configureWithDefaultBackground() {}
    /// Makes it transparent.
    open func configureWithTransparentBackground() {}
    /// Sets the pictures of the button that leads back.
    open func setBackIndicatorImage(_ image: UIImage?, transitionMaskImage: UIImage?) {}
}

/// A button in a bar.
@preconcurrency @MainActor
open class UIBarButtonItem: NSObject {
    /// A button that the system draws.
    public enum SystemItem: Int, Sendable {
        /// What it stands for.
        case done = 0, cancel, edit, save, add, flexibleSpace, fixedSpace, compose, reply, action, organize, bookmarks
        /// What it stands for.
        case search, refresh, stop, camera, trash, play, pause, rewind, fastForward, undo, redo, close = 24
    }
    /// How it looks; without effect here.
    public enum Style: Int, Sendable {
        /// As usual.
        case plain = 0
        /// For the end of something.
        case done = 2
    }

    /// The words.
    open var title: String?
    /// The picture.
    open var image: UIImage?
    /// What stands there instead.
    open var customView: UIView?
    /// True if the user can use it.
    open var isEnabled = true
    /// A number by which the app finds it.
    open var tag = 0
    /// What is done when it is tapped, instead of the method.
    open var primaryAction: UIAction?
    /// The color.
    open var tintColor: UIColor?
    /// Whose method is called; not kept alive.
    open weak var target: AnyObject?
    /// The method that is called.
    open var action: Selector?
    /// The name by which a test finds it.
    open var accessibilityIdentifier: String?
    /// The words for those who do not see it.
    open var accessibilityLabel: String?
    /// What it does, for those who do not see it.
    open var accessibilityHint: String?
    /// Its value, for those who do not see it.
    open var accessibilityValue: String?
    /// True if it stands for itself to those who do not see it.
    open var isAccessibilityElement = true
    /// How wide it is, in points; 0 for as wide as its words.
    open var width: CGFloat = 0
    /// The menu that it opens; nobody opens it here.
    open var menu: UIMenu?
    /// How it looks.
    open var style = Style.plain
    /// Where its picture stands; kept, and without effect here.
    open var imageInsets = UIEdgeInsets.zero
    /// Sets how its words look; without effect here.
    open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {}
    /// Returns what is free between buttons, as wide as there is room.
    public class func flexibleSpace() -> UIBarButtonItem {
        UIBarButtonItem(barButtonSystemItem: .flexibleSpace, target: nil, action: nil)
    }
    /// Returns what is free between buttons, of a width.
    public class func fixedSpace(_ width: CGFloat) -> UIBarButtonItem {
        let space = UIBarButtonItem(barButtonSystemItem: .fixedSpace, target: nil, action: nil)
        space.width = width
        return space
    }

    /// Creates a button with words.
    public convenience init(title: String?, style: Style, target: Any?, action: Selector?) {
        self.init()
        self.title = title
        self.style = style
        self.target = target.map { $0 as AnyObject }
        self.action = action
    }

    /// Creates a button with a picture.
    public convenience init(image: UIImage?, style: Style, target: Any?, action: Selector?) {
        self.init(title: nil, style: style, target: target, action: action)
        self.image = image
    }

    /// Creates a button that the system draws.
    public convenience init(barButtonSystemItem systemItem: SystemItem, target: Any?, action: Selector?) {
        self.init(title: "\(systemItem)", style: .plain, target: target, action: action)
    }

    /// Creates a button that performs an action.
    public convenience init(primaryAction: UIAction?) {
        self.init(title: primaryAction?.title, style: .plain, target: nil, action: nil)
        self.primaryAction = primaryAction
    }

    /// Creates a button of a view.
    public convenience init(customView: UIView) {
        self.init()
        self.customView = customView
    }
}

/// The room that a bar has; without effect here.
public enum UIBarMetrics: Int, Sendable {
    /// Upright.
    case `default` = 0
    /// Lying.
    case compact = 1
    /// Upright, with words over it.
    case defaultPrompt = 101
    /// Lying, with words over it.
    case compactPrompt = 102
}
