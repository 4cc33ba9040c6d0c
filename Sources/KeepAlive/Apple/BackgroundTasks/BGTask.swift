import Foundation
import KeepAlivePolicy

/// A task that the system has launched.
open class BGTask: NSObject, @unchecked Sendable {
    /// What it was registered as.
    public let identifier: String
    private let context: AppContext
    private let done: @Sendable (JSONValue) -> Void
    private let lock = NSLock()
    private var handler: (() -> Void)?
    private var isOver = false

    init(_ identifier: String, _ context: AppContext, done: @escaping @Sendable (JSONValue) -> Void) {
        self.identifier = identifier
        self.context = context
        self.done = done
        super.init()
    }

    /// Called shortly before the time is over; without one the task just ends then, unsuccessful (BG-17). It is called
    /// once, and cleared (BG-18).
    public var expirationHandler: (() -> Void)? {
        get { lock.withLock { handler } }
        set {
            lock.withLock { handler = newValue }
            context.send(
                "setExpirationHandler", ["identifier": .string(identifier), "set": .bool(newValue != nil)])
        }
    }

    /// Tells the system that the work is done; must be called, or the app is killed (BG-18, BG-19).
    public func setTaskCompleted(success: Bool) {
        let isFirst = lock.withLock {
            defer { isOver = true }
            handler = nil
            return !isOver
        }
        if isFirst { done(["success": .bool(success)]) }
    }

    func expire() {
        let called = lock.withLock {
            defer { handler = nil }
            return handler
        }
        called?()
    }
}

/// A short task that brings the app up to date (BG-14, SD-45).
open class BGAppRefreshTask: BGTask, @unchecked Sendable {}

/// A longer task, when the device is idle (BG-15, SD-46).
open class BGProcessingTask: BGTask, @unchecked Sendable {}

/// A task that goes on from the foreground, with progress that the user sees, from iOS 26 (BG-21).
open class BGContinuedProcessingTask: BGTask, ProgressReporting, @unchecked Sendable {
    /// How far it is; a task without progress expires.
    public let progress: Progress
    /// What the user reads.
    public private(set) var title = ""
    /// What the user reads below it.
    public private(set) var subtitle = ""
    private let report: @Sendable () -> Void
    private var observation: NSObjectProtocol?

    override init(_ identifier: String, _ context: AppContext, done: @escaping @Sendable (JSONValue) -> Void) {
        progress = ReportingProgress(totalUnitCount: 100)
        report = { context.send("updateProgress", ["identifier": .string(identifier)]) }
        super.init(identifier, context, done: done)
        (progress as? ReportingProgress)?.onChange = report
    }

    /// Changes what the user reads.
    public func updateTitle(_ title: String, subtitle: String) {
        self.title = title
        self.subtitle = subtitle
    }
}

/// A progress that tells when it goes on: there is no key-value observing here.
private final class ReportingProgress: Progress, @unchecked Sendable {
    var onChange: (@Sendable () -> Void)?

    override var completedUnitCount: Int64 {
        get { super.completedUnitCount }
        set {
            super.completedUnitCount = newValue
            onChange?()
        }
    }
}

/// A request to be launched some time.
open class BGTaskRequest: NSObject, @unchecked Sendable {
    /// One of `BGTaskSchedulerPermittedIdentifiers`.
    public let identifier: String
    /// When at the earliest; `nil` for no delay (BG-12).
    public var earliestBeginDate: Date?

    init(identifier: String) {
        self.identifier = identifier
        super.init()
    }

    var kind: BackgroundTaskRequest.Kind { .appRefresh }
    var parameters: [String: JSONValue] { [:] }
}

/// A request for a ``BGAppRefreshTask``.
open class BGAppRefreshTaskRequest: BGTaskRequest, @unchecked Sendable {
    /// Creates a request.
    public override init(identifier: String) {
        super.init(identifier: identifier)
    }
}

/// A request for a ``BGProcessingTask``.
open class BGProcessingTaskRequest: BGTaskRequest, @unchecked Sendable {
    /// Whether it needs the network (BG-16).
    public var requiresNetworkConnectivity = false
    /// Whether it needs external power; then its CPU time is not limited (BG-16).
    public var requiresExternalPower = false

    /// Creates a request.
    public override init(identifier: String) {
        super.init(identifier: identifier)
    }

    override var kind: BackgroundTaskRequest.Kind { .processing }
    override var parameters: [String: JSONValue] {
        [
            "requiresNetworkConnectivity": .bool(requiresNetworkConnectivity),
            "requiresExternalPower": .bool(requiresExternalPower),
        ]
    }
}

/// A request for a ``BGContinuedProcessingTask``.
open class BGContinuedProcessingTaskRequest: BGTaskRequest, @unchecked Sendable {
    /// What to do when it cannot run at once (BG-23).
    public enum SubmissionStrategy: Int, Sendable {
        /// Fail.
        case fail = 0
        /// Wait.
        case queue = 1
    }

    /// What else it needs (BG-24).
    public struct Resources: OptionSet, Sendable {
        /// The bits.
        public let rawValue: Int

        /// Creates resources of bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The GPU; it needs an entitlement.
        public static let gpu = Resources(rawValue: 1)
    }

    /// What the user reads.
    public var title: String
    /// What the user reads below it.
    public var subtitle: String
    /// What to do when it cannot run at once.
    public var strategy = SubmissionStrategy.queue
    /// What else it needs.
    public var requiredResources: Resources = []

    /// Creates a request.
    public init(identifier: String, title: String, subtitle: String) {
        self.title = title
        self.subtitle = subtitle
        super.init(identifier: identifier)
    }

    override var kind: BackgroundTaskRequest.Kind { .continuedProcessing }
    override var parameters: [String: JSONValue] {
        [
            "strategy": .string(strategy == .fail ? "fail" : "queue"),
            "requiresGPU": .bool(requiredResources.contains(.gpu)),
        ]
    }
}
