import Foundation

/// A part of what is on the screen. There is no screen here: a view knows its place among others and what it would show.
@preconcurrency @MainActor
open class UIView: UIEventResponder {
    /// How a view fills its place; without effect here.
    public enum ContentMode: Int, Sendable {
        case scaleToFill, scaleAspectFit
        case scaleAspectFill, redraw, center
        case top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
    }

    /// Creates a view.
    ///
    /// - Parameter frame: its place in the view that contains it, in points.
    public init(frame: CGRect) {
        self.frame = frame
        super.init()
    }

    override public convenience init() { self.init(frame: .zero) }

    public required init?(coder: NSCoder) {
        frame = .zero
        super.init()
    }

    /// The look behind its properties; kept, and without effect here.
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
    /// The color of what the user touches.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var tintColor: UIColor! = .systemBlue
    open var tag = 0
    open var isUserInteractionEnabled = true
    open var clipsToBounds = false
    open var contentMode = ContentMode.scaleToFill
    @WithoutEffect open var translatesAutoresizingMaskIntoConstraints = true
    @WithoutEffect open var autoresizingMask: AutoresizingMask = []
    /// What is free of bars; nothing takes place here.
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
    /// The screen is like something else now; not called here.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    open private(set) var gestureRecognizers: [UIGestureRecognizer]?
    open var accessibilityLabel: String?
    @WithoutEffect open var accessibilityIgnoresInvertColors = false
    open var accessibilityIdentifier: String?
    @WithoutEffect open var accessibilityTraits: UIAccessibilityTraits = .none
    open var accessibilityValue: String?
    open var accessibilityHint: String?
    open var isAccessibilityElement = false
    /// The controller whose view it is.
    weak var controller: UIViewController?

    open var window: UIWindow? { self as? UIWindow ?? superview?.window ?? controller?.windowOfContainer }

    override open var next: UIEventResponder? { controller ?? superview }

    /// Makes it a view of another one that does not list it: a cell, a header, an accessory.
    func stand(in container: UIView) { superview = container }

    open func addSubview(_ view: UIView) { insertSubview(view, at: subviews.count) }

    /// Contains another view, at a place.
    ///
    /// - Parameter index: from 0, the lowest.
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

    /// Tells it, and all that it contains, something.
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

    /// Places what it contains; there is no layout here.
    open func layoutSubviews() {}
    /// Has it placed anew; there is no layout here.
    open func setNeedsLayout() {}
    open func layoutIfNeeded() { layoutSubviews() }
    /// Ends what the user types in it, or in what it contains.
    ///
    /// - Returns: whether it has ended.
    @discardableResult
    open func endEditing(_ force: Bool) -> Bool {
        subviews.forEach { $0.endEditing(force) }
        return resignFirstResponder()
    }
    /// Has it drawn anew; nothing is drawn here.
    open func setNeedsDisplay() { withoutEffect(UIView.self) }
    open func draw(_ rect: CGRect) {}
    /// Fits its extent to what it shows; there is no layout here.
    open func sizeToFit() {}
    /// Returns the extent that fits it best: its own, here.
    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }
    /// The extent of what it shows: not known here.
    open var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
    }
    open func invalidateIntrinsicContentSize() {}
    /// Has a part drawn anew; nothing is drawn here.
    open func setNeedsDisplay(_ rect: CGRect) { withoutEffect(UIView.self) }
    /// Its color has changed; not called here.
    open func tintColorDidChange() {}
    /// The margins have changed; not called here.
    open func layoutMarginsDidChange() {}
    /// What is free of bars has changed; not called here.
    open func safeAreaInsetsDidChange() {}
    open func willMove(toWindow newWindow: UIWindow?) {}
    open func willRemoveSubview(_ subview: UIView) {}
    /// Sets its constraints; not called here.
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
    /// Returns a view that looks like it; nothing is drawn here.
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

    /// How a view follows the size of what contains it; without effect here.
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

    /// How an animation is seen; without effect here.
    public struct AnimationOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
        /// It begins where the last one is.
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
