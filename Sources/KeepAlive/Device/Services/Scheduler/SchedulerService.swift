import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// The service for background fetch and `BGTaskScheduler`.
    static let scheduler = Service(
        methods: [
            AppMethod(reporting: SchedulerMethods.setMinimumBackgroundFetchInterval) { .fetch(.intervalSet($0)) },
            AppMethod(reporting: SchedulerMethods.implements, by: .apps) {
                .fetch(.implemented($0 == "performFetch" ? .fetch : .remoteNotification))
            },
            AppMethod(SchedulerMethods.registerTask) { call, identifier in
                try call.report(.taskScheduler(.registered(identifier: identifier)))
                return try call.engine.machine.hasRegistered(identifier)
            },
            AppMethod(reporting: SchedulerMethods.submitTaskRequest) { .taskScheduler(.submitted($0)) },
            AppMethod(reporting: SchedulerMethods.cancelTaskRequest) { .taskScheduler(.cancelled(identifier: $0)) },
            AppMethod(SchedulerMethods.pendingTaskRequests) { call in
                let engine = try call.engine
                return engine.machine.pendingTaskRequests(at: engine.scheduler.now).map { request, wait in
                    PendingTaskRequest(request, earliestBegin: wait.map { $0.inSeconds / engine.plan.timeScale })
                }
            },
            AppMethod(reporting: SchedulerMethods.setExpirationHandler) {
                .taskScheduler(.expirationHandlerSet(identifier: $0, $1))
            },
            AppMethod(reporting: SchedulerMethods.updateProgress) { .taskScheduler(.progressed(identifier: $0)) },
        ],
        callbacks: [
            CallbackRow(WakeCallbacks.performFetch, values: WakeRows.kind) { [.fetch(.completed($1))] },
            CallbackRow(WakeCallbacks.launchHandler) { callback, _ in
                if case .woken(let kind, let identifier) = callback { (identifier, kind) } else { nil }
            } events: { callback, success in
                guard case .woken(let kind, let identifier) = callback else { return [] }
                guard let identifier else { return [.wakeCompleted(kind)] }
                return [.taskScheduler(.completed(identifier: identifier, success: success))]
            },
            WakeRows.expiring, WakeRows.anyOther,
        ])
}
