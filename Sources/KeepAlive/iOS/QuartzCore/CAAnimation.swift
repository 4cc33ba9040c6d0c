import Foundation

/// An animation of a layer. Nothing moves, but the delegate is called for the end when the duration has passed.
open class CAAnimation: NSObject {
    open var duration: CFTimeInterval = 0
    /// The time at which the animation begins, in seconds of the machine's uptime; 0 for at once.
    open var beginTime: CFTimeInterval = 0
    open var repeatCount: Float = 0
    open var autoreverses = false
    open var isRemovedOnCompletion = true
    open var fillMode = CAMediaTimingFillMode.removed
    open var timingFunction: CAMediaTimingFunction?
    open var delegate: (any CAAnimationDelegate)?
    open var repeatDuration: CFTimeInterval = 0
    /// True once the animation has run to its end. To remove the animation then does not call the delegate again.
    var isOver = false

    /// Calls the delegate for the start or the end of the animation, on the main thread, after the current work.
    ///
    /// - Parameter finished: `nil` for the start; for the end, true if the animation has run to its end.
    func tell(finished: Bool?) {
        guard let delegate else { return }
        nonisolated(unsafe) let (told, animation) = (delegate, self)
        AnimationClock.soon {
            MainActor.assumeIsolated {
                if let finished {
                    told.animationDidStop(animation, finished: finished)
                } else {
                    told.animationDidStart(animation)
                }
            }
        }
    }

    /// True if the animation never ends.
    var isEndless: Bool { repeatCount >= .greatestFiniteMagnitude || repeatDuration == .infinity }
    /// The total duration in seconds. A repetition takes 0.25 s if the animation has no duration.
    var wholeDuration: CFTimeInterval {
        if repeatDuration > 0 { return repeatDuration }
        return (duration > 0 ? duration : 0.25) * Double(max(repeatCount, 1)) * (autoreverses ? 2 : 1)
    }
}

public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let removed = CAMediaTimingFillMode(rawValue: "removed")
    public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
    public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
    public static let both = CAMediaTimingFillMode(rawValue: "both")
}

public final class CAMediaTimingFunction: NSObject, Sendable {
    public let name: CAMediaTimingFunctionName

    public init(name: CAMediaTimingFunctionName) {
        self.name = name
        super.init()
    }
}

public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
    public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
    public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
    public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
    public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

@preconcurrency @MainActor
public protocol CAAnimationDelegate: NSObjectProtocol {
    func animationDidStart(_ anim: CAAnimation)
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
    public func animationDidStart(_ anim: CAAnimation) {}
    public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}

open class CAPropertyAnimation: CAAnimation {
    open var keyPath: String?
    open var isAdditive = false

    public convenience init(keyPath path: String?) {
        self.init()
        keyPath = path
    }
}

open class CABasicAnimation: CAPropertyAnimation {
    open var fromValue: Any?
    open var toValue: Any?
    open var byValue: Any?
}

open class CAKeyframeAnimation: CAPropertyAnimation {
    open var values: [Any]?
    open var keyTimes: [NSNumber]?
}

open class CAAnimationGroup: CAAnimation {
    open var animations: [CAAnimation]?
}

open class CATransition: CAAnimation {
    open var type = CATransitionType.fade
}

public struct CATransitionType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let fade = CATransitionType(rawValue: "fade")
    public static let moveIn = CATransitionType(rawValue: "moveIn")
    public static let push = CATransitionType(rawValue: "push")
    public static let reveal = CATransitionType(rawValue: "reveal")
}

public enum CATransaction {
    private static let state = State()

    private final class State: @unchecked Sendable {
        private let lock = NSLock()
        private var blocks: [(() -> Void)?] = []
        private var seconds = 0.25

        var duration: CFTimeInterval {
            get { lock.withLock { seconds } }
            set { lock.withLock { seconds = newValue } }
        }
        func begin() { lock.withLock { blocks.append(nil) } }
        func end() -> (() -> Void)? { lock.withLock { blocks.popLast() ?? nil } }
        /// Sets the completion block of the innermost transaction. Returns false if no transaction has begun.
        func set(_ block: (() -> Void)?) -> Bool {
            lock.withLock {
                guard !blocks.isEmpty else { return false }
                blocks[blocks.count - 1] = block
                return true
            }
        }
    }

    public static func begin() { state.begin() }
    public static func commit() {
        guard let block = state.end() else { return }
        AnimationClock.ends(after: state.duration) { _ in block() }
    }
    public static func setCompletionBlock(_ block: (() -> Void)?) {
        if !state.set(block), let block { AnimationClock.ends(after: state.duration) { _ in block() } }
    }
    /// Has no effect, unlike on iOS: nothing moves.
    public static func setDisableActions(_ flag: Bool) {}
    public static func setAnimationDuration(_ dur: CFTimeInterval) { state.duration = dur }
    /// Has no effect, unlike on iOS: nothing moves.
    public static func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {}
}
