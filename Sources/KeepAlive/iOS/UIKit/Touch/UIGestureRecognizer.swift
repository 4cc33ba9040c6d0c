import Foundation

/// Recognizes the user's gestures. Unlike on iOS, taps are the only gestures: `ctl touch` makes them.
@preconcurrency @MainActor
open class UIGestureRecognizer: NSObject {
    public enum State: Int, Sendable {
        case possible
        case began, changed, ended
        case cancelled = 4
        case failed

        public static let recognized = State.ended
    }

    public internal(set) weak var view: UIView?
    open var isEnabled = true
    open var state = State.possible
    open weak var delegate: (any UIGestureRecognizerDelegate)?
    @WithoutEffect open var cancelsTouchesInView = true
    @WithoutEffect open var delaysTouchesBegan = false
    @WithoutEffect open var delaysTouchesEnded = true
    open var name: String?
    private var targets: [TargetAction] = []

    public init(target: Any? = nil, action: Selector? = nil) {
        super.init()
        if let target, let action { addTarget(target, action: action) }
    }

    open var numberOfTouches: Int { state == .ended ? 1 : 0 }

    /// Returns the middle of the recognizer's view: unlike on iOS, a tap has no position.
    open func location(in view: UIView?) -> CGPoint {
        guard let own = self.view else { return .zero }
        return own.convert(CGPoint(x: own.bounds.midX, y: own.bounds.midY), to: view)
    }

    /// Has no effect, unlike on iOS: of a view's tap recognizers, the last one always gets the tap.
    open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {}

    open func addTarget(_ target: Any, action: Selector) { targets.append(TargetAction(target, action)) }

    /// Calls all targets, unless the delegate forbids the gesture to begin.
    func recognized() {
        guard delegate?.gestureRecognizerShouldBegin(self) ?? true else { return }
        state = .ended
        for call in targets { if let target = call.target { call.action.perform(on: target, [self]) } }
        state = .possible
    }

    /// Returns true if the delegate of either recognizer allows both gestures to be recognized at once.
    func mayBeMade(with other: UIGestureRecognizer) -> Bool {
        let answers = [
            delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other),
            other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self),
        ]
        return answers.contains(true)
    }

    open func removeTarget(_ target: Any?, action: Selector?) { targets.removeAll { $0.is(target, action) } }
}

@preconcurrency @MainActor
public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    /// Never called, unlike on iOS.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    /// Never called, unlike on iOS.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    /// Never called, unlike on iOS.
    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
}

extension UIGestureRecognizerDelegate {
    public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }
    public func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
        true
    }
}

/// A finger on the screen. Unlike on iOS, the app never gets a touch: `ctl touch` taps an element, not a position.
@preconcurrency @MainActor
open class UITouch: NSObject {
    public enum Phase: Int, Sendable {
        case began, moved, stationary, ended
        case cancelled = 4
    }

    open var phase: Phase { .ended }
    open var tapCount: Int { 1 }
    open var view: UIView? { nil }
    /// The machine's uptime, in seconds.
    open var timestamp: TimeInterval { ProcessInfo.processInfo.systemUptime }
    open func location(in view: UIView?) -> CGPoint { .zero }
    open func previousLocation(in view: UIView?) -> CGPoint { .zero }
}

open class UITapGestureRecognizer: UIGestureRecognizer {
    open var numberOfTapsRequired = 1
    open var numberOfTouchesRequired = 1
}

/// Never recognizes a gesture, unlike on iOS.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
    open var minimumPressDuration: TimeInterval = 0.5
    open var allowableMovement: CGFloat = 10
    open var numberOfTapsRequired = 0
    open var numberOfTouchesRequired = 1
}

/// Never recognizes a gesture, unlike on iOS.
open class UIPanGestureRecognizer: UIGestureRecognizer {
    open var minimumNumberOfTouches = 1
    open var maximumNumberOfTouches = Int.max
    private var moved = CGPoint.zero

    open func translation(in view: UIView?) -> CGPoint { moved }
    open func setTranslation(_ translation: CGPoint, in view: UIView?) { moved = translation }
    open func velocity(in view: UIView?) -> CGPoint { .zero }
}

/// Never recognizes a gesture, unlike on iOS.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
    open var edges: UIRectEdge = []
}

/// Never recognizes a gesture, unlike on iOS.
open class UISwipeGestureRecognizer: UIGestureRecognizer {
    public struct Direction: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let right = Direction(rawValue: 1 << 0)
        public static let left = Direction(rawValue: 1 << 1)
        public static let up = Direction(rawValue: 1 << 2)
        public static let down = Direction(rawValue: 1 << 3)
    }

    open var direction = Direction.right
    open var numberOfTouchesRequired = 1
}

/// Never recognizes a gesture, unlike on iOS.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    open var scale: CGFloat = 1
    open var velocity: CGFloat { 0 }
}

/// Never recognizes a gesture, unlike on iOS.
open class UIRotationGestureRecognizer: UIGestureRecognizer {
    open var rotation: CGFloat = 0
    open var velocity: CGFloat { 0 }
}

public struct UIRectEdge: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let top = UIRectEdge(rawValue: 1 << 0)
    public static let left = UIRectEdge(rawValue: 1 << 1)
    public static let bottom = UIRectEdge(rawValue: 1 << 2)
    public static let right = UIRectEdge(rawValue: 1 << 3)
    public static let all: UIRectEdge = [.top, .left, .bottom, .right]
}
