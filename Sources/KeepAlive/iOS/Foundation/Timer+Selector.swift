import Foundation

public protocol SelectorTimerMaking {}

extension Timer: SelectorTimerMaking {
    /// Creates a timer that calls a method, and adds the timer to the run loop of the calling thread.
    ///
    /// - Parameters:
    ///   - ti: the interval, in seconds.
    ///   - aTarget: the object, which is retained until the timer is invalidated.
    ///   - aSelector: the object's method, which takes the timer or no argument.
    ///   - userInfo: the value of the timer's `userInfo`.
    ///   - yesOrNo: true if the timer repeats.
    @discardableResult
    public class func scheduledTimer(
        timeInterval ti: TimeInterval, target aTarget: Any, selector aSelector: Selector, userInfo: Any?,
        repeats yesOrNo: Bool
    ) -> Timer {
        let timer = SelectorTimer(
            Date(timeIntervalSinceNow: ti), ti, yesOrNo, aTarget as AnyObject, aSelector, userInfo)
        RunLoop.current.add(timer, forMode: .default)
        return timer
    }
}

extension SelectorTimerMaking {
    /// Creates a timer that calls a method. The caller must add the timer to a run loop.
    ///
    /// - Parameters:
    ///   - ti: the interval, in seconds; at least 0.1 ms.
    ///   - aTarget: the object, which is retained until the timer is invalidated.
    ///   - aSelector: the object's method, which takes the timer or no argument.
    ///   - userInfo: the value of the timer's `userInfo`.
    ///   - yesOrNo: true if the timer repeats.
    public init(
        timeInterval ti: TimeInterval, target aTarget: Any, selector aSelector: Selector, userInfo: Any?,
        repeats yesOrNo: Bool
    ) {
        self.init(
            fireAt: Date(timeIntervalSinceNow: ti), interval: ti, target: aTarget, selector: aSelector,
            userInfo: userInfo, repeats: yesOrNo)
    }

    public init(
        fireAt date: Date, interval ti: TimeInterval, target t: Any, selector s: Selector, userInfo ui: Any?,
        repeats rep: Bool
    ) {
        let timer: Timer = SelectorTimer(date, ti, rep, t as AnyObject, s, ui)
        // The cast cannot fail, as only `Timer` conforms to `SelectorTimerMaking`.
        guard let made = timer as? Self else { preconditionFailure("\(Self.self) is no Timer") }
        self = made
    }
}

private final class SelectorTimer: Timer {
    private let information: Any?
    private let call: Call

    init(
        _ date: Date, _ interval: TimeInterval, _ repeats: Bool, _ target: AnyObject, _ selector: Selector,
        _ information: Any?
    ) {
        self.information = information
        let call = Call(target)
        self.call = call
        super.init(fire: date, interval: interval, repeats: repeats) { timer in
            let target = call.target
            if !repeats { call.target = nil }
            if let target { selector.perform(on: target, [timer]) }
        }
    }

    override var userInfo: Any? { information }

    override func invalidate() {
        super.invalidate()
        call.target = nil
    }

    /// Retains the target until the timer has fired for the last time. The timer's block must not retain the target, as
    /// Foundation keeps the block for longer.
    private final class Call: @unchecked Sendable {
        private let lock = NSLock()
        private var object: AnyObject?

        init(_ object: AnyObject) {
            self.object = object
        }

        var target: AnyObject? {
            get { lock.withLock { object } }
            set { lock.withLock { object = newValue } }
        }
    }
}
