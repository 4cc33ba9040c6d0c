import KeepAlivePolicy

/// The reactions of the app's own code when the system calls it, where no strategy says otherwise.
package struct AppBehaviour: Sendable, Hashable, Codable {
    /// The time at which a wake is completed.
    package enum WakeCompletion: Sendable, Hashable, Codable {
        /// After this much work.
        case after(Duration)
        /// In the expiration handler.
        case onExpiration
        /// Never.
        case never
    }

    /// The time that `didFinishLaunching` takes.
    package var didFinishLaunching = Duration.zero
    /// The time that `willResignActive` takes.
    package var willResignActive = Duration.zero
    /// The time that `didEnterBackground` takes.
    package var didEnterBackground = Duration.zero
    /// The time that `willEnterForeground` takes.
    package var willEnterForeground = Duration.zero
    /// The time that `willTerminate` takes.
    package var willTerminate = Duration.zero
    /// The time after which the app fulfils an action of a call.
    package var callAction = Duration.zero
    /// The time at which the completion handler of a wake is called.
    package var wakeCompletion = WakeCompletion.after(.seconds(1))

    /// The parts of a notification that the app lets appear in the foreground, if it has a delegate.
    package var presentsNotifications: NotificationPresentation = [.banner, .list, .sound, .badge]

    package init() {}

    /// Returns the time that an awaited callback takes.
    func duration(of callback: AwaitedCallback) -> Duration {
        switch callback {
        case .didFinishLaunching: didFinishLaunching
        case .willResignActive: willResignActive
        case .didEnterBackground: didEnterBackground
        case .willEnterForeground: willEnterForeground
        case .willTerminate: willTerminate
        }
    }

    /// Returns the app's message to the system when it has dealt with a wake.
    package static func completion(of kind: WakeKind, identifier: String?) -> PolicyEvent {
        switch kind {
        case .backgroundFetch: .fetch(.completed(.newData))
        case .remoteNotification: .push(.completed(.newData))
        case .voipPush: .voip(.callReported)
        case .urlSession: identifier.map { .transfer(.handlerCalled(identifier: $0)) } ?? .wakeCompleted(kind)
        case .appRefresh, .processing, .continuedProcessing:
            identifier.map { .taskScheduler(.completed(identifier: $0, success: true)) } ?? .wakeCompleted(kind)
        default: .wakeCompleted(kind)
        }
    }
}
