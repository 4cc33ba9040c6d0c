import Foundation
import KeepAliveFormats
import KeepAliveModel
import KeepAliveProtocol

/// Schedules background tasks, for which the system launches or resumes the app at a time of its choice (the BG rules).
///
/// `keepalive-run ctl task launch IDENTIFIER` replaces the debugger's `_simulateLaunchForTaskWithIdentifier` (BG-25,
/// SD-47).
open class BGTaskScheduler: NSObject, @unchecked Sendable {
    private struct Registration {
        var queue: DispatchQueue?
        var handler: (BGTask) -> Void
    }

    private let context: AppContext
    private let lock = NSLock()
    private var registrations: [String: Registration] = [:]
    private var running: [String: BGTask] = [:]
    /// The requests that this process has submitted, by identifier. They have properties that the app protocol does not
    /// have, such as the title.
    private var submitted: [String: BGTaskRequest] = [:]

    init(_ context: AppContext) {
        self.context = context
        super.init()
        context.serveLater(WakeCallbacks.launchHandler, self) { $0.launch($2 ?? "", $3, done: $1) }
        context.serve(WakeCallbacks.expiring, self) { scheduler, _, identifier, _ in
            scheduler.expire(identifier ?? "")
        }
    }

    public class var shared: BGTaskScheduler {
        let context = AppContext.current
        return context.only { BGTaskScheduler(context) }
    }

    /// Registers a task's launch handler. The app must call this before it has finished launching (BG-02).
    ///
    /// A late call, or a second call for an identifier, raises an exception (BG-02, BG-03).
    ///
    /// - Parameters:
    ///   - identifier: the task's identifier, one of `BGTaskSchedulerPermittedIdentifiers`.
    ///   - queue: the queue on which the handler is called; `nil` for a background queue.
    ///   - launchHandler: called with the task; must make sure that `setTaskCompleted` is called (BG-19).
    /// - Returns: `false` if the Info.plist does not permit the identifier (BG-01).
    @discardableResult
    public func register(
        forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
        launchHandler: @escaping (BGTask) -> Void
    ) -> Bool {
        guard context.send(SchedulerMethods.registerTask, identifier) == true else { return false }
        lock.withLock { registrations[identifier] = Registration(queue: queue, handler: launchHandler) }
        return true
    }

    /// Submits a request, in place of a request with the same identifier (BG-09). Deprecated in iOS 27 (BG-27).
    ///
    /// An identifier without a launch handler raises an exception (BG-05).
    ///
    /// - Throws: ``Error`` (BG-06, BG-07, BG-08).
    public func submit(_ taskRequest: BGTaskRequest) throws {
        do throws(JSONRPCError) {
            try context.call(SchedulerMethods.submitTaskRequest, taskRequest.forSystem)
            lock.withLock { submitted[taskRequest.identifier] = taskRequest }
        } catch {
            if let exception = error.exception { return exception.raise(in: context) }
            guard let code = error.data?["code"]?.int.flatMap(Error.Code.init) else { throw error }
            throw Error(code)
        }
    }

    /// Submits a request, and passes the result to a completion handler (BG-27, iOS 27).
    ///
    /// - Parameters:
    ///   - taskRequest: the request, which replaces a request with the same identifier (BG-09).
    ///   - completionHandler: called on a background queue, with `nil` or an ``Error`` (BG-06, BG-07, BG-08).
    public func submitTaskRequest(
        _ taskRequest: BGTaskRequest, completionHandler: @escaping @Sendable ((any Swift.Error)?) -> Void
    ) {
        let outcome = Result { try submit(taskRequest) }
        context.perform(on: nil) {
            switch outcome {
            case .success: completionHandler(nil)
            case .failure(let error): completionHandler(error)
            }
        }
    }

    /// Submits a request (BG-27, iOS 27).
    ///
    /// - Throws: ``Error`` (BG-06, BG-07, BG-08).
    public func submitTaskRequest(_ taskRequest: BGTaskRequest) async throws { try submit(taskRequest) }

    public func cancel(taskRequestWithIdentifier identifier: String) {
        context.send(SchedulerMethods.cancelTaskRequest, identifier)
    }

    public func cancelAllTaskRequests() { context.send(SchedulerMethods.cancelTaskRequest, nil) }

