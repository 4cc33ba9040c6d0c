import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// Background fetch and `BGTaskScheduler`.
    static let scheduler = Service(
        methods: [
            AppMethod(
                reporting: "setMinimumBackgroundFetchInterval",
                "setMinimumBackgroundFetchInterval(_:); null is never, 0 as often as possible",
                Parameter.seconds("seconds").orNull
            ) { .fetch(.intervalSet($0)) },
            AppMethod(
                reporting: "implements",
                "the delegate has a method: performFetch or didReceiveRemoteNotification (BM-16)",
                .word("method", ["didReceiveRemoteNotification", "performFetch"]), by: .apps
            ) { .fetch(.implemented($0 == "performFetch" ? .fetch : .remoteNotification)) },
            AppMethod(
                "registerTask",
                "BGTaskScheduler.register(forTaskWithIdentifier:using:launchHandler:); launchHandler follows",
                .text("identifier"), returns: .object(["registered": .flag])
            ) { call, identifier in
                try call.report(.taskScheduler(.registered(identifier: identifier)))
                return ["registered": .bool(try call.engine.machine.hasRegistered(identifier))]
            },
            AppMethod(
                reporting: "submitTaskRequest", "BGTaskScheduler.submit(_:); earliestBegin in seconds from now",
                .choice("kind", of: BackgroundTaskRequest.Kind.self), .text("identifier"),
                Parameter.seconds("earliestBegin").optional, .flag("requiresNetworkConnectivity").or(false),
                .flag("requiresExternalPower").or(false),
                Parameter.choice("strategy", of: BackgroundTaskRequest.SubmissionStrategy.self).optional,
                .flag("requiresGPU").or(false)
            ) { kind, identifier, earliestBegin, network, power, strategy, gpu in
                var request = BackgroundTaskRequest(kind, identifier: identifier)
                request.earliestBegin = earliestBegin
                request.requiresNetwork = network
                request.requiresExternalPower = power
                if let strategy { request.strategy = strategy }
                request.requiresGPU = gpu
                return .taskScheduler(.submitted(request))
            },
            AppMethod(
                reporting: "cancelTaskRequest", "cancel(taskRequestWithIdentifier:); without one, all of them",
                Parameter.text("identifier").optional
            ) { .taskScheduler(.cancelled(identifier: $0)) },
            AppMethod(
                "pendingTaskRequests", "getPendingTaskRequests",
                returns: .list(
                    .object([
                        "identifier": .text, "kind": .word(of: BackgroundTaskRequest.Kind.self),
                        "earliestBegin": .orNull(.number()), "requiresNetworkConnectivity": .flag,
                        "requiresExternalPower": .flag,
                    ]))
            ) { call in
                let engine = try call.engine
                return .array(
                    engine.machine.pendingTaskRequests(at: engine.scheduler.now).map { request, wait in
                        [
                            "identifier": .string(request.identifier), "kind": .string(request.kind.rawValue),
                            "earliestBegin": wait.map { .number($0.inSeconds / engine.plan.timeScale) } ?? .null,
                            "requiresNetworkConnectivity": .bool(request.requiresNetwork),
                            "requiresExternalPower": .bool(request.requiresExternalPower),
                        ]
                    })
            },
            AppMethod(
                reporting: "setExpirationHandler", "BGTask.expirationHandler is set or cleared", .text("identifier"),
                .flag("set")
            ) { .taskScheduler(.expirationHandlerSet(identifier: $0, $1)) },
            AppMethod(reporting: "updateProgress", "a continued task reports progress", .text("identifier")) {
                .taskScheduler(.progressed(identifier: $0))
            },
        ],
        callbacks: [
            CallbackRow(
                "performFetch",
                "performFetchWithCompletionHandler: 30 s; result newData, noData or failed (WK-02)",
                [WakeCallbacks.kind], answer: WakeCallbacks.fetchResult, members: WakeCallbacks.members,
                events: { [.fetch(.completed(WakeCallbacks.fetched($1)))] }),
            CallbackRow(
                "launchHandler",
                "the launch handler of a task; the answer is setTaskCompleted(success:) (BG-14, BG-18)",
                [WakeCallbacks.identifier, WakeCallbacks.kind],
                answer: .object([.init("success", .flag, isOptional: true)]), members: WakeCallbacks.members
            ) { callback, result in
                guard case .woken(let kind, let identifier) = callback else { return [] }
                guard let identifier else { return [.wakeCompleted(kind)] }
                let success = result?["success"]?.bool ?? (result != nil)
                return [.taskScheduler(.completed(identifier: identifier, success: success))]
            },
            WakeCallbacks.expiring, WakeCallbacks.anyOther,
        ])
}
