import Foundation
import KeepAliveProtocol

/// Returns the machine's uptime in seconds.
public func CACurrentMediaTime() -> CFTimeInterval { ProcessInfo.processInfo.systemUptime }

/// Calls a method for each frame. Unlike on iOS there is no screen: a timer makes the calls at the requested rate, at
/// most 60 times a second, while the app is in the foreground.
@preconcurrency @MainActor
open class CADisplayLink: NSObject {
    private var target: AnyObject?
    private let selector: Selector
    private let context = AppContext.current
    /// The number of the current timer. A timer with a lower number has no effect when it fires.
    private var generation = 0
    private var token: (any NSObjectProtocol)?
    /// The time of the last frame, in seconds of the machine's uptime.
    public private(set) var timestamp: CFTimeInterval = 0
    public var targetTimestamp: CFTimeInterval { timestamp + interval }
    public var duration: CFTimeInterval { 1.0 / 60 }
    open var isPaused = false {
        didSet { if oldValue != isPaused { schedule() } }
    }
    open var preferredFramesPerSecond = 0 {
        didSet { if oldValue != preferredFramesPerSecond { schedule() } }
    }
    open var preferredFrameRateRange = CAFrameRateRange.default {
        didSet {
            let range = preferredFrameRateRange
            preferredFramesPerSecond = Int(range.preferred ?? range.maximum)
        }
    }
    private var isAdded = false

    public init(target: Any, selector sel: Selector) {
        self.target = target as AnyObject
        selector = sel
        super.init()
    }

    /// The time between two calls, in seconds.
    private var interval: CFTimeInterval {
        1 / Double(min(preferredFramesPerSecond > 0 ? preferredFramesPerSecond : 60, 60))
    }

    open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
        isAdded = true
        schedule()
    }

    open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
        isAdded = false
        schedule()
    }

    open func invalidate() {
        target = nil
        remove(from: .main, forMode: .common)
    }

    private var isOnScreen: Bool {
        context.send(ApplicationMethods.state).map { $0.state != "background" } ?? false
    }

    private func schedule() {
        generation += 1
        token.map { NotificationCenter.default.removeObserver($0) }
        token = nil
        guard isAdded, !isPaused, target != nil else { return }
        guard isOnScreen else {
            token = NotificationCenter.default.addObserver(
                forName: .applicationDidBecomeActive, object: nil, queue: nil
            ) { [self] _ in MainActor.assumeIsolated { schedule() } }
            return
        }
        let due = generation
        context.after(interval) { [self] in MainActor.assumeIsolated { tick(due) } }
    }

    private func tick(_ due: Int) {
        guard due == generation else { return }
        if let target, isOnScreen {
            timestamp = CACurrentMediaTime()
            selector.perform(on: target, [self])
        }
        // If the method has paused this link or changed the frame rate, a new timer is already set.
        if due == generation { schedule() }
    }
}

public struct CAFrameRateRange: Hashable, Sendable {
    public var minimum: Float
    public var maximum: Float
    public var preferred: Float?

    public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
        self.minimum = minimum
        self.maximum = maximum
        self.preferred = preferred
    }

    public static let `default` = CAFrameRateRange(minimum: 0, maximum: 0)
}
