/// A request to the task scheduler, named after Apple's `BGTaskRequest` and its kinds.
public struct BackgroundTaskRequest: Sendable, Hashable, Codable {
    /// The kinds of request.
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

    /// `BGContinuedProcessingTaskRequest.SubmissionStrategy` (BG-23).
    public enum SubmissionStrategy: String, Sendable, Hashable, Codable, CaseIterable {
        /// Wait for a place.
        case queue
        /// Run at once or fail with error 4.
        case fail
    }

    /// The identifier, one of `BGTaskSchedulerPermittedIdentifiers`.
    public var identifier: String
    /// The kind.
    public var kind: Kind
    /// The earliest time after the submission at which the task may begin; `nil` is no delay (BG-12).
    public var earliestBegin: Duration?
    /// `requiresNetworkConnectivity` (BG-16).
    public var requiresNetwork: Bool
    /// `requiresExternalPower` (BG-16).
    public var requiresExternalPower: Bool
    /// The strategy for a task that cannot run at once (BG-23).
    public var strategy: SubmissionStrategy
    /// True when the task asks for the GPU (BG-24).
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

/// The result of a fetch or a push: `UIBackgroundFetchResult` (SD-40, WK-03).
public enum BackgroundFetchResult: String, Sendable, Hashable, Codable, CaseIterable {
    /// New data.
    case newData
    /// Nothing new.
    case noData
    /// It failed.
    case failed
}
