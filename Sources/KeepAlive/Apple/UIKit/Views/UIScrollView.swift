import Foundation

/// A view of something larger.
open class UIScrollView: UIView, UIScrolling {
    /// Whether the bars count as a margin; without effect here.
    public enum ContentInsetAdjustmentBehavior: Int, Sendable {
        /// As the system says.
        case automatic = 0
        /// Where it can be moved.
        case scrollableAxes = 1
        /// No.
        case never = 2
        /// Yes.
        case always = 3
    }

    /// When moving it hides the keyboard; without effect here.
    public enum KeyboardDismissMode: Int, Sendable {
        /// Never.
        case none = 0
        /// At once.
        case onDrag = 1
        /// When a finger moves over it.
        case interactive = 2
    }

    /// The size of the larger thing.
    open var contentSize = CGSize.zero
    /// Which part of it is shown. The delegate is told of changes.
    open var contentOffset = CGPoint.zero {
        didSet { if oldValue != contentOffset { scrollDelegate?.scrollViewDidScroll(self) } }
    }
    /// What is free around it.
    open var contentInset = UIEdgeInsets.zero
    /// What is free around it, with the bars.
    open var adjustedContentInset: UIEdgeInsets { contentInset }
    /// Whether the bars count as a margin; kept, and without effect here.
    open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
    /// What is free around the marks of its place; kept, and without effect here.
    open var scrollIndicatorInsets = UIEdgeInsets.zero
    /// True if the user may move it.
    open var isScrollEnabled = true
    /// True if it stands at whole pages alone; kept, and without effect here.
    open var isPagingEnabled = false
    /// True if it can be moved over its edge; kept, and without effect here.
    open var bounces = true
    /// True if it can be so upright, however small; kept, and without effect here.
    open var alwaysBounceVertical = false
    /// True if it can be so across, however small; kept, and without effect here.
    open var alwaysBounceHorizontal = false
    /// True if there is a mark of its place at the side; kept, and without effect here.
    open var showsVerticalScrollIndicator = true
    /// True if there is a mark of its place below; kept, and without effect here.
    open var showsHorizontalScrollIndicator = true
    /// When moving it hides the keyboard; kept, and without effect here.
    open var keyboardDismissMode = KeyboardDismissMode.none
    /// True if a tap on the status bar leads to its top; kept, and without effect here.
    open var scrollsToTop = true
    /// How large what it shows is, of its size.
    open var zoomScale: CGFloat = 1
    /// The least of that.
    open var minimumZoomScale: CGFloat = 1
    /// The most of that.
    open var maximumZoomScale: CGFloat = 1
    /// True while a finger is on it; none is here.
    open var isTracking: Bool { false }
    /// True while a finger moves it; none does here.
    open var isDragging: Bool { false }
    /// True while it goes on by itself; it does not here.
    open var isDecelerating: Bool { false }
    /// What has its rows loaded again when it is pulled.
    open var refreshControl: UIRefreshControl?
    /// Who is told that it moves: its delegate, or that of a table.
    var scrollDelegate: (any UIScrollViewDelegate)? { ownDelegate }
    fileprivate weak var ownDelegate: (any UIScrollViewDelegate)?

    override open func setInterfaceOutlet(_ name: String, to value: Any?) -> Bool {
        guard name == "delegate" else { return super.setInterfaceOutlet(name, to: value) }
        ownDelegate = value as? any UIScrollViewDelegate
        return true
    }

    /// Shows a part.
    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        let moves = animated && contentOffset != self.contentOffset
        self.contentOffset = contentOffset
        guard moves else { return }
        Movement.ends(after: 0.3) { [weak self] _ in
            MainActor.assumeIsolated {
                guard let self else { return }
                self.scrollDelegate?.scrollViewDidEndScrollingAnimation(self)
            }
        }
    }
    /// Shows a part; there is no layout here.
    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {}
    /// Shows it larger or smaller.
    open func setZoomScale(_ scale: CGFloat, animated: Bool) { zoomScale = scale }
    /// Shows for a moment the marks of its place; there are none here.
    open func flashScrollIndicators() {}
}

/// A view of something larger. A table and its like have a delegate of a type of their own, which takes the place of this
/// one; a class could not override it.
@preconcurrency @MainActor
public protocol UIScrolling: AnyObject {}

extension UIScrolling where Self: UIScrollView {
    /// Who is told that it moves.
    public var delegate: (any UIScrollViewDelegate)? {
        get { scrollDelegate }
        set { ownDelegate = newValue }
    }
}

/// Who is told that a view of something larger moves.
@preconcurrency @MainActor
public protocol UIScrollViewDelegate: NSObjectProtocol {
    /// Another part is shown.
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    /// A finger begins to move it; not called here.
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
    /// A finger is about to leave it; not called here.
    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>)
    /// A finger has left it; not called here.
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    /// It stands; not called here.
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
    /// A movement by the app is over.
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
    /// Returns what gets larger and smaller; not asked here.
    func viewForZooming(in scrollView: UIScrollView) -> UIView?
    /// It is larger or smaller; not called here.
    func scrollViewDidZoom(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
    /// Nothing to do.
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    /// Nothing to do.
    public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
    /// Nothing to do.
    public func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {}
    /// Nothing to do.
    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
    /// Nothing to do.
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
    /// Nothing to do.
    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
    /// Nothing.
    public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
    /// Nothing to do.
    public func scrollViewDidZoom(_ scrollView: UIScrollView) {}
}

/// Has rows loaded again when they are pulled. Nobody pulls here: an app may begin it itself.
open class UIRefreshControl: UIControl {
    /// True while something is loaded.
    public private(set) var isRefreshing = false
    /// The words at it.
    open var attributedTitle: NSAttributedString?

    /// Begins it.
    open func beginRefreshing() { isRefreshing = true }
    /// Ends it.
    open func endRefreshing() { isRefreshing = false }
}
