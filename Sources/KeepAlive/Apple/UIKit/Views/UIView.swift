import Foundation

/// A part of what is on the screen. There is no screen here: a view knows its place among others and what it would show.
@preconcurrency @MainActor
open class UIView: UIEventResponder {
    /// How a view fills its place; without effect here.
    public enum ContentMode: Int, Sendable {
        /// Stretched.
        case scaleToFill
        /// As large as fits.
        case scaleAspectFit
        /// So large that nothing is free.
        case scaleAspectFill
        /// Drawn anew.
        case redraw
        /// In the middle.
        case center
        /// At an edge or in a corner.
        case top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
    }

    /// Creates a view.
    ///
    /// - Parameter frame: its place in the view that contains it, in points.
    public init(frame: CGRect) {
        self.frame = frame
        super.init()
    }

    /// Creates a view without extent.
    override public convenience init() { self.init(frame: .zero) }

    /// Creates a view of a storyboard or a nib.
    public required init?(coder: NSCoder) {
        frame = .zero
        super.init()
    }

    /// The look behind its properties; kept, and without effect here.
    open private(set) lazy var layer = (Self.layerClass as? CALayer.Type)?.init() ?? CALayer()
    /// The class of that.
    open class var layerClass: AnyClass { CALayer.self }
    /// Its place in the view that contains it, in points.
    open var frame: CGRect
    /// Its extent, in its own points.
    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: frame.size) }
        set { frame.size = newValue.size }
    }
    /// The middle of its place.
    open var center: CGPoint {
        get { CGPoint(x: frame.midX, y: frame.midY) }
        set { frame.origin = CGPoint(x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2) }
    }
    /// The view that contains it.
    public private(set) weak var superview: UIView?
    /// The views that it contains, the last one on top.
    public private(set) var subviews: [UIView] = []
    /// True if it is not shown.
    open var isHidden = false
    /// How much of it is seen, from 0 to 1.
    open var alpha: CGFloat = 1
    /// The color behind it.
    open var backgroundColor: UIColor?
    /// The color of what the user touches.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var tintColor: UIColor! = .systemBlue
    /// A number by which the app finds it.
    open var tag = 0
    /// True if the user can touch it.
    open var isUserInteractionEnabled = true
    /// True if what goes over its edge is not shown.
    open var clipsToBounds = false
    /// How it fills its place.
    open var contentMode = ContentMode.scaleToFill
    /// True if constraints do not place it; kept, and without effect here.
    open var translatesAutoresizingMaskIntoConstraints = true
    /// How it follows the size of what contains it; kept, and without effect here.
    open var autoresizingMask: AutoresizingMask = []
    /// What is free of bars; nothing takes place here.
    open var safeAreaInsets: UIEdgeInsets { .zero }
    /// How it is moved, scaled and turned; kept, and without effect here.
    open var transform = CGAffineTransform.identity
    /// The margins within it, in points; kept, and without effect here.
    open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
    /// The margins within it, in the direction of the language; kept, and without effect here.
    open var directionalLayoutMargins = NSDirectionalEdgeInsets(top: 8, leading: 8, bottom: 8, trailing: 8)
    /// True if the margins are at least those of what contains it; kept, and without effect here.
    open var preservesSuperviewLayoutMargins = false
    /// True if its margins leave the bars free; kept, and without effect here.
    open var insetsLayoutMarginsFromSafeArea = true
    /// True if what it contains follows its size; kept, and without effect here.
    open var autoresizesSubviews = true
    /// Whether it follows the direction of the language; kept, and without effect here.
    open var semanticContentAttribute = UISemanticContentAttribute.unspecified
    /// True if there is nothing to see through it; kept, and without effect here.
    open var isOpaque = true
    /// True if several fingers count; kept, and without effect here.
    open var isMultipleTouchEnabled = false
    /// True if no other view gets touches meanwhile; kept, and without effect here.
    open var isExclusiveTouch = false
    /// What is seen of it alone; kept, and without effect here.
    open var mask: UIView?
    /// How its color changes under what is in front; kept, and without effect here.
    open var tintAdjustmentMode = TintAdjustmentMode.automatic
    /// Light or dark, whatever the screen is; kept, and without effect here.
    open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
    /// The screen is like something else now; not called here.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    /// The recognizers of gestures.
    open private(set) var gestureRecognizers: [UIGestureRecognizer]?
    /// The words for those who do not see it.
    open var accessibilityLabel: String?
    /// True if it keeps its colors where all are inverted; kept, and without effect here.
    open var accessibilityIgnoresInvertColors = false
    /// The name by which a test finds it.
    open var accessibilityIdentifier: String?
    /// What it is, for those who do not see it; kept, and without effect here.
    open var accessibilityTraits: UIAccessibilityTraits = .none
    /// Its value, for those who do not see it.
    open var accessibilityValue: String?
    /// What it does, for those who do not see it.
    open var accessibilityHint: String?
    /// True if it stands for itself to those who do not see it.
    open var isAccessibilityElement = false
    /// The controller whose view it is.
    weak var controller: UIViewController?

    /// The window that it is in. The view of a controller that another one shows is in that one's.
    open var window: UIWindow? { self as? UIWindow ?? superview?.window ?? controller?.windowOfContainer }

    override open var next: UIEventResponder? { controller ?? superview }

    /// Makes it a view of another one that does not list it: a cell, a header, an accessory.
    func stand(in container: UIView) { superview = container }

    /// Contains another view, on top of the others.
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

    /// Is contained no longer.
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

    /// Puts a contained view on top.
    open func bringSubviewToFront(_ view: UIView) {
        guard subviews.contains(view) else { return }
        subviews.removeAll { $0 === view }
        subviews.append(view)
    }

    /// It is about to be contained by another one.
    open func willMove(toSuperview newSuperview: UIView?) {}
    /// It is contained by another one, or no longer.
    open func didMoveToSuperview() {}
    /// It is in a window, if what contains it is.
    open func didMoveToWindow() {}
    /// It contains another one.
    open func didAddSubview(_ subview: UIView) {}

    /// Returns the view with a number: this one, or one that it contains.
    open func viewWithTag(_ tag: Int) -> UIView? {
        self.tag == tag ? self : subviews.lazy.compactMap { $0.viewWithTag(tag) }.first
    }

    /// Places what it contains; there is no layout here.
    open func layoutSubviews() {}
    /// Has it placed anew; there is no layout here.
    open func setNeedsLayout() {}
    /// Places what it contains now.
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
    open func setNeedsDisplay() {}
    /// Draws it; not called here.
    open func draw(_ rect: CGRect) {}
    /// Fits its extent to what it shows; there is no layout here.
    open func sizeToFit() {}
    /// Returns the extent that fits it best: its own, here.
    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }
    /// The extent of what it shows: not known here.
    open var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
    }
    /// Has that extent asked for again.
    open func invalidateIntrinsicContentSize() {}
    /// Has a part drawn anew; nothing is drawn here.
    open func setNeedsDisplay(_ rect: CGRect) {}
    /// Its color has changed; not called here.
    open func tintColorDidChange() {}
    /// The margins have changed; not called here.
    open func layoutMarginsDidChange() {}
    /// What is free of bars has changed; not called here.
    open func safeAreaInsetsDidChange() {}
    /// It is about to be in another window.
    open func willMove(toWindow newWindow: UIWindow?) {}
    /// One that it contains is about to be taken out.
    open func willRemoveSubview(_ subview: UIView) {}
    /// Sets its constraints; not called here.
    open func updateConstraints() {}
    /// Has its constraints set anew; they have no effect here.
    open func setNeedsUpdateConstraints() {}
    /// Sets its constraints now, if they are to be.
    open func updateConstraintsIfNeeded() {}
    /// Returns whether a place is within it.
    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }
    /// Returns the view at a place: the topmost one that the user can touch.
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        guard isUserInteractionEnabled, !isHidden, alpha > 0.01, self.point(inside: point, with: event) else {
            return nil
        }
        return subviews.reversed().lazy.compactMap { $0.hitTest($0.convert(point, from: self), with: event) }.first
            ?? self
    }
    /// Returns whether it is in another one, or the same.
    open func isDescendant(of view: UIView) -> Bool { self === view || superview?.isDescendant(of: view) ?? false }
    /// Contains another view, under one.
    open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
        view.removeFromSuperview()
        insertSubview(view, at: subviews.firstIndex(of: siblingSubview) ?? subviews.count)
    }
    /// Contains another view, over one.
    open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
        view.removeFromSuperview()
        insertSubview(view, at: subviews.firstIndex(of: siblingSubview).map { $0 + 1 } ?? subviews.count)
    }
    /// Puts a contained view under the others.
    open func sendSubviewToBack(_ view: UIView) {
        guard subviews.contains(view) else { return }
        subviews.removeAll { $0 === view }
        subviews.insert(view, at: 0)
    }
    /// Returns a view that looks like it; nothing is drawn here.
    open func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? { UIView(frame: frame) }
    /// It has come out of a storyboard or a nib.
    open func awakeFromNib() {}

    /// Adds a recognizer of gestures.
    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
        gestureRecognizer.view = self
    }

    /// Removes a recognizer of gestures.
    open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizers?.removeAll { $0 === gestureRecognizer }
        gestureRecognizer.view = nil
    }

    /// How a view follows the size of what contains it; without effect here.
    public struct AutoresizingMask: OptionSet, Sendable {
        /// The bits of `UIViewAutoresizing`.
        public let rawValue: UInt

        /// Creates a mask from its bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// The left margin does.
        public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1 << 0)
        /// The width does.
        public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
        /// The right margin does.
        public static let flexibleRightMargin = AutoresizingMask(rawValue: 1 << 2)
        /// The top margin does.
        public static let flexibleTopMargin = AutoresizingMask(rawValue: 1 << 3)
        /// The height does.
        public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
        /// The bottom margin does.
        public static let flexibleBottomMargin = AutoresizingMask(rawValue: 1 << 5)
    }

    /// How a movement is seen; without effect here.
    public struct AnimationOptions: OptionSet, Sendable {
        /// The bits of `UIViewAnimationOptions`.
        public let rawValue: UInt

        /// Creates options from their bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// The user can touch it meanwhile.
        public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
        /// It begins where the last one is.
        public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
        /// Again and again.
        public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
        /// There and back.
        public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
        /// Slow at both ends.
        public static let curveEaseInOut: AnimationOptions = []
        /// Slow at the beginning.
        public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
        /// Slow at the end.
        public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
        /// The same all the time.
        public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
        /// What it contains is placed with it.
        public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
        /// Views are shown and hidden, not put in and taken out.
        public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
        /// By turning to the right.
        public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
        /// By turning to the left.
        public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
        /// By turning a page up.
        public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
        /// By turning a page down.
        public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
        /// By fading.
        public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    }
}
