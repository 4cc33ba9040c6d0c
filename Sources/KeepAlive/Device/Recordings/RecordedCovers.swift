import KeepAlivePolicy

/// What covered the app while it stayed on the screen, told from the callbacks of its activity.
struct RecordedCovers {
    /// The step for each line at which something began or ceased to cover the app.
    private(set) var steps: [Int: String] = [:]

    /// The seconds for which an app is inactive at most, where what covers it leaves it active (LC-05).
    private static let flicker = 0.6
    private static let callbacks: Set<String> = [
        "willResignActive", "didBecomeActive", "didEnterBackground", "willEnterForeground", "willTerminate",
    ]

    init(_ life: Recording.Life, ios: IOSVersion) {
        let lines = life.lines
        var requests = life.requests[...]
        let isActiveBehind = PolicyProfile(version: ios).features.notificationCenterActivatesTwice
        let calls = lines.indices.filter { index in
            if case .got(let callback, _) = lines[index].event { Self.callbacks.contains(callback) } else { false }
        }
        var isCovered = false
        for (first, second) in zip(calls, calls.dropFirst()) where lines[first].event.isCallback("willResignActive") {
            guard lines[second].event.isCallback("didBecomeActive") else {
                isCovered = false
                continue
            }
            // A permission has just been asked for: the system's question makes the app inactive by itself.
            let t = lines[first].t
            requests = requests.drop { $0 < t - Happening.promptDelay }
            if let request = requests.first, request <= t + Happening.requestSlack { continue }
            if isActiveBehind, lines[second].t - lines[first].t <= Self.flicker {
                steps[first] = isCovered ? "uncover" : "{cover: notification-center}"
                isCovered.toggle()
            } else {
                steps[first] = "{cover: notification-center}"
                steps[second] = "uncover"
            }
        }
    }
}
