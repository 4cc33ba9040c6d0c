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
    open private(set) lazy var layer = CALayer()
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

    /// The window that it is in.
    open var window: UIWindow? { self as? UIWindow ?? superview?.window }

    override open var next: UIEventResponder? { controller ?? superview }

    /// Contains another view, on top of the others.
    open func addSubview(_ view: UIView) { insertSubview(view, at: subviews.count) }

    /// Contains another view, at a place.
    ///
    /// - Parameter index: from 0, the lowest.
    open func insertSubview(_ view: UIView, at index: Int) {
        view.removeFromSuperview()
        view.willMove(toSuperview: self)
        subviews.insert(view, at: min(max(0, index), subviews.count))
        view.superview = self
        didAddSubview(view)
        view.didMoveToSuperview()
        view.didMoveToWindow()
    }

    /// Is contained no longer.
    open func removeFromSuperview() {
        guard let superview else { return }
        superview.subviews.removeAll { $0 === self }
        self.superview = nil
        didMoveToSuperview()
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

    /// Makes changes that would be seen as a movement: at once, here.
    ///
    /// - Parameter completion: called with true.
    public static func animate(
        withDuration duration: TimeInterval, delay: TimeInterval = 0, options: AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        animations()
        completion?(true)
    }

    /// Allows movements, or not; there are none here.
    public static func setAnimationsEnabled(_ enabled: Bool) {}

    /// Makes changes without a movement.
    public static func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) { actionsWithoutAnimation() }

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
    }
}

/// Recognizes a gesture of the user. Taps alone are made here, with `ctl touch`.
@preconcurrency @MainActor
open class UIGestureRecognizer {
    /// The view whose gestures.
    public internal(set) weak var view: UIView?
    /// True if it looks for gestures.
    open var isEnabled = true
    private var targets: [TargetAction] = []

    /// Creates a recognizer.
    ///
    /// - Parameters:
    ///   - target: who is told.
    ///   - action: its method.
    public required init(target: Any?, action: Selector?) {
        if let target, let action { addTarget(target, action: action) }
    }

    /// Tells one more.
    open func addTarget(_ target: Any, action: Selector) { targets.append(TargetAction(target, action)) }

    /// Tells all that the gesture was made.
    func recognized() {
        for call in targets { if let target = call.target { call.action.perform(on: target, [self]) } }
    }

    /// Tells one no longer.
    open func removeTarget(_ target: Any?, action: Selector?) { targets.removeAll { $0.is(target, action) } }
}

/// Recognizes taps.
open class UITapGestureRecognizer: UIGestureRecognizer {
    /// How many taps.
    open var numberOfTapsRequired = 1
}

/// Whom a control or a recognizer tells. The object is not kept alive.
struct TargetAction {
    private(set) weak var target: AnyObject?
    let action: Selector

    init(_ target: Any?, _ action: Selector) {
        self.target = target.map { $0 as AnyObject }
        self.action = action
    }

    /// Returns whether it is meant; `nil` means any.
    func `is`(_ target: Any?, _ action: Selector?) -> Bool {
        (target == nil || self.target === target.map { $0 as AnyObject }) && (action == nil || self.action == action)
    }
}
