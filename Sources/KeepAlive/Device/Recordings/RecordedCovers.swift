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

    init(_ lines: [Recording.Line], ios: IOSVersion) {
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
            if Self.follows(aRequest: first, in: lines) { continue }
            if isActiveBehind, lines[second].t - lines[first].t <= Self.flicker {
                steps[first] = isCovered ? "uncover" : "{cover: notification-center}"
                isCovered.toggle()
            } else {
                steps[first] = "{cover: notification-center}"
                steps[second] = "uncover"
            }
        }
    }

    /// True if the app has just asked for a permission: the system's question makes it inactive by itself.
    private static func follows(aRequest index: Int, in lines: [Recording.Line]) -> Bool {
        func isRequest(_ line: Recording.Line) -> Bool {
            if case .did(let verb, _, _) = line.event { verb.hasPrefix("request-") } else { false }
        }
        let t = lines[index].t
        return lines[..<index].reversed().prefix { t - $0.t <= Happening.promptDelay }.contains(where: isRequest)
            // What an app did may be recorded when the call has returned.
            || lines[index...].prefix { $0.t - t <= Happening.requestSlack }.contains(where: isRequest)
    }
}