    public func getPendingTaskRequests(completionHandler: @escaping @Sendable ([BGTaskRequest]) -> Void) {
        let requests = pending
        context.perform(on: nil) { completionHandler(requests) }
    }

    public func pendingTaskRequests() async -> [BGTaskRequest] { pending }

    private var pending: [BGTaskRequest] {
        (context.send(SchedulerMethods.pendingTaskRequests) ?? []).map { entry in
            let identifier = entry.request.identifier
            let known = lock.withLock { submitted[identifier] }
            let request: BGTaskRequest
            switch entry.request.kind {
            case .processing:
                let processing = BGProcessingTaskRequest(identifier: identifier)
                processing.requiresNetworkConnectivity = entry.request.requiresNetwork
                processing.requiresExternalPower = entry.request.requiresExternalPower
                request = processing
            case .continuedProcessing:
                let former = known as? BGContinuedProcessingTaskRequest
                let continued = BGContinuedProcessingTaskRequest(
                    identifier: identifier, title: former?.title ?? "", subtitle: former?.subtitle ?? "")
                continued.strategy = former?.strategy ?? .queue
                continued.requiredResources = former?.requiredResources ?? []
                request = continued
            default: request = BGAppRefreshTaskRequest(identifier: identifier)
            }
            // The date is exact only for a request of this process. For a request of an earlier process, the system
            // knows the remaining time.
            request.earliestBeginDate =
                known?.earliestBeginDate ?? entry.earliestBegin.map { Date(timeIntervalSinceNow: $0) }
            return request
        }
    }

    // MARK: Callbacks of the system

    private func launch(
        _ identifier: String, _ kind: WakeKind, done answer: @escaping @Sendable (Bool) -> Void
    ) {
        let done: @Sendable (Bool) -> Void = { [weak self] success in
            if let self { lock.withLock { running[identifier] = nil } }
            answer(success)
        }
        guard let registration = lock.withLock({ registrations[identifier] }) else { return done(false) }
        let task: BGTask =
            switch kind {
            case .processing: BGProcessingTask(identifier, context, done: done)
            case .continuedProcessing: BGContinuedProcessingTask(identifier, context, done: done)
            default: BGAppRefreshTask(identifier, context, done: done)
            }
        if let continued = task as? BGContinuedProcessingTask,
            let request = lock.withLock({ submitted[identifier] }) as? BGContinuedProcessingTaskRequest
        {
            continued.updateTitle(request.title, subtitle: request.subtitle)
        }
        // Informs the system that the task has no expiration handler yet (BG-17).
        task.expirationHandler = nil
        lock.withLock { running[identifier] = task }
        context.perform(on: registration.queue) { registration.handler(task) }
    }

    private func expire(_ identifier: String) {
        let found = lock.withLock { running[identifier].map { ($0, registrations[identifier]?.queue) } }
        guard let (task, queue) = found else { return }
        context.perform(on: queue) { task.expire() }
    }

    /// An error of the scheduler (BG-06 to BG-08, BG-23).
    public struct Error: Swift.Error, CustomNSError, Sendable, Equatable {
        public enum Code: Int, Sendable {
            /// The scheduler cannot be used: Background App Refresh is off, or the app runs in a simulator (BG-07).
            case unavailable = 1
            /// Too many requests are pending (BG-08).
            case tooManyPendingTaskRequests = 2
            /// The Info.plist does not permit the identifier, or lacks the background mode (BG-06).
            case notPermitted = 3
            /// The continued processing task cannot run at once, and its strategy is `fail` (BG-23).
            case immediateRunIneligible = 4
        }

        public let code: Code

        public init(_ code: Code) {
            self.code = code
        }

        public static var errorDomain: String { "BGTaskSchedulerErrorDomain" }
        public var errorCode: Int { code.rawValue }

        public static var unavailable: Code { .unavailable }
        public static var tooManyPendingTaskRequests: Code { .tooManyPendingTaskRequests }
        public static var notPermitted: Code { .notPermitted }
        public static var immediateRunIneligible: Code { .immediateRunIneligible }
    }
}

extension BGTaskScheduler.Error.Code {
    public static func ~= (code: BGTaskScheduler.Error.Code, error: any Swift.Error) -> Bool {
        (error as? BGTaskScheduler.Error)?.code == code
    }
}
