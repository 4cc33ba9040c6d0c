import KeepAliveFormats
import KeepAliveModel

/// The methods of background fetch and of `BGTaskScheduler`.
package enum SchedulerMethods {
    package static let setMinimumBackgroundFetchInterval = Method(
        "setMinimumBackgroundFetchInterval",
        "setMinimumBackgroundFetchInterval(_:); null is never, 0 as often as possible",
        Parameter<Duration>.seconds("seconds").orNull)
    package static let implements = Method(
        "implements", "the delegate has a method: performFetch or didReceiveRemoteNotification (BM-16)",
        .word("method", ["didReceiveRemoteNotification", "performFetch"]))
    package static let registerTask = Method(
        "registerTask", "BGTaskScheduler.register(forTaskWithIdentifier:using:launchHandler:); launchHandler follows",
        .text("identifier"), returns: .object(.flag("registered")))
    package static let submitTaskRequest = Method(
        "submitTaskRequest", "BGTaskScheduler.submit(_:); earliestBegin in seconds from now", .taskRequest)
    package static let cancelTaskRequest = Method(
        "cancelTaskRequest", "cancel(taskRequestWithIdentifier:); without one, all of them",
        Parameter<String>.text("identifier").optional)
    package static let pendingTaskRequests = Method(
        "pendingTaskRequests", "getPendingTaskRequests", returns: .list(.pendingTaskRequest))
    package static let setExpirationHandler = Method(
        "setExpirationHandler", "BGTask.expirationHandler is set or cleared", .text("identifier"), .flag("set"))
    package static let updateProgress = Method(
        "updateProgress", "a continued task reports progress", .text("identifier"))
}

extension Parameter where Value == BackgroundTaskRequest {
    fileprivate static let taskRequest = Parameter.group(
        Parameter<BackgroundTaskRequest.Kind>.choice("kind"), .text("identifier"),
        Parameter<Duration>.seconds("earliestBegin").optional, .flag("requiresNetworkConnectivity").or(false),
        .flag("requiresExternalPower").or(false),
        Parameter<BackgroundTaskRequest.SubmissionStrategy>.choice("strategy").or(.queue),
        .flag("requiresGPU").or(false)
    ) { kind, identifier, earliestBegin, network, power, strategy, gpu in
        var request = BackgroundTaskRequest(kind, identifier: identifier)
        request.earliestBegin = earliestBegin
        request.requiresNetwork = network
        request.requiresExternalPower = power
        request.strategy = strategy
        request.requiresGPU = gpu
        return request
    } split: {
        (
            $0.kind, $0.identifier, $0.earliestBegin, $0.requiresNetwork, $0.requiresExternalPower, $0.strategy,
            $0.requiresGPU
        )
    }
}

/// A submitted task request whose task has not begun, as iOS reports it to the app.
package struct PendingTaskRequest: Sendable, Hashable {
    /// The request without `earliestBegin`, which would count from the submission.
    package var request: BackgroundTaskRequest
    /// The seconds on the device's clock until the task may begin; `nil` if the task may begin now.
    package var earliestBegin: Double?

    package init(_ request: BackgroundTaskRequest, earliestBegin: Double?) {
        self.request = request
        self.earliestBegin = earliestBegin
    }
}

extension Parameter where Value == PendingTaskRequest {
    fileprivate static let pendingTaskRequest = Parameter.group(
        .text("identifier"), Parameter<BackgroundTaskRequest.Kind>.choice("kind"),
        Parameter<Double>.number("earliestBegin").orNull, .flag("requiresNetworkConnectivity"),
        .flag("requiresExternalPower")
    ) { identifier, kind, earliestBegin, network, power in
        var request = BackgroundTaskRequest(kind, identifier: identifier)
        request.requiresNetwork = network
        request.requiresExternalPower = power
        return PendingTaskRequest(request, earliestBegin: earliestBegin)
    } split: {
        (
            $0.request.identifier, $0.request.kind, $0.earliestBegin, $0.request.requiresNetwork,
            $0.request.requiresExternalPower
        )
    }
}
