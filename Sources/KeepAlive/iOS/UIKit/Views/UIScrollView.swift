import Foundation

open class UIScrollView: UIView, UIScrolling {
    /// The values have no effect, unlike on iOS.
    public enum ContentInsetAdjustmentBehavior: Int, Sendable {
        case automatic, scrollableAxes, never
        case always
    }

    /// The values have no effect, unlike on iOS.
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
    /// Always false, unlike on iOS.
    open var isTracking: Bool { false }
    /// Always false, unlike on iOS.
    open var isDragging: Bool { false }
    /// Always false, unlike on iOS.
    open var isDecelerating: Bool { false }
    open var refreshControl: UIRefreshControl?
    /// The delegate that is called for scrolling. A subclass whose delegate has another type, such as a table,
    /// overrides this property.
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
    /// Has no effect, unlike on iOS: nothing is laid out.
    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {}
    open func setZoomScale(_ scale: CGFloat, animated: Bool) { zoomScale = scale }
    /// Has no effect, unlike on iOS.
    open func flashScrollIndicators() {}
}

/// A view that scrolls. An extension of this protocol declares `delegate`, not the class `UIScrollView`: a table's
/// `delegate` has another type, and Swift does not let a subclass change the type of a property.
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
    /// Never called, unlike on iOS.
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
    /// Never called, unlike on iOS.
    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>)
    /// Never called, unlike on iOS.
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
    /// Never called, unlike on iOS.
    func viewForZooming(in scrollView: UIScrollView) -> UIView?
    /// Never called, unlike on iOS.
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

/// A control for refreshing by pulling. Unlike on iOS, only the app begins a refresh, not the user.
open class UIRefreshControl: UIControl {
    public private(set) var isRefreshing = false
    open var attributedTitle: NSAttributedString?

    open func beginRefreshing() { isRefreshing = true }
    open func endRefreshing() { isRefreshing = false }
}
