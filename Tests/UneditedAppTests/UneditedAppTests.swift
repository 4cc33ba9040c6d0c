import Foundation
import KeepAliveTesting
import TestSupport
import Testing

@testable import UneditedApp

/// An app with Objective-C's words, rewritten by the plug-in, on a virtual device.
@MainActor
@Suite(.serialized, .onlyDevice) struct UneditedAppTests {
    @Test("BT-01: selectors are called, its protocol's optional methods may be missing, and it is suspended in time")
    func life() throws {
        let device = try VirtualDevice(ios: "13")
        let app = device.launch { UneditedApp.AppDelegate() }
        device.pressHome()
        try device.expect(grants: .finishTask)
        #expect(device.perform { app.counter.style } == "old")
        nonisolated(unsafe) var totals: [Int] = []
        let observation = app.counter.observe(\.total, options: [.new]) { _, change in
            totals.append(change.newValue ?? 0)
        }
        device.perform { app.counter.tick(Timer(timeInterval: 1, repeats: false) { _ in }) }
        #expect(totals.isEmpty)
        withExtendedLifetime(observation) {}
        device.advance(by: .seconds(40))
        try device.expect(.suspended)
        device.returnToApp()
        #expect(!app.counter.isCounting)
        // The present value, and each that follows.
        device.perform {
            for _ in 1...2 {
                let timer = Timer(
                    timeInterval: 1, target: NSObject(), selector: Selector("x"), userInfo: "tick", repeats: false)
                app.counter.tick(timer)
                timer.invalidate()
            }
        }
        #expect(app.counter.total == 2 && app.published == [0, 1, 2], "\(app.published)")
    }

    @Test("a device with a later version takes the other way of #available")
    func version() throws {
        let device = try VirtualDevice(ios: "14")
        let app = device.launch { UneditedApp.AppDelegate() }
        #expect(device.perform { app.counter.style } == "new")
    }

    @Test("whether a delegate implements an optional method is told by its class, and those above it")
    func questions() {
        class Listener: NSObject, CounterDelegate {
            func counter(_ counter: Counter, didReach total: Int) {}
        }
        class Stops: NSObject, CounterDelegate {
            func counter(_ counter: Counter, didReach total: Int) {}
            func counterDidStop(_ counter: Counter, after seconds: TimeInterval) {}
        }
        final class Below: Stops {}
        let counter = Counter()
        #expect(counter.answers == [false, false])
        let (silent, speaking) = (Silent(), Speaking())
        counter.delegate = silent
        #expect(counter.answers == [false, false])
        counter.delegate = speaking
        #expect(counter.answers == [true, true, true])
        let (listener, stops, below) = (Listener(), Stops(), Below())
        counter.delegate = listener
        #expect(counter.answers == [false, false])
        counter.delegate = stops
        #expect(counter.answers == [true, true, true])
        counter.delegate = below
        #expect(counter.answers == [true, true, true])
    }
}

private final class Silent: NSObject, CounterDelegate {
    func counter(_ counter: Counter, didReach total: Int) {}
}

private final class Speaking: NSObject {}

extension Speaking: CounterDelegate {
    func counter(_ counter: Counter, didReach total: Int) {}
    func counterDidStop(_ counter: Counter, after seconds: TimeInterval) {}
}
