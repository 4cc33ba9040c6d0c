import Foundation

/// Recognizes a gesture of the user. Taps alone are made here, with `ctl touch`.
@preconcurrency @MainActor
open class UIGestureRecognizer: NSObject {
    /// How far a gesture is.
    public enum State: Int, Sendable {
        /// It may be one.
        case possible = 0
        /// It has begun.
        case began = 1
        /// It goes on.
        case changed = 2
        /// It was made.
        case ended = 3
        /// The system has ended it.
        case cancelled = 4
        /// It was another one.
        case failed = 5

        /// It was made: of a gesture that is made at once.
        public static let recognized = State.ended
    }

    /// The view whose gestures.
    public internal(set) weak var view: UIView?
    /// True if it looks for gestures.
    open var isEnabled = true
    /// How far the gesture is.
    open var state = State.possible
    /// Who decides what it recognizes.
    open weak var delegate: (any UIGestureRecognizerDelegate)?
    /// True if the view is not told of touches that are a gesture; kept, and without effect here.
    open var cancelsTouchesInView = true
    /// True if the view is told of touches once they are no gesture; kept, and without effect here.
    open var delaysTouchesBegan = false
    /// True if the view is told of the end of touches once they are no gesture; kept, and without effect here.
    open var delaysTouchesEnded = true
    /// A name.
    open var name: String?
    private var targets: [TargetAction] = []

    /// Creates a recognizer.
    ///
    /// - Parameters:
    ///   - target: who is told.
    ///   - action: its method.
    public init(target: Any? = nil, action: Selector? = nil) {
        super.init()
        if let target, let action { addTarget(target, action: action) }
    }

    /// The fingers of the gesture.
    open var numberOfTouches: Int { state == .ended ? 1 : 0 }

    /// Returns where the gesture is: in the middle of its view, as no finger has a place here.
    open func location(in view: UIView?) -> CGPoint {
        guard let own = self.view else { return .zero }
        return own.convert(CGPoint(x: own.bounds.midX, y: own.bounds.midY), to: view)
    }

    /// Has it wait until another one has failed; of several taps of a view, the last recognizer's is made here.
    open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {}

    /// Tells one more.
    open func addTarget(_ target: Any, action: Selector) { targets.append(TargetAction(target, action)) }

    /// Tells all that the gesture was made, unless the delegate says that it is none.
    func recognized() {
        guard delegate?.gestureRecognizerShouldBegin(self) ?? true else { return }
        state = .ended
        for call in targets { if let target = call.target { call.action.perform(on: target, [self]) } }
        state = .possible
    }

    /// Returns whether one of both delegates lets both gestures be made.
    func mayBeMade(with other: UIGestureRecognizer) -> Bool {
        let answers = [
            delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other),
            other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self),
        ]
        return answers.contains(true)
    }

    /// Tells one no longer.
    open func removeTarget(_ target: Any?, action: Selector?) { targets.removeAll { $0.is(target, action) } }
}

/// Who decides what a recognizer recognizes.
@preconcurrency @MainActor
public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
    /// Returns whether it is a gesture.
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
    /// Returns whether two gestures may be made at once; asked for two taps of a view.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    /// Returns whether it waits until another one has failed; not asked here.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    /// Returns whether another one waits until this one has failed; not asked here.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    /// Returns whether a finger counts; not asked here.
    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
}

extension UIGestureRecognizerDelegate {
    /// It is.
    public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }
    /// They may not.
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
    /// It does not.
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
    /// It does not.
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
    /// It does.
    public func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
        true
    }
}

/// A finger on the screen. None comes here: `ctl touch` touches what is there, not a place.
@preconcurrency @MainActor
open class UITouch: NSObject {
    /// How far a touch is.
    public enum Phase: Int, Sendable {
        /// The finger is put down.
        case began = 0
        /// It moves.
        case moved = 1
        /// It rests.
        case stationary = 2
        /// It is taken away.
        case ended = 3
        /// The system has ended it.
        case cancelled = 4
    }

