import Foundation

/// A view. Nothing is drawn: a view has a superview, subviews, and content such as a text.
@preconcurrency @MainActor
open class UIView: UIEventResponder {
    /// The values have no effect, unlike on iOS.
    public enum ContentMode: Int, Sendable {
        case scaleToFill, scaleAspectFit
        case scaleAspectFill, redraw, center
        case top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
    }

    public init(frame: CGRect) {
        self.frame = frame
        super.init()
    }

    override public convenience init() { self.init(frame: .zero) }

    public required init?(coder: NSCoder) {
        frame = .zero
        super.init()
    }

    /// The layer of the view; stored, but without effect, unlike on iOS: nothing is drawn.
    open private(set) lazy var layer = (Self.layerClass as? CALayer.Type)?.init() ?? CALayer()
    open class var layerClass: AnyClass { CALayer.self }
    open var frame: CGRect
    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: frame.size) }
        set { frame.size = newValue.size }
    }
    open var center: CGPoint {
        get { CGPoint(x: frame.midX, y: frame.midY) }
        set { frame.origin = CGPoint(x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2) }
    }
    public private(set) weak var superview: UIView?
    public private(set) var subviews: [UIView] = []
    open var isHidden = false
    open var alpha: CGFloat = 1
    open var backgroundColor: UIColor?
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var tintColor: UIColor! = .systemBlue
    open var tag = 0
    open var isUserInteractionEnabled = true
    open var clipsToBounds = false
    open var contentMode = ContentMode.scaleToFill
    @WithoutEffect open var translatesAutoresizingMaskIntoConstraints = true
    @WithoutEffect open var autoresizingMask: AutoresizingMask = []
    /// Always zero, unlike on iOS: no bars cover the view.
    open var safeAreaInsets: UIEdgeInsets { .zero }
    @WithoutEffect open var transform = CGAffineTransform.identity
    @WithoutEffect open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
    @WithoutEffect open var directionalLayoutMargins = NSDirectionalEdgeInsets(
        top: 8, leading: 8, bottom: 8, trailing: 8)
    @WithoutEffect open var preservesSuperviewLayoutMargins = false
    @WithoutEffect open var insetsLayoutMarginsFromSafeArea = true
    @WithoutEffect open var autoresizesSubviews = true
    open var semanticContentAttribute = UISemanticContentAttribute.unspecified
    @WithoutEffect open var isOpaque = true
    @WithoutEffect open var isMultipleTouchEnabled = false
    @WithoutEffect open var isExclusiveTouch = false
    @WithoutEffect open var mask: UIView? = nil
    @WithoutEffect open var tintAdjustmentMode = TintAdjustmentMode.automatic
    @WithoutEffect open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
    /// Never called, unlike on iOS.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    open private(set) var gestureRecognizers: [UIGestureRecognizer]?
    open var accessibilityLabel: String?
    @WithoutEffect open var accessibilityIgnoresInvertColors = false
    open var accessibilityIdentifier: String?
    @WithoutEffect open var accessibilityTraits: UIAccessibilityTraits = .none
    open var accessibilityValue: String?
    open var accessibilityHint: String?
    open var isAccessibilityElement = false
    /// The controller that has this view as its `view`; `nil` for other views.
    weak var controller: UIViewController?

    open var window: UIWindow? { self as? UIWindow ?? superview?.window ?? controller?.windowOfContainer }

    override open var next: UIEventResponder? { controller ?? superview }

    /// Makes `container` the superview without adding this view to its `subviews`: for a cell, header or accessory
    /// view.
    func stand(in container: UIView) { superview = container }

    open func addSubview(_ view: UIView) { insertSubview(view, at: subviews.count) }

    /// Inserts a view into the subviews.
    ///
    /// - Parameter index: the position, from 0 for the rearmost; clamped to the valid range.
    open func insertSubview(_ view: UIView, at index: Int) {
        view.removeFromSuperview()
        view.willMove(toSuperview: self)
        let window = window
        if window != nil { view.tell { $0.willMove(toWindow: window) } }
        subviews.insert(view, at: min(max(0, index), subviews.count))
        view.superview = self
        didAddSubview(view)
        view.didMoveToSuperview()
        view.tell { $0.didMoveToWindow() }
    }

    /// Calls a function for this view and all its descendants.
    private func tell(_ body: (UIView) -> Void) {
        body(self)
        subviews.forEach { $0.tell(body) }
    }

    open func removeFromSuperview() {
        guard let superview else { return }
        let hadWindow = window != nil
        superview.willRemoveSubview(self)
        willMove(toSuperview: nil)
        if hadWindow { tell { $0.willMove(toWindow: nil) } }
        superview.subviews.removeAll { $0 === self }
        self.superview = nil
        didMoveToSuperview()
        if hadWindow { tell { $0.didMoveToWindow() } }
    }

    open func bringSubviewToFront(_ view: UIView) {
        guard subviews.contains(view) else { return }
        subviews.removeAll { $0 === view }
        subviews.append(view)
    }

    open func willMove(toSuperview newSuperview: UIView?) {}
    open func didMoveToSuperview() {}
    open func didMoveToWindow() {}
    open func didAddSubview(_ subview: UIView) {}

    open func viewWithTag(_ tag: Int) -> UIView? {
        self.tag == tag ? self : subviews.lazy.compactMap { $0.viewWithTag(tag) }.first
    }

    /// Called only by `layoutIfNeeded()`, unlike on iOS: nothing is laid out.
    open func layoutSubviews() {}
    /// Has no effect, unlike on iOS: nothing is laid out.
    open func setNeedsLayout() {}
    open func layoutIfNeeded() { layoutSubviews() }
    /// Makes this view and its descendants resign as first responder.
    ///
    /// - Returns: the result of this view's `resignFirstResponder()`.
    @discardableResult
    open func endEditing(_ force: Bool) -> Bool {
        subviews.forEach { $0.endEditing(force) }
        return resignFirstResponder()
    }
    /// Has no effect, unlike on iOS: nothing is drawn.
    open func setNeedsDisplay() { withoutEffect(UIView.self) }
    open func draw(_ rect: CGRect) {}
    /// Has no effect, unlike on iOS: nothing is laid out.
    open func sizeToFit() {}
    /// Returns the view's current size, unlike on iOS: nothing is laid out.
    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }
    /// Always `noIntrinsicMetric`, unlike on iOS: the size of the content is not known.
    open var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
    }
    open func invalidateIntrinsicContentSize() {}
    /// Has no effect, unlike on iOS: nothing is drawn.
    open func setNeedsDisplay(_ rect: CGRect) { withoutEffect(UIView.self) }
    /// Never called, unlike on iOS.
    open func tintColorDidChange() {}
    /// Never called, unlike on iOS.
    open func layoutMarginsDidChange() {}
    /// Never called, unlike on iOS.
    open func safeAreaInsetsDidChange() {}
    open func willMove(toWindow newWindow: UIWindow?) {}
    open func willRemoveSubview(_ subview: UIView) {}
    /// Never called, unlike on iOS.
    open func updateConstraints() {}
    open func setNeedsUpdateConstraints() { withoutEffect(UIView.self) }
    open func updateConstraintsIfNeeded() {}
    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        guard isUserInteractionEnabled, !isHidden, alpha > 0.01, self.point(inside: point, with: event) else {
            return nil
        }
        return subviews.reversed().lazy.compactMap { $0.hitTest($0.convert(point, from: self), with: event) }.first
            ?? self
    }
    open func isDescendant(of view: UIView) -> Bool { self === view || superview?.isDescendant(of: view) ?? false }
    open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
        view.removeFromSuperview()
        insertSubview(view, at: subviews.firstIndex(of: siblingSubview) ?? subviews.count)
    }
    open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
        view.removeFromSuperview()
        insertSubview(view, at: subviews.firstIndex(of: siblingSubview).map { $0 + 1 } ?? subviews.count)
    }
    open func sendSubviewToBack(_ view: UIView) {
        guard subviews.contains(view) else { return }
        subviews.removeAll { $0 === view }
        subviews.insert(view, at: 0)
    }
    /// Returns an empty view with the same frame, unlike on iOS: nothing is drawn.
    open func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? { UIView(frame: frame) }
    open func awakeFromNib() {}

    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
        gestureRecognizer.view = self
    }

    open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizers?.removeAll { $0 === gestureRecognizer }
        gestureRecognizer.view = nil
    }

    /// The values have no effect, unlike on iOS.
    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1 << 0)
        public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
        public static let flexibleRightMargin = AutoresizingMask(rawValue: 1 << 2)
        public static let flexibleTopMargin = AutoresizingMask(rawValue: 1 << 3)
        public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
        public static let flexibleBottomMargin = AutoresizingMask(rawValue: 1 << 5)
    }

    /// Options of an animation. Unlike on iOS, only `repeat` and `showHideTransitionViews` have an effect.
    public struct AnimationOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
        public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
        public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
        public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
        public static let curveEaseInOut: AnimationOptions = []
        public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
        public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
        public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
        public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
        public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
        public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
        public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
        public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
        public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
        public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    }
}
