import Foundation
import KeepAliveModel
import KeepAliveProtocol

open class BGTask: NSObject, @unchecked Sendable {
    public let identifier: String
    private let context: AppContext
    private let done: @Sendable (Bool) -> Void
    private let lock = NSLock()
    private var handler: (() -> Void)?
    private var isOver = false

    init(_ identifier: String, _ context: AppContext, done: @escaping @Sendable (Bool) -> Void) {
        self.identifier = identifier
        self.context = context
        self.done = done
        super.init()
    }

    /// The function that is called once, shortly before the task's time expires (BG-18). `nil` from then on, and until
    /// the app sets a function.
    ///
    /// A task without an expiration handler ends at that moment, as unsuccessful (BG-17).
    public var expirationHandler: (() -> Void)? {
        get { lock.withLock { handler } }
        set {
            lock.withLock { handler = newValue }
            context.send(SchedulerMethods.setExpirationHandler, identifier, newValue != nil)
        }
    }

    /// Informs the system that the work is done. An app that does not call this method is killed (BG-18, BG-19).
    public func setTaskCompleted(success: Bool) {
        let isFirst = lock.withLock {
            defer { isOver = true }
            handler = nil
            return !isOver
        }
        if isFirst { done(success) }
    }

    func expire() {
        let called = lock.withLock {
            defer { handler = nil }
            return handler
        }
        called?()
    }
}

/// A short task in which the app updates its content (BG-14, SD-45).
open class BGAppRefreshTask: BGTask, @unchecked Sendable {}

/// A longer task that runs while the device is idle (BG-15, SD-46).
open class BGProcessingTask: BGTask, @unchecked Sendable {}

/// A task that the app starts in the foreground and that continues in the background, with progress that the user sees
/// (iOS 26; BG-21).
open class BGContinuedProcessingTask: BGTask, ProgressReporting, @unchecked Sendable {
    public let progress: Progress
    public private(set) var title = ""
    public private(set) var subtitle = ""
    private let report: @Sendable () -> Void
    private var observation: NSObjectProtocol?

    override init(_ identifier: String, _ context: AppContext, done: @escaping @Sendable (Bool) -> Void) {
        progress = ReportingProgress(totalUnitCount: 100)
        report = { context.send(SchedulerMethods.updateProgress, identifier) }
        super.init(identifier, context, done: done)
        (progress as? ReportingProgress)?.onChange = report
    }

    public func updateTitle(_ title: String, subtitle: String) {
        self.title = title
        self.subtitle = subtitle
    }
}

/// A `Progress` that calls a function when `completedUnitCount` is set, as `Progress` on Linux does not support
/// key-value observing.
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

open class BGTaskRequest: NSObject, @unchecked Sendable {
    public let identifier: String
    /// The earliest date at which the task may be launched; `nil` for no delay (BG-12).
    public var earliestBeginDate: Date?

    init(identifier: String) {
        self.identifier = identifier
        super.init()
    }

    /// This request as a value of the app protocol.
    var forSystem: BackgroundTaskRequest {
        var request = BackgroundTaskRequest(.appRefresh, identifier: identifier)
        request.earliestBegin = earliestBeginDate.map { .seconds(clamping: max(0, $0.timeIntervalSinceNow)) }
        return request
    }
}

open class BGAppRefreshTaskRequest: BGTaskRequest, @unchecked Sendable {
    public override init(identifier: String) {
        super.init(identifier: identifier)
    }
}

open class BGProcessingTaskRequest: BGTaskRequest, @unchecked Sendable {
    /// True if the task needs the network (BG-16).
    public var requiresNetworkConnectivity = false
    /// True if the task needs external power; its CPU time is then not limited (BG-16).
    public var requiresExternalPower = false

    public override init(identifier: String) {
        super.init(identifier: identifier)
    }

    override var forSystem: BackgroundTaskRequest {
        var request = super.forSystem
        request.kind = .processing
        request.requiresNetwork = requiresNetworkConnectivity
        request.requiresExternalPower = requiresExternalPower
        return request
    }
}

open class BGContinuedProcessingTaskRequest: BGTaskRequest, @unchecked Sendable {
    /// What happens if the task cannot run at once (BG-23).
    public enum SubmissionStrategy: Int, Sendable {
        case fail, queue
    }

    /// Resources that the task needs in addition (BG-24).
    public struct Resources: OptionSet, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        public static let gpu = Resources(rawValue: 1)
    }

    public var title: String
    public var subtitle: String
    public var strategy = SubmissionStrategy.queue
    public var requiredResources: Resources = []

    public init(identifier: String, title: String, subtitle: String) {
        self.title = title
        self.subtitle = subtitle
        super.init(identifier: identifier)
    }

    override var forSystem: BackgroundTaskRequest {
        var request = super.forSystem
        request.kind = .continuedProcessing
        request.strategy = strategy == .fail ? .fail : .queue
        request.requiresGPU = requiredResources.contains(.gpu)
        return request
    }
}
