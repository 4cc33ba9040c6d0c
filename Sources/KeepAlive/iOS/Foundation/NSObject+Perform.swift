import Foundation

public protocol SelectorPerforming: AnyObject {}

extension NSObject: SelectorPerforming {}

extension SelectorPerforming {
    /// Calls a method of this object on the calling thread.
    ///
    /// - Returns: the result of the method.
    @discardableResult
    public func perform(_ aSelector: Selector) -> Any? { aSelector.perform(on: self) }

    /// Calls a method of this object with an argument, on the calling thread.
    @discardableResult
    public func perform(_ aSelector: Selector, with object: Any?) -> Any? { aSelector.perform(on: self, [object]) }

    /// Calls a method of this object with two arguments, on the calling thread.
    @discardableResult
    public func perform(_ aSelector: Selector, with object1: Any?, with object2: Any?) -> Any? {
        aSelector.perform(on: self, [object1, object2])
    }

    /// Calls a method of this object after a delay, on the run loop of the calling thread.
    ///
    /// - Parameter delay: the delay in seconds.
    public func perform(_ aSelector: Selector, with anArgument: Any?, afterDelay delay: TimeInterval) {
        DelayedCalls.add(self, aSelector, anArgument, delay)
    }

    /// Calls a method of this object on the main thread.
    ///
    /// - Parameter wait: true to return only after the call.
    public func performSelector(onMainThread aSelector: Selector, with arg: Any?, waitUntilDone wait: Bool) {
        let call = Carried(object: self, argument: arg)
        if wait, Thread.isMainThread {
            aSelector.perform(on: self, [arg])
        } else if wait {
            DispatchQueue.main.sync { _ = aSelector.perform(on: call.object, [call.argument]) }
        } else {
            DispatchQueue.main.async { aSelector.perform(on: call.object, [call.argument]) }
        }
    }

    /// Calls a method of this object on a background queue.
    public func performSelector(inBackground aSelector: Selector, with arg: Any?) {
        let call = Carried(object: self, argument: arg)
        DispatchQueue.global().async { aSelector.perform(on: call.object, [call.argument]) }
    }

    public static func cancelPreviousPerformRequests(withTarget aTarget: Any) {
        DelayedCalls.cancel(aTarget as AnyObject) { _ in true }
    }

    public static func cancelPreviousPerformRequests(
        withTarget aTarget: Any, selector aSelector: Selector, object anArgument: Any?
    ) {
        DelayedCalls.cancel(aTarget as AnyObject) { call in
            guard call.selector == aSelector else { return false }
            switch (call.argument, anArgument) {
            case (nil, nil): return true
            case (let first?, let second?):
                if let first = first as? NSObject, let second = second as? NSObject { return first == second }
                return (first as AnyObject) === (second as AnyObject)
            default: return false
            }
        }
    }

    /// Returns true if this object has a method. Unlike on iOS, the result is always false for a selector that was made
    /// from a string: its method is not known.
    public func responds(to aSelector: Selector?) -> Bool { aSelector?.isMethod?(self) ?? false }

}

private struct Carried: @unchecked Sendable {
    let object: any SelectorPerforming
    let argument: Any?
}

/// The delayed calls that run loops will make, by number.
private final class DelayedCalls: @unchecked Sendable {
    struct Call {
        let object: AnyObject
        let selector: Selector
        let argument: Any?
        let timer: Timer
    }

    private static let shared = DelayedCalls()
    private let lock = NSLock()
    private var calls: [Int: Call] = [:]
    private var last = 0

    static func add(_ object: AnyObject, _ selector: Selector, _ argument: Any?, _ delay: TimeInterval) {
        let number = shared.lock.withLock {
            shared.last += 1
            return shared.last
        }
        let timer = Timer(timeInterval: max(0, delay), repeats: false) { _ in shared.make(number) }
        shared.lock.withLock {
            shared.calls[number] = Call(object: object, selector: selector, argument: argument, timer: timer)
        }
        RunLoop.current.add(timer, forMode: .default)
    }

    static func cancel(_ object: AnyObject, where matches: (Call) -> Bool) {
        let cancelled = shared.lock.withLock {
            let found = shared.calls.filter { $0.value.object === object && matches($0.value) }
            found.keys.forEach { shared.calls[$0] = nil }
            return found.values.map(\.timer)
        }
        cancelled.forEach { $0.invalidate() }
    }

    private func make(_ number: Int) {
        guard let call = lock.withLock({ calls.removeValue(forKey: number) }) else { return }
        call.selector.perform(on: call.object, [call.argument])
    }
}
