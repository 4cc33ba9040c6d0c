import Foundation

/// Two controllers side by side; where there is little room, as here, one over the other.
open class UISplitViewController: UIViewController {
    /// What is shown of both.
    public enum DisplayMode: Int, Sendable {
        /// In some way.
        case automatic = 0, secondaryOnly, oneBesideSecondary, oneOverSecondary
    }
    /// How many columns there are.
    public enum Style: Int, Sendable {
        /// As before iOS 14.
        case unspecified = 0, doubleColumn, tripleColumn
    }
    /// A column.
    public enum Column: Int, Sendable {
        /// The one at the left.
        case primary = 0, supplementary, secondary, compact
    }

    /// How many columns there are.
    public let style: Style
    /// Who decides what is shown.
    open weak var delegate: (any UISplitViewControllerDelegate)?
    /// What is to be shown; kept, and without effect here.
    open var preferredDisplayMode = DisplayMode.automatic
    /// What is shown: the second one.
    open var displayMode: DisplayMode { .secondaryOnly }
    /// True if only one of both is shown: there is the room of a phone.
    open var isCollapsed: Bool { true }
    /// True if a finger shows the first one; kept, and without effect here.
    open var presentsWithGesture = true
    /// The most of the first one, in points; kept, and without effect here.
    open var maximumPrimaryColumnWidth = UISplitViewController.automaticDimension
    /// The least of the first one, in points; kept, and without effect here.
    open var minimumPrimaryColumnWidth = UISplitViewController.automaticDimension
    /// The part of the first one; kept, and without effect here.
    open var preferredPrimaryColumnWidthFraction = UISplitViewController.automaticDimension
    private var columns: [Column: UIViewController] = [:]

    /// As wide as is needed.
    public nonisolated static let automaticDimension: CGFloat = -1

    /// Creates a controller of columns.
    public init(style: Style) {
        self.style = style
        super.init(nibName: nil, bundle: nil)
    }

    /// Creates one as before iOS 14.
    override public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        style = .unspecified
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    }

    /// Creates one of a storyboard.
    public required init?(coder: NSCoder) {
        style = .unspecified
        super.init(coder: coder)
    }

    /// The controllers, the first column first.
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

    /// The one that is shown: that for little room, or the one that the delegate names, or the last one.
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

    /// Sets the controller of a column.
    open func setViewController(_ vc: UIViewController?, for column: Column) {
        columns[column] = vc
        viewControllers = [Column.primary, .supplementary, .secondary, .compact].compactMap { columns[$0] }
    }
    /// Returns the controller of a column.
    open func viewController(for column: Column) -> UIViewController? { columns[column] }
    /// Shows a column; the last one is shown here.
    open func show(_ column: Column) {}
    /// Hides a column; the last one is shown here.
    open func hide(_ column: Column) {}
    /// Shows a controller in the second column.
    override open func showDetailViewController(_ vc: UIViewController, sender: Any?) {
        viewControllers = Array(viewControllers.prefix(1)) + [vc]
    }
}

/// Who decides what is shown of two columns where there is little room.
@preconcurrency @MainActor
public protocol UISplitViewControllerDelegate: AnyObject {
    /// Returns whether the second one is to be left away where there is little room.
    func splitViewController(
        _ splitViewController: UISplitViewController, collapseSecondary secondaryViewController: UIViewController,
        onto primaryViewController: UIViewController
    ) -> Bool
    /// Something else is about to be shown; not called here.
    func splitViewController(
        _ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode)
    /// Returns the column that is shown where there is little room.
    func splitViewController(
        _ svc: UISplitViewController,
        topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
    ) -> UISplitViewController.Column
}

extension UISplitViewControllerDelegate {
    /// It is not.
    public func splitViewController(
        _ splitViewController: UISplitViewController, collapseSecondary secondaryViewController: UIViewController,
        onto primaryViewController: UIViewController
    ) -> Bool { false }
    /// Nothing to do.
    public func splitViewController(
        _ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode
    ) {}
    /// As the system says.
    public func splitViewController(
        _ svc: UISplitViewController,
        topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
    ) -> UISplitViewController.Column { proposedTopColumn }
}

/// Controllers that the user turns as pages. Nobody turns them here: the app may.
open class UIPageViewController: UIViewController {
    /// How pages move; without effect here.
    public enum TransitionStyle: Int, Sendable {
        /// In some way.
        case pageCurl = 0, scroll
    }
    /// In which direction pages move.
    public enum NavigationOrientation: Int, Sendable {
        /// In some direction.
        case horizontal = 0, vertical
    }
    /// To which page.
    public enum NavigationDirection: Int, Sendable {
        /// To another one.
        case forward = 0, reverse
    }
    /// What is said of it at first.
    public struct OptionsKey: RawRepresentable, Hashable, Sendable {
        /// The text.
        public let rawValue: String

        /// Creates a name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// What is free between pages, in points.
        public static let interPageSpacing = OptionsKey(rawValue: "UIPageViewControllerOptionInterPageSpacingKey")
        /// Where the back of the pages is.
        public static let spineLocation = OptionsKey(rawValue: "UIPageViewControllerOptionSpineLocationKey")
    }

    /// How pages move.
    public let transitionStyle: TransitionStyle
    /// In which direction.
    public let navigationOrientation: NavigationOrientation
    /// Who makes the pages.
    open weak var dataSource: (any UIPageViewControllerDataSource)?
    /// Who is told that they are turned; not called here.
    open weak var delegate: (any UIPageViewControllerDelegate)?
    /// The pages that are shown.
    open var viewControllers: [UIViewController]? { children }

    /// Creates a controller of pages.
    public init(
        transitionStyle style: TransitionStyle, navigationOrientation: NavigationOrientation,
        options: [OptionsKey: Any]? = nil
    ) {
        transitionStyle = style
        self.navigationOrientation = navigationOrientation
        super.init(nibName: nil, bundle: nil)
    }

    /// Creates one of a storyboard.
    public required init?(coder: NSCoder) {
        transitionStyle = .scroll
        navigationOrientation = .horizontal
        super.init(coder: coder)
    }

    /// Shows pages.
    ///
    /// - Parameter completion: called with true.
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

/// Who makes pages; not asked here, where nobody turns them.
@preconcurrency @MainActor
public protocol UIPageViewControllerDataSource: NSObjectProtocol {
    /// Returns the page before one.
    func pageViewController(
        _ pageViewController: UIPageViewController, viewControllerBefore viewController: UIViewController
    ) -> UIViewController?
    /// Returns the page after one.
    func pageViewController(
        _ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController
    ) -> UIViewController?
}

/// Who is told that pages are turned; not called here.
@preconcurrency @MainActor
public protocol UIPageViewControllerDelegate: NSObjectProtocol {
    /// A page is about to be shown.
    func pageViewController(
        _ pageViewController: UIPageViewController, willTransitionTo pendingViewControllers: [UIViewController])
    /// A page is shown.
    func pageViewController(
        _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController], transitionCompleted completed: Bool)
}

extension UIPageViewControllerDelegate {
    /// Nothing to do.
    public func pageViewController(
        _ pageViewController: UIPageViewController, willTransitionTo pendingViewControllers: [UIViewController]
    ) {}
    /// Nothing to do.
    public func pageViewController(
        _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController], transitionCompleted completed: Bool
    ) {}
}
