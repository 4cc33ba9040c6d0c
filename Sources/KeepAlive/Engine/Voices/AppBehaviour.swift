import KeepAlivePolicy

/// What the app's own code does when the system calls it, where no strategy says otherwise.
package struct AppBehaviour: Sendable, Hashable, Codable {
    /// When a wake is completed.
    package enum WakeCompletion: Sendable, Hashable, Codable {
        /// After so much work.
        case after(Duration)
        /// In the expiration handler.
        case onExpiration
        /// Never.
        case never
    }

    /// How long `didFinishLaunching` takes.
    package var didFinishLaunching = Duration.zero
    /// How long `willResignActive` takes.
    package var willResignActive = Duration.zero
    /// How long `didEnterBackground` takes.
    package var didEnterBackground = Duration.zero
    /// How long `willTerminate` takes.
    package var willTerminate = Duration.zero
    /// When the completion handler of a wake is called.
    package var wakeCompletion = WakeCompletion.after(.seconds(1))

    package init() {}

    /// How long an awaited callback takes.
    func duration(of callback: AwaitedCallback) -> Duration {
        switch callback {
        case .didFinishLaunching: didFinishLaunching
        case .willResignActive: willResignActive
        case .didEnterBackground: didEnterBackground
        case .willTerminate: willTerminate
        }
    }

    /// What the app tells the system when it has dealt with a wake.
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
