import KeepAliveModel

/// The push tokens, by which servers address an app (WK-19, SD-54).
package protocol PushTokens: AnyObject {
    /// The handler of a new or changed token, called on the scheduler's thread.
    var onToken: ((PushRegistration, [UInt8]) -> Void)? { get set }

    /// The handler of notes for the timeline.
    var onNote: ((String) -> Void)? { get set }

    /// Requests a token. ``onToken`` delivers it once the device has reached the push server.
    func register(_ registration: PushRegistration)

    /// Invalidates a token: its push server accepts no more pushes for it.
    func unregister(_ registration: PushRegistration)
}

/// The registration for which a token is issued: the kind of push, the app and the Live Activity.
package struct PushRegistration: Sendable, Hashable {
    package var type: PushType
    package var app: String
    /// The Live Activity that the token is for; `nil` if the token is for the app itself.
    package var activity: String?

    package init(_ type: PushType, of app: String, activity: String? = nil) {
        self.type = type
        self.app = app
        self.activity = activity
    }

    /// The `apns-topic` of pushes with this token.
    package var topic: String { app + type.topicSuffix }
}

/// The tokens of a device without a push server. The token of an app is always the same, and no server accepts pushes
/// for it.
package final class LocalPushTokens: PushTokens {
    package var onToken: ((PushRegistration, [UInt8]) -> Void)?
    package var onNote: ((String) -> Void)?
    private let scheduler: any Scheduler

    package init(scheduler: any Scheduler) { self.scheduler = scheduler }

    package func register(_ registration: PushRegistration) {
        // Deliver the token only after the app's call has returned.
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
