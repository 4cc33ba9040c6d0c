import Foundation
import TestSupport
import Testing

@testable import KeepAlive
@testable import KeepAlivePolicy
@testable import KeepAliveTesting

/// What calls methods by selectors, as the plug-in makes them of `#selector`.
@MainActor
@Suite struct SelectorTests {
    private class Target: NSObject {
        nonisolated(unsafe) var calls: [String] = []

        func go() { calls.append("go") }
        func take(_ notification: Notification) { calls.append("take \(notification.name.rawValue)") }
        func fire(_ timer: Timer) { calls.append("fire \(timer.userInfo ?? "nothing")") }
        func add(_ first: NSNumber, to second: NSNumber?) -> Int { first.intValue + (second?.intValue ?? 0) }
    }

    private final class Other: Target {
        override func go() { calls.append("other") }
    }

    nonisolated private static let go = Selector("go", { (object: Target) in object.go() })
    nonisolated private static let take = Selector("take:", { (object: Target, argument1) in object.take(argument1) })
    nonisolated private static let fire = Selector("fire:", { (object: Target, argument1) in object.fire(argument1) })
    nonisolated private static let add = Selector(
        "add:to:", { (object: Target, argument1, argument2) in object.add(argument1, to: argument2) })

    private let name = Notification.Name("SelectorTests \(UUID().uuidString)")

    @Test("selectors of one name are equal, and a class that overrides a method has its own called")
    func performing() {
        #expect(Self.go == Selector("go"))
        #expect(Self.go == NSSelectorFromString("go"))
        #expect(Set([Self.go, "go", Self.take]).count == 2)
        #expect(NSStringFromSelector(Self.add) == "add:to:")
        let target = Other()
        target.perform(Self.go)
        #expect(target.calls == ["other"])
        #expect(target.perform(Self.add, with: 2, with: 3) as? Int == 5)
        #expect(target.perform(Self.add, with: 2) as? Int == 2)
        #expect(target.responds(to: Self.go))
        #expect(!target.responds(to: Selector("go")))
        #expect(!NSObject().responds(to: Self.go))
    }

    @Test("a notification that is posted on another thread is taken there, with the argument and without")
    func onAnotherThread() async {
        let target = Target()
        let center = NotificationCenter()
        for selector in [Self.go, Self.take] {
            center.addObserver(target, selector: selector, name: name, object: nil)
        }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [name] in
                center.post(name: name, object: nil)
                continuation.resume()
            }
        }
        #expect(target.calls.sorted() == ["go", "take \(name.rawValue)"])
    }

    @Test("what iOS ends with an exception does so here: no such method, an argument of another class")
    func exceptions() {
        for body: () -> Any? in [
            { NSObject().perform(Self.go) }, { Target().perform(Selector("go")) },
            { Target().perform(Self.take, with: "text") }, { Target().perform(Self.take) },
        ] {
            #expect {
                _ = try catchingNSException { body() }
            } throws: { ($0 as? AppleException)?.name == "NSInvalidArgumentException" }
        }
    }

    @Test("a center calls an object until that is removed, or gone, and does not keep it alive")
    func notifications() {
        let center = NotificationCenter()
        var target: Target? = Target()
        weak let weakly = target
        center.addObserver(target!, selector: Self.take, name: name, object: nil)
        center.addObserver(target!, selector: Self.go, name: nil, object: self.name.rawValue as NSString)
        center.post(name: name, object: nil)
        #expect(target?.calls == ["take \(name.rawValue)"])
        center.removeObserver(target!, name: name, object: nil)
        center.post(name: name, object: nil)
        #expect(target?.calls.count == 1)
        let sender = NSObject()
        center.addObserver(target!, selector: Self.go, name: name, object: sender)
        center.post(name: name, object: NSObject())
        #expect(target?.calls.count == 1)
        center.post(name: name, object: sender)
        #expect(target?.calls == ["take \(name.rawValue)", "go"])
        center.removeObserver(target!)
        center.post(name: name, object: sender)
        #expect(target?.calls.count == 2)
        center.addObserver(target!, selector: Self.take, name: name, object: nil)
        target = nil
        #expect(weakly == nil)
        center.post(name: name, object: nil)
    }

    @Test("the token of a block is removed as before")
    func tokens() {
        let center = NotificationCenter()
        nonisolated(unsafe) var count = 0
        let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in count += 1 }
        center.post(name: name, object: nil)
        center.removeObserver(token)
        center.post(name: name, object: nil)
        #expect(count == 1)
    }

    @Test("timers call a method with themselves, and know what they were given")
    func timers() {
        let target = Target()
        let timer = Timer(timeInterval: 60, target: target, selector: Self.fire, userInfo: "bell", repeats: false)
        timer.fire()
        #expect(target.calls == ["fire bell"])
        #expect(!timer.isValid)
        let date = Date(timeIntervalSinceNow: 3600)
        let other = Timer(
            fireAt: date, interval: 5, target: target, selector: Self.go, userInfo: nil, repeats: true)
        #expect(abs(other.fireDate.timeIntervalSince(date)) < 1 && other.timeInterval == 5)
        other.fire()
        other.invalidate()
        let scheduled = Timer.scheduledTimer(
            timeInterval: 60, target: target, selector: Self.fire, userInfo: nil, repeats: true)
        scheduled.fire()
        scheduled.invalidate()
        #expect(target.calls == ["fire bell", "go", "fire nothing"])
    }

    @Test("a timer lets go of its object when it is invalidated, and when it has fired for the last time")
    func timersLetGo() {
        var targets: [Target?] = [Target(), Target()]
        weak let first = targets[0]
        weak let second = targets[1]
        let again = Timer(timeInterval: 60, target: targets[0]!, selector: Self.go, userInfo: nil, repeats: true)
        let once = Timer(timeInterval: 60, target: targets[1]!, selector: Self.go, userInfo: nil, repeats: false)
        targets = []
        again.fire()
        #expect(first?.calls == ["go"] && second?.calls == [])
        again.invalidate()
        once.fire()
        #expect(first == nil && second == nil)
    }

    @Test("a call that waits is made by the run loop, and not when it was given up")
    func delayed() async {
        let calls = await withCheckedContinuation { (made: CheckedContinuation<[String], Never>) in
            let thread = Thread {
                let target = Target()
                target.perform(Self.go, with: nil, afterDelay: 0)
                target.perform(Self.fire, with: Timer(timeInterval: 1, repeats: false) { _ in }, afterDelay: 0)
                NSObject.cancelPreviousPerformRequests(withTarget: target, selector: Self.go, object: nil)
                while target.calls.isEmpty { _ = RunLoop.current.run(mode: .default, before: Date() + 1) }
                target.perform(Self.go, with: nil, afterDelay: 0)
                NSObject.cancelPreviousPerformRequests(withTarget: target)
                _ = RunLoop.current.run(mode: .default, before: Date())
                made.resume(returning: target.calls)
            }
            thread.start()
        }
        #expect(calls == ["fire nothing"])
    }

    @Test("the main thread makes a call that another one asks for")
    func onMainThread() async {
        let target = Target()
        nonisolated(unsafe) let carried = target
        await Task.detached { carried.performSelector(onMainThread: Self.go, with: nil, waitUntilDone: true) }.value
        #expect(target.calls == ["go"])
    }
}
