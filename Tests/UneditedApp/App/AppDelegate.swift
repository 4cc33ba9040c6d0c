// swift-format-ignore-file
import UIKit
import os.log
#if canImport(Combine)
import Combine
#endif

// An app as projects of some years have it: Objective-C's words, selectors, a delegate of its own protocol.

@UIApplicationMain
@objc(AppDelegate)
class AppDelegate: NSObject, UIApplicationDelegate {
    var window: UIWindow?
    let counter = Counter()
    private let log = OSLog(subsystem: "org.example.unedited", category: "life")
    var published: [Int] = []
    private var changes: Set<AnyCancellable> = []

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        counter.delegate = self
        NotificationCenter.default.addObserver(
            self, selector: #selector(didEnterBackground(_:)), name: UIApplication.didEnterBackgroundNotification,
            object: nil)
        NotificationCenter.default.addObserver(
            self, selector: #selector(AppDelegate.willEnterForeground),
            name: UIApplication.willEnterForegroundNotification, object: nil)
        NotificationCenter.default.publisher(for: UIApplication.didBecomeActiveNotification)
            .sink { [weak self] _ in self?.note("active") }
            .store(in: &changes)
        counter.publisher(for: \.total).sink { [weak self] in self?.published.append($0) }.store(in: &changes)
        os_log("launched with %{public}@, %d options", log: log, #keyPath(Counter.total), launchOptions?.count ?? 0)
        return true
    }

    @objc private func didEnterBackground(_ notification: Notification) {
        note("background")
        guard ProcessInfo.processInfo.environment["EXPIRING"] != nil else { return counter.start() }
        let isOver = DispatchSemaphore(value: 0)
        ProcessInfo.processInfo.performExpiringActivity(withReason: "sums up") { [log] isExpired in
            os_log("activity, expired: %d", log: log, isExpired ? 1 : 0)
            if isExpired { isOver.signal() } else { isOver.wait() }
        }
    }

    @objc func willEnterForeground() {
        note("foreground")
        counter.stop()
    }

    private func note(_ text: String) {
        os_log("%{public}@", log: log, type: .info, text)
    }
}

extension AppDelegate: CounterDelegate {
    func counter(_ counter: Counter, didReach total: Int) {
        note("total \(total)")
    }
}
