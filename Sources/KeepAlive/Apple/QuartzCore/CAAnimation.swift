import Foundation

/// A movement of a layer. Nothing moves here: it takes its time.
open class CAAnimation: NSObject {
    /// How long it takes, in seconds.
    open var duration: CFTimeInterval = 0
    /// When it begins, in seconds of the machine's clock; 0 for at once.
    open var beginTime: CFTimeInterval = 0
    /// How often.
    open var repeatCount: Float = 0
    /// True if it goes back.
    open var autoreverses = false
    /// True if it is taken away when it is over.
    open var isRemovedOnCompletion = true
    /// What is seen before and after it.
    open var fillMode = CAMediaTimingFillMode.removed
    /// How its speed changes.
    open var timingFunction: CAMediaTimingFunction?
    /// Who is told that it is over.
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
        nonisolated(unsafe) let (told, movement) = (delegate, self)
        Movement.soon {
            MainActor.assumeIsolated {
                if let finished {
                    told.animationDidStop(movement, finished: finished)
                } else {
                    told.animationDidStart(movement)
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

/// What is seen of a layer before and after a movement.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String

    /// Creates a mode from its text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Nothing of the movement.
    public static let removed = CAMediaTimingFillMode(rawValue: "removed")
    /// Its end, after it.
    public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
    /// Its beginning, before it.
    public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
    /// Both.
    public static let both = CAMediaTimingFillMode(rawValue: "both")
}

/// How the speed of a movement changes.
public final class CAMediaTimingFunction: NSObject, Sendable {
    /// The name.
    public let name: CAMediaTimingFunctionName

    /// Creates a function of a name.
    public init(name: CAMediaTimingFunctionName) {
        self.name = name
        super.init()
    }
}

/// The name of how the speed of a movement changes.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String

    /// Creates a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The same all the time.
    public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
    /// Slow at the beginning.
    public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
    /// Slow at the end.
    public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
    /// Slow at both ends.
    public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
    /// As is usual.
    public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// Who is told that a movement is over.
@preconcurrency @MainActor
public protocol CAAnimationDelegate: NSObjectProtocol {
    /// It begins.
    func animationDidStart(_ anim: CAAnimation)
    /// It is over.
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
    /// Nothing to do.
    public func animationDidStart(_ anim: CAAnimation) {}
    /// Nothing to do.
    public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}

/// A movement of one property.
open class CAPropertyAnimation: CAAnimation {
    /// Which.
    open var keyPath: String?
    /// True if its values are added to the present one.
    open var isAdditive = false

    /// Creates a movement of a property.
    public convenience init(keyPath path: String?) {
        self.init()
        keyPath = path
    }
}

/// A movement from one value to another.
open class CABasicAnimation: CAPropertyAnimation {
    /// From which value.
    open var fromValue: Any?
    /// To which value.
    open var toValue: Any?
    /// By how much.
    open var byValue: Any?
}

/// A movement over several values.
open class CAKeyframeAnimation: CAPropertyAnimation {
    /// The values.
    open var values: [Any]?
    /// When each is reached, from 0 to 1.
    open var keyTimes: [NSNumber]?
}

/// Several movements together.
open class CAAnimationGroup: CAAnimation {
    /// The movements.
    open var animations: [CAAnimation]?
}

/// A movement from what a layer shows to something else.
open class CATransition: CAAnimation {
    /// The kind.
    open var type = CATransitionType.fade
}

/// The kind of a movement to something else.
public struct CATransitionType: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String

    /// Creates a kind.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// By fading.
    public static let fade = CATransitionType(rawValue: "fade")
    /// Over what is there.
    public static let moveIn = CATransitionType(rawValue: "moveIn")
    /// It pushes away what is there.
    public static let push = CATransitionType(rawValue: "push")
    /// What is there goes away.
    public static let reveal = CATransitionType(rawValue: "reveal")
}

/// Changes of layers together.
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

    /// Begins changes.
    public static func begin() { state.begin() }
    /// Ends changes: what is to be called afterwards is called after the time of a movement.
    public static func commit() {
        guard let block = state.end() else { return }
        Movement.ends(after: state.duration) { _ in block() }
    }
    /// Says what is called after them.
    public static func setCompletionBlock(_ block: (() -> Void)?) {
        if !state.set(block), let block { Movement.ends(after: state.duration) { _ in block() } }
    }
    /// Says that nothing moves; nothing does here.
    public static func setDisableActions(_ flag: Bool) {}
    /// Says how long movements take.
    public static func setAnimationDuration(_ dur: CFTimeInterval) { state.duration = dur }
    /// Says how their speed changes; without effect here.
    public static func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {}
}
