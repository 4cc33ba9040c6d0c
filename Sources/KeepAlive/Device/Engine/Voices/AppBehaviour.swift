import KeepAlivePolicy

/// The reactions to callbacks that a plan sets for an app whose own code is not connected to the runner.
package struct AppBehaviour: Sendable, Hashable, Codable {
    /// The time at which the app completes a wake.
    package enum WakeCompletion: Sendable, Hashable, Codable {
        /// After the given time of work, in device time.
        case after(Duration)
        /// In the expiration handler of the wake.
        case onExpiration
        case never
    }

    /// The time that the app spends in `didFinishLaunching`.
    package var didFinishLaunching = Duration.zero
    /// The time that the app spends in `willResignActive`.
    package var willResignActive = Duration.zero
    /// The time that the app spends in `didEnterBackground`.
    package var didEnterBackground = Duration.zero
    /// The time that the app spends in `willEnterForeground`.
    package var willEnterForeground = Duration.zero
    /// The time that the app spends in `willTerminate`.
    package var willTerminate = Duration.zero
    /// The time after which the app fulfils an action of a phone call.
    package var callAction = Duration.zero
    /// The time at which the app calls the completion handler of a wake.
    package var wakeCompletion = WakeCompletion.after(.seconds(1))

    /// The presentation options that the app chooses for a notification in the foreground, if the app has a delegate.
    package var presentsNotifications: NotificationPresentation = [.banner, .list, .sound, .badge]

    package init() {}

    /// Returns the time that the app spends in an awaited callback.
    func duration(of callback: AwaitedCallback) -> Duration {
        switch callback {
        case .didFinishLaunching: didFinishLaunching
        case .willResignActive: willResignActive
        case .didEnterBackground: didEnterBackground
        case .willEnterForeground: willEnterForeground
        case .willTerminate: willTerminate
        }
    }

    /// Returns the call by which the app completes a wake.
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
