import Foundation
import KeepAlive

public struct BackgroundTask<Request, Response>: Sendable {
    enum Kind: Sendable {
        case appRefresh(String)
        case processingTask(String)
        case urlSession(String)
    }

    let kind: Kind
}

extension BackgroundTask where Request == Void, Response == Void {
    /// A task that the app has requested with a `BGAppRefreshTaskRequest` of this identifier (BG-12).
    public static func appRefresh(_ identifier: String) -> BackgroundTask<Void, Void> {
        BackgroundTask(kind: .appRefresh(identifier))
    }

    /// A task of some minutes that the app has requested with a `BGProcessingTaskRequest` of this identifier (BG-13).
    /// Part of SwiftUI from iOS 27 on.
    public static func processingTask(_ identifier: String) -> BackgroundTask<Void, Void> {
        BackgroundTask(kind: .processingTask(identifier))
    }

    /// The events of a background session (UR-04).
    public static func urlSession(_ identifier: String) -> BackgroundTask<Void, Void> {
        BackgroundTask(kind: .urlSession(identifier))
    }
}

extension Scene {
    /// Runs a function when the system starts a background task of the app. The background task is completed when the
    /// function returns.
    ///
    /// When the background task expires, the Swift task in which the function runs is cancelled (BG-16). The function
    /// must then return soon.
    public func backgroundTask<Request, Response>(
        _ task: BackgroundTask<Request, Response>, action: @escaping @MainActor @Sendable (Request) async -> Response
    ) -> some Scene {
        EffectScene(
            content: self,
            action: TaskEffect(kind: task.kind) {
                guard let nothing = () as? Request else { return }
                _ = await action(nothing)
            })
    }
}

/// Registers the handler of a background task when the app starts.
private struct TaskEffect: Effect {
    let kind: Any
    let action: @MainActor @Sendable () async -> Void

    func appeared(_ node: Node) {
        switch kind {
        case BackgroundTask<Void, Void>.Kind.appRefresh(let identifier),
            BackgroundTask<Void, Void>.Kind.processingTask(let identifier):
            register(identifier)
        case BackgroundTask<Void, Void>.Kind.urlSession(let identifier):
            AppHost.current.sessionHandlers[identifier] = action
        default: break
        }
    }

    private func register(_ identifier: String) {
        let action = action
        BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: .main) { task in
            let work = Task { @MainActor in
                await action()
                task.setTaskCompleted(success: !Task.isCancelled)
            }
            task.expirationHandler = { work.cancel() }
        }
    }
}