    /// How far it is.
    open var phase: Phase { .ended }
    /// How often it was tapped.
    open var tapCount: Int { 1 }
    /// The view under it.
    open var view: UIView? { nil }
    /// When it was, in seconds of the machine's clock.
    open var timestamp: TimeInterval { ProcessInfo.processInfo.systemUptime }
    /// Returns its place.
    open func location(in view: UIView?) -> CGPoint { .zero }
    /// Returns its place before.
    open func previousLocation(in view: UIView?) -> CGPoint { .zero }
}

/// Recognizes taps.
open class UITapGestureRecognizer: UIGestureRecognizer {
    /// How many taps.
    open var numberOfTapsRequired = 1
    /// How many fingers.
    open var numberOfTouchesRequired = 1
}

/// Recognizes a finger that stays; not made here.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
    /// How long, in seconds.
    open var minimumPressDuration: TimeInterval = 0.5
    /// How far it may move, in points.
    open var allowableMovement: CGFloat = 10
    /// How many taps before.
    open var numberOfTapsRequired = 0
    /// How many fingers.
    open var numberOfTouchesRequired = 1
}

/// Recognizes a finger that moves; not made here.
open class UIPanGestureRecognizer: UIGestureRecognizer {
    /// The fewest fingers.
    open var minimumNumberOfTouches = 1
    /// The most fingers.
    open var maximumNumberOfTouches = Int.max
    private var moved = CGPoint.zero

    /// Returns how far the finger has moved.
    open func translation(in view: UIView?) -> CGPoint { moved }
    /// Says how far the finger has moved.
    open func setTranslation(_ translation: CGPoint, in view: UIView?) { moved = translation }
    /// Returns how fast it moves, in points a second.
    open func velocity(in view: UIView?) -> CGPoint { .zero }
}

/// Recognizes a finger that comes from an edge; not made here.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
    /// The edges.
    open var edges: UIRectEdge = []
}

/// Recognizes a finger that moves fast in one direction; not made here.
open class UISwipeGestureRecognizer: UIGestureRecognizer {
    /// Directions.
    public struct Direction: OptionSet, Sendable {
        /// The bits of `UISwipeGestureRecognizerDirection`.
        public let rawValue: UInt

        /// Creates directions from their bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// To the right.
        public static let right = Direction(rawValue: 1 << 0)
        /// To the left.
        public static let left = Direction(rawValue: 1 << 1)
        /// Up.
        public static let up = Direction(rawValue: 1 << 2)
        /// Down.
        public static let down = Direction(rawValue: 1 << 3)
    }

    /// In which direction.
    open var direction = Direction.right
    /// How many fingers.
    open var numberOfTouchesRequired = 1
}

/// Recognizes two fingers that come together or part; not made here.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    /// How far apart they are, of what they were.
    open var scale: CGFloat = 1
    /// How fast, a second.
    open var velocity: CGFloat { 0 }
}

/// Recognizes two fingers that turn; not made here.
open class UIRotationGestureRecognizer: UIGestureRecognizer {
    /// How far, in radians.
    open var rotation: CGFloat = 0
    /// How fast, in radians a second.
    open var velocity: CGFloat { 0 }
}

/// Edges of a rectangle.
public struct UIRectEdge: OptionSet, Sendable {
    /// The bits of `UIRectEdge`.
    public let rawValue: UInt

    /// Creates edges from their bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The top.
    public static let top = UIRectEdge(rawValue: 1 << 0)
    /// The left.
    public static let left = UIRectEdge(rawValue: 1 << 1)
    /// The bottom.
    public static let bottom = UIRectEdge(rawValue: 1 << 2)
    /// The right.
    public static let right = UIRectEdge(rawValue: 1 << 3)
    /// All.
    public static let all: UIRectEdge = [.top, .left, .bottom, .right]
}
