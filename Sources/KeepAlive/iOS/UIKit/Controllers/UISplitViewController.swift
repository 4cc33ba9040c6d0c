import Foundation

/// Shows one of several view controllers, as iOS does on an iPhone.
open class UISplitViewController: UIViewController {
    public enum DisplayMode: Int, Sendable {
        case automatic = 0, secondaryOnly, oneBesideSecondary, oneOverSecondary
    }
    public enum Style: Int, Sendable {
        case unspecified = 0, doubleColumn, tripleColumn
    }
    public enum Column: Int, Sendable {
        case primary = 0, supplementary, secondary, compact
    }

    public let style: Style
    open weak var delegate: (any UISplitViewControllerDelegate)?
    @WithoutEffect open var preferredDisplayMode = DisplayMode.automatic
    open var displayMode: DisplayMode { .secondaryOnly }
    /// Always true, as on an iPhone, which has room for one column only.
    open var isCollapsed: Bool { true }
    @WithoutEffect open var presentsWithGesture = true
    @WithoutEffect open var maximumPrimaryColumnWidth = UISplitViewController.automaticDimension
    @WithoutEffect open var minimumPrimaryColumnWidth = UISplitViewController.automaticDimension
    @WithoutEffect open var preferredPrimaryColumnWidthFraction = UISplitViewController.automaticDimension
    private var columns: [Column: UIViewController] = [:]

    public nonisolated static let automaticDimension: CGFloat = -1

    public init(style: Style) {
        self.style = style
        super.init(nibName: nil, bundle: nil)
    }

    override public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        style = .unspecified
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    public required init?(coder: NSCoder) {
        style = .unspecified
        super.init(coder: coder)
    }

    open var viewControllers: [UIViewController] {
        get { order }
        set {
            let gone = order.filter { !newValue.contains($0) }
            order = newValue
            gone.forEach { $0.removeFromParent() }
            for child in newValue where child.parent !== self { addChild(child) }
            for child in newValue { child.didMove(toParent: self) }
        }
    }
    private var order: [UIViewController] = []

    /// The controller that is shown: the controller of the compact column if there is one, otherwise the one that the
    /// delegate chooses. By default that is the controller of the secondary column, or the last controller.
    override var visibleChildren: [UIViewController] {
        if let compact = columns[.compact] { return [compact] }
        guard style != .unspecified else {
            guard let first = order.first, let last = order.last, first !== last else { return order }
            let isLeftAway = delegate?.splitViewController(self, collapseSecondary: last, onto: first) ?? false
            return [isLeftAway ? first : last]
        }
        let proposed = Column.secondary
        let column =
            delegate?.splitViewController(self, topColumnForCollapsingToProposedTopColumn: proposed) ?? proposed
        return [columns[column] ?? order.last].compactMap { $0 }
    }

    open func setViewController(_ vc: UIViewController?, for column: Column) {
        columns[column] = vc
        viewControllers = [Column.primary, .supplementary, .secondary, .compact].compactMap { columns[$0] }
    }
    open func viewController(for column: Column) -> UIViewController? { columns[column] }
    /// Has no effect, unlike on iOS: the shown column stays the same.
    open func show(_ column: Column) {}
    /// Has no effect, unlike on iOS: the shown column stays the same.
    open func hide(_ column: Column) {}
    override open func showDetailViewController(_ vc: UIViewController, sender: Any?) {
        viewControllers = Array(viewControllers.prefix(1)) + [vc]
    }
}

@preconcurrency @MainActor
public protocol UISplitViewControllerDelegate: AnyObject {
    /// Returns true if `primaryViewController` is shown, false for `secondaryViewController`.
    func splitViewController(
        _ splitViewController: UISplitViewController, collapseSecondary secondaryViewController: UIViewController,
        onto primaryViewController: UIViewController
    ) -> Bool
    /// Never called, unlike on iOS.
    func splitViewController(
        _ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode)
    func splitViewController(
        _ svc: UISplitViewController,
        topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
    ) -> UISplitViewController.Column
}

extension UISplitViewControllerDelegate {
    public func splitViewController(
        _ splitViewController: UISplitViewController, collapseSecondary secondaryViewController: UIViewController,
        onto primaryViewController: UIViewController
    ) -> Bool { false }
    public func splitViewController(
        _ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode
    ) {}
    public func splitViewController(
        _ svc: UISplitViewController,
        topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
    ) -> UISplitViewController.Column { proposedTopColumn }
}

/// Shows view controllers as pages. Unlike on iOS, only the app turns pages, not the user.
open class UIPageViewController: UIViewController {
    /// How pages are turned; without effect, unlike on iOS.
    public enum TransitionStyle: Int, Sendable {
        case pageCurl = 0, scroll
    }
    public enum NavigationOrientation: Int, Sendable {
        case horizontal = 0, vertical
    }
    public enum NavigationDirection: Int, Sendable {
        case forward = 0, reverse
    }
    public struct OptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let interPageSpacing = OptionsKey(rawValue: "UIPageViewControllerOptionInterPageSpacingKey")
        public static let spineLocation = OptionsKey(rawValue: "UIPageViewControllerOptionSpineLocationKey")
    }

    public let transitionStyle: TransitionStyle
    public let navigationOrientation: NavigationOrientation
    open weak var dataSource: (any UIPageViewControllerDataSource)?
    /// The delegate; never called, unlike on iOS.
    open weak var delegate: (any UIPageViewControllerDelegate)?
    open var viewControllers: [UIViewController]? { children }

    public init(
        transitionStyle style: TransitionStyle, navigationOrientation: NavigationOrientation,
        options: [OptionsKey: Any]? = nil
    ) {
        transitionStyle = style
        self.navigationOrientation = navigationOrientation
        super.init(nibName: nil, bundle: nil)
    }

    public required init?(coder: NSCoder) {
        transitionStyle = .scroll
        navigationOrientation = .horizontal
        super.init(coder: coder)
    }

    /// Shows pages.
    ///
    /// - Parameter completion: called with true, before this method returns.
    open func setViewControllers(
        _ viewControllers: [UIViewController]?, direction: NavigationDirection, animated: Bool,
        completion: ((Bool) -> Void)? = nil
    ) {
        let pages = viewControllers ?? []
        children.filter { !pages.contains($0) }.forEach { $0.removeFromParent() }
        for page in pages where page.parent !== self {
            addChild(page)
            page.didMove(toParent: self)
        }
        completion?(true)
    }
}

/// The data source of a page view controller; never called, unlike on iOS: the user cannot turn pages.
@preconcurrency @MainActor
public protocol UIPageViewControllerDataSource: NSObjectProtocol {
    func pageViewController(
        _ pageViewController: UIPageViewController, viewControllerBefore viewController: UIViewController
    ) -> UIViewController?
    func pageViewController(
        _ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController
    ) -> UIViewController?
}

/// The delegate of a page view controller; never called, unlike on iOS.
@preconcurrency @MainActor
public protocol UIPageViewControllerDelegate: NSObjectProtocol {
    func pageViewController(
        _ pageViewController: UIPageViewController, willTransitionTo pendingViewControllers: [UIViewController])
    func pageViewController(
        _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController], transitionCompleted completed: Bool)
}

extension UIPageViewControllerDelegate {
    public func pageViewController(
        _ pageViewController: UIPageViewController, willTransitionTo pendingViewControllers: [UIViewController]
    ) {}
    public func pageViewController(
        _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController], transitionCompleted completed: Bool
    ) {}
}
