import Foundation

open class UIScrollView: UIView, UIScrolling {
    /// Whether the bars count as a margin; without effect here.
    public enum ContentInsetAdjustmentBehavior: Int, Sendable {
        case automatic, scrollableAxes, never
        case always
    }

    /// When moving it hides the keyboard; without effect here.
    public enum KeyboardDismissMode: Int, Sendable {
        case none
        case onDrag, interactive
    }

    open var contentSize = CGSize.zero
    open var contentOffset = CGPoint.zero {
        didSet { if oldValue != contentOffset { scrollDelegate?.scrollViewDidScroll(self) } }
    }
    open var contentInset = UIEdgeInsets.zero
    open var adjustedContentInset: UIEdgeInsets { contentInset }
    @WithoutEffect open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
    @WithoutEffect open var scrollIndicatorInsets = UIEdgeInsets.zero
    open var isScrollEnabled = true
    @WithoutEffect open var isPagingEnabled = false
    @WithoutEffect open var bounces = true
    @WithoutEffect open var alwaysBounceVertical = false
    @WithoutEffect open var alwaysBounceHorizontal = false
    @WithoutEffect open var showsVerticalScrollIndicator = true
    @WithoutEffect open var showsHorizontalScrollIndicator = true
    @WithoutEffect open var keyboardDismissMode = KeyboardDismissMode.none
    @WithoutEffect open var scrollsToTop = true
    open var zoomScale: CGFloat = 1
    open var minimumZoomScale: CGFloat = 1
    open var maximumZoomScale: CGFloat = 1
    /// True while a finger is on it; none is here.
    open var isTracking: Bool { false }
    /// True while a finger moves it; none does here.
    open var isDragging: Bool { false }
    /// True while it goes on by itself; it does not here.
    open var isDecelerating: Bool { false }
    open var refreshControl: UIRefreshControl?
    /// The delegate that is told that it moves: its delegate, or that of a table.
    var scrollDelegate: (any UIScrollViewDelegate)? { ownDelegate }
    fileprivate weak var ownDelegate: (any UIScrollViewDelegate)?

    override open func setInterfaceOutlet(_ name: String, to value: Any?) -> Bool {
        guard name == "delegate" else { return super.setInterfaceOutlet(name, to: value) }
        ownDelegate = value as? any UIScrollViewDelegate
        return true
    }

    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        let moves = animated && contentOffset != self.contentOffset
        self.contentOffset = contentOffset
        guard moves else { return }
        AnimationClock.ends(after: 0.3) { [weak self] _ in
            MainActor.assumeIsolated {
                guard let self else { return }
                self.scrollDelegate?.scrollViewDidEndScrollingAnimation(self)
            }
        }
    }
    /// Shows a part; there is no layout here.
    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {}
    open func setZoomScale(_ scale: CGFloat, animated: Bool) { zoomScale = scale }
    /// Shows for a moment the marks of its place; there are none here.
    open func flashScrollIndicators() {}
}

/// A view of something larger. A table and its like have a delegate of a type of their own, which takes the place of this
/// one; a class could not override it.
@preconcurrency @MainActor
public protocol UIScrolling: AnyObject {}

extension UIScrolling where Self: UIScrollView {
    public var delegate: (any UIScrollViewDelegate)? {
        get { scrollDelegate }
        set { ownDelegate = newValue }
    }
}

@preconcurrency @MainActor
public protocol UIScrollViewDelegate: NSObjectProtocol {
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    /// A finger begins to move it; not called here.
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
    /// A finger is about to leave it; not called here.
    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>)
    /// A finger has left it; not called here.
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
    /// Returns what gets larger and smaller; not asked here.
    func viewForZooming(in scrollView: UIScrollView) -> UIView?
    /// It is larger or smaller; not called here.
    func scrollViewDidZoom(_ scrollView: UIScrollView)
}

extension UIScrollViewDelegate {
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
    public func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {}
    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
    public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
    public func scrollViewDidZoom(_ scrollView: UIScrollView) {}
}

/// Has rows loaded again when they are pulled. Nobody pulls here: an app may begin it itself.
open class UIRefreshControl: UIControl {
    public private(set) var isRefreshing = false
    open var attributedTitle: NSAttributedString?

    open func beginRefreshing() { isRefreshing = true }
    open func endRefreshing() { isRefreshing = false }
}
