import Foundation

/// An animation of a layer. Nothing moves here: it takes its time.
open class CAAnimation: NSObject {
    /// How long it takes, in seconds.
    open var duration: CFTimeInterval = 0
    /// When it begins, in seconds of the machine's clock; 0 for at once.
    open var beginTime: CFTimeInterval = 0
    open var repeatCount: Float = 0
    open var autoreverses = false
    open var isRemovedOnCompletion = true
    open var fillMode = CAMediaTimingFillMode.removed
    open var timingFunction: CAMediaTimingFunction?
    open var delegate: (any CAAnimationDelegate)?
    /// How long it is repeated, in seconds; 0 for as often as is said.
    open var repeatDuration: CFTimeInterval = 0
    /// True once its delegate was told that it is over.
    var isOver = false

    /// Tells the delegate that it begins, or that it is over, on the main thread, after the present work.
    ///
    /// - Parameter finished: `nil` for the beginning.
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

    /// True if it never ends.
    var isEndless: Bool { repeatCount >= .greatestFiniteMagnitude || repeatDuration == .infinity }
    /// How long it takes in all, in seconds: a quarter of one, where nothing is said.
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
        /// Returns false where nothing has begun.
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
    /// Says that nothing moves; nothing does here.
    public static func setDisableActions(_ flag: Bool) {}
    public static func setAnimationDuration(_ dur: CFTimeInterval) { state.duration = dur }
    /// Says how their speed changes; without effect here.
    public static func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {}
}
