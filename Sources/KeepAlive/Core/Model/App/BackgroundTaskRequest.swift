/// A request to the task scheduler: Apple's `BGTaskRequest` with the properties of all its subclasses.
public struct BackgroundTaskRequest: Sendable, Hashable, Codable {
    /// The kinds of request, one for each subclass of `BGTaskRequest`.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// `BGAppRefreshTaskRequest` (BG-14, SD-45).
        case appRefresh
        /// `BGProcessingTaskRequest` (BG-15, SD-46).
        case processing
        /// `BGHealthResearchTaskRequest`, a processing task that needs an entitlement (BG-20).
        case healthResearch
        /// `BGContinuedProcessingTaskRequest` (BG-21).
        case continuedProcessing
    }

    /// `BGContinuedProcessingTaskRequest.SubmissionStrategy`: what happens to a task that cannot run at once (BG-23).
    public enum SubmissionStrategy: String, Sendable, Hashable, Codable, CaseIterable {
        /// The task is queued until another continued task ends.
        case queue
        /// The submission fails with error 4.
        case fail
    }

    /// The identifier, one of `BGTaskSchedulerPermittedIdentifiers`.
    public var identifier: String
    /// The kind, that is the subclass of `BGTaskRequest`.
    public var kind: Kind
    /// The earliest start of the task, as a delay after the submission; `nil` for no delay (BG-12).
    public var earliestBegin: Duration?
    /// `requiresNetworkConnectivity` (BG-16).
    public var requiresNetwork: Bool
    /// `requiresExternalPower` (BG-16).
    public var requiresExternalPower: Bool
    /// What happens to a continued task that cannot run at once (BG-23).
    public var strategy: SubmissionStrategy
    /// True if the task requests the GPU (BG-24).
    public var requiresGPU: Bool

    /// Creates a request with Apple's defaults.
    public init(
        _ kind: Kind, identifier: String, earliestBegin: Duration? = nil, requiresNetwork: Bool = false,
        requiresExternalPower: Bool = false, strategy: SubmissionStrategy = .queue, requiresGPU: Bool = false
    ) {
        self.kind = kind
        self.identifier = identifier
        self.earliestBegin = earliestBegin
        self.requiresNetwork = requiresNetwork
        self.requiresExternalPower = requiresExternalPower
        self.strategy = strategy
        self.requiresGPU = requiresGPU
    }
}

/// The result that an app reports of a fetch or a push: `UIBackgroundFetchResult` (SD-40, WK-03).
public enum BackgroundFetchResult: String, Sendable, Hashable, Codable, CaseIterable {
    /// The app received new data.
    case newData
    /// The app found no new data.
    case noData
    /// The attempt to get data failed.
    case failed
}
