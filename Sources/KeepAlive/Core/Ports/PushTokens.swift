import KeepAliveModel

/// The tokens by which a server reaches an app with pushes (WK-19, SD-54).
package protocol PushTokens: AnyObject {
    /// Takes the tokens, on the scheduler's thread: the first one, and another if it has changed.
    var onToken: ((PushRegistration, [UInt8]) -> Void)? { get set }

    /// Takes what is worth a line of the timeline.
    var onNote: ((String) -> Void)? { get set }

    /// Asks for a token. It comes by ``onToken``, when the device has reached the server that gives it.
    func register(_ registration: PushRegistration)

    /// Puts a token out of use: the server that gave it takes no more pushes for it.
    func unregister(_ registration: PushRegistration)
}

/// The app, the installation and the kind that a token stands for.
package struct PushRegistration: Sendable, Hashable {
    /// The kind of pushes.
    package var type: PushType
    /// The app's bundle identifier.
    package var app: String
    /// The Live Activity that it is for; `nil` for the app's own.
    package var activity: String?

    package init(_ type: PushType, of app: String, activity: String? = nil) {
        self.type = type
        self.app = app
        self.activity = activity
    }

    /// The `apns-topic` of its pushes.
    package var topic: String { app + type.topicSuffix }
}

/// The tokens of a device without a push server: they stay the same for an app, and lead nowhere.
package final class LocalPushTokens: PushTokens {
    package var onToken: ((PushRegistration, [UInt8]) -> Void)?
    package var onNote: ((String) -> Void)?
    private let scheduler: any Scheduler

    package init(scheduler: any Scheduler) { self.scheduler = scheduler }

    package func register(_ registration: PushRegistration) {
        // Not from within the app's call: it has not returned yet.
        _ = scheduler.schedule(at: scheduler.now) { [weak self] in
            self?.onToken?(registration, Self.token(for: registration))
        }
    }

    package func unregister(_ registration: PushRegistration) {}

    private static func token(for registration: PushRegistration) -> [UInt8] {
        let name = registration.topic + (registration.activity.map { "\n\($0)" } ?? "")
        var random = SplitMix64(state: FNV1a(of: name).value)
        return (0..<32).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
}
