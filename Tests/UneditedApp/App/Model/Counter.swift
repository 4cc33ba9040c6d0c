// swift-format-ignore-file
import Foundation
import UIKit.UIApplication

@objc public protocol CounterDelegate: NSObjectProtocol {
    func counter(_ counter: Counter, didReach total: Int)
    /// The counter has stopped.
    @objc optional func counterDidStop(_ counter: Counter, after seconds: TimeInterval)
    @objc optional func counterNeedsName(_ counter: Counter) -> String?
}

/// Foundation alone brings these names on iOS, too.
final class Totals: ObservableObject {
    @Published var last = 0
}

/// Counts in a background task.
@objcMembers public class Counter: NSObject {
    public weak var delegate: CounterDelegate?
    public dynamic private(set) var total = 0
    private var timer: Timer?
    private var task = UIBackgroundTaskIdentifier.invalid
    private lazy var began = Date()

    public func start() {
        task = UIApplication.shared.beginBackgroundTask(withName: delegate?.counterNeedsName?(self) ?? "count") {
            self.stop()
        }
        began = Date()
        timer = Timer.scheduledTimer(
            timeInterval: 0.1, target: self, selector: #selector(self.tick(_:)), userInfo: "tick", repeats: true)
    }

    public func stop() {
        timer?.invalidate()
        timer = nil
        delegate?.counterDidStop?(self, after: Date().timeIntervalSince(began))
        UIApplication.shared.endBackgroundTask(task)
        task = .invalid
    }

    @objc func tick(_ timer: Timer) {
        guard timer.userInfo as? String == "tick" else { return }
        total += 1
        #if os(iOS)
        delegate?.counter(self, didReach: total)
        #endif
    }

    /// What of its delegate's optional methods is there.
    public var answers: [Bool] {
        let stops = delegate?.counterDidStop != nil
        guard let _ = delegate?.counterDidStop?(self, after: 0) else { return [stops, false] }
        return [stops, true, delegate?.responds(to: #selector(CounterDelegate.counterDidStop(_:after:))) == true]
    }

    /// True from start to stop.
    public var isCounting: Bool { timer != nil }

    /// The name of the place where counters stop, by the version of the system.
    public var style: String {
        if #available(iOS 14, *) { return "new" } else { return "old" }
    }
}
