/// The request of a task of a background session, with what its session's configuration says about it.
public struct TransferRequest: Sendable, Hashable, Codable {
    /// The way that the data goes.
    public enum Direction: String, Sendable, Hashable, Codable, CaseIterable {
        /// `URLSessionDownloadTask`: from a server into a file.
        case download
        /// `URLSessionUploadTask`: from a file to a server.
        case upload
    }

    /// The way that the data goes.
    public var direction = Direction.download
    /// The address, `http` or `https`.
    public var url = ""
    /// `httpMethod`.
    public var method = "GET"
    /// `allHTTPHeaderFields`, the session's among them.
    public var headers: [String: String] = [:]
    /// The path of the file to upload.
    public var file: String?
    /// `taskDescription`, for the app alone.
    public var description: String?
    /// `timeoutIntervalForRequest`: the longest time without data, after which the system tries again (UR-16).
    public var idleTimeout = Duration.seconds(60)
    /// `allowsCellularAccess` of the session and of the request (UR-18).
    public var allowsCellularAccess = true
    /// `allowsConstrainedNetworkAccess`: the transfer goes on in Low Data Mode (UR-18).
    public var allowsConstrainedNetworkAccess = true
    /// `earliestBeginDate`, from the creation of the task on (UR-17).
    public var earliestBegin: Duration?
    /// `timeoutIntervalForResource` of the session; `nil` for the profile's (UR-11).
    public var resourceTimeout: Duration?

    /// Creates a request that may use every network, at once.
    public init(_ direction: Direction = .download, url: String = "") {
        self.direction = direction
        self.url = url
        if direction == .upload { method = "POST" }
    }
}

/// A background session that the system has kept through a restart of its own, as a file of it says.
public struct RestoredSession: Sendable, Hashable {
    /// A task of the session.
    public struct Task: Sendable, Hashable, Codable {
        /// `taskIdentifier`, from 1.
        public var number: Int
        /// Its request.
        public var request: TransferRequest
        /// The app has resumed it.
        public var isResumed: Bool
        /// It has ended, and the app has not been told.
        public var hasEnded: Bool
        /// The code of `NSURLErrorDomain` with which it ended; `nil` for success.
        public var code: Int?

        /// Creates a task.
        public init(number: Int, request: TransferRequest, isResumed: Bool, hasEnded: Bool = false, code: Int? = nil) {
            self.number = number
            self.request = request
            self.isResumed = isResumed
            self.hasEnded = hasEnded
            self.code = code
        }
    }

    /// The identifier of the session's configuration.
    public var identifier: String
    /// `sessionSendsLaunchEvents` (UR-02).
    public var sendsLaunchEvents: Bool
    /// `isDiscretionary` (UR-03).
    public var discretionary: Bool
    /// Its tasks, in the order of their numbers.
    public var tasks: [Task]

    /// Creates a session.
    public init(identifier: String, sendsLaunchEvents: Bool, discretionary: Bool, tasks: [Task]) {
        self.identifier = identifier
        self.sendsLaunchEvents = sendsLaunchEvents
        self.discretionary = discretionary
        self.tasks = tasks
    }
}

/// Codes of `NSURLErrorDomain`, as Foundation's `URLError.Code` has them.
package enum URLErrorCode {
    package static let unknown = -1
    package static let cancelled = -999
    package static let badURL = -1000
    package static let timedOut = -1001
    package static let unsupportedURL = -1002
    package static let cannotFindHost = -1003
    package static let cannotConnectToHost = -1004
    package static let networkConnectionLost = -1005
    package static let tooManyRedirects = -1007
    package static let notConnectedToInternet = -1009
    package static let badServerResponse = -1011
    package static let cannotCreateFile = -3000
    package static let cannotOpenFile = -3001
    package static let cannotWriteToFile = -3003
    package static let secureConnectionFailed = -1200
    package static let serverCertificateUntrusted = -1202
}

/// A background URL session (UR rules).
struct TransferSession: Sendable, Hashable {
    /// A task that has ended, of which no process has been told yet.
    struct Ended: Sendable, Hashable {
        var task: Int
        var request: TransferRequest
        var code: Int?
        var isTold: Bool
    }

    var sendsLaunchEvents = true
    var discretionary = false
    /// The tasks that have not ended, by number.
    var tasks: [Int: TransferTask] = [:]
    var ended: [Ended] = []
    /// True while the app's process has the session: a new process makes it anew (UR-04).
    var connected = true
    /// The process has a completion handler to call (SD-44).
    var hasHandler = false
    /// The highest number that a task of the session has had.
    private(set) var lastNumber = 0

    mutating func add(_ number: Int, _ request: TransferRequest, at now: MonotonicInstant) {
        tasks[number] = TransferTask(request: request, createdAt: now)
        lastNumber = max(lastNumber, number)
    }

    /// Adds a transfer that runs outside of the policy's sight: only its end is told.
    mutating func addTold() -> Int {
        lastNumber += 1
        tasks[lastNumber] = TransferTask(isTold: true)
        return lastNumber
    }

    mutating func end(_ number: Int, code: Int?) {
        guard let task = tasks.removeValue(forKey: number) else { return }
        ended.append(Ended(task: number, request: task.request, code: code, isTold: task.isTold))
    }
}

/// A task of a background session that has not ended.
struct TransferTask: Sendable, Hashable {
    enum State: Sendable, Hashable {
        /// Not resumed yet, or suspended by the app.
        case suspended
        /// Resumed, but something keeps it from running.
        case waiting
        case running
    }

    /// The reasons for which a task waits.
    enum Obstacle: Sendable, Hashable {
        case earliestBegin, rateLimiter, retry
        case noConnection, cellular, lowDataMode
        case lowPowerMode, externalPower, wifi

        /// True where the beginning of the wait is worth a line of its own.
        var isTold: Bool { self != .rateLimiter && self != .retry }

        var reason: Reason {
            switch self {
            case .earliestBegin: Reason("UR-17", "earliestBeginDate has not come")
            case .rateLimiter: Reason("UR-08", "the rate limiter of background sessions")
            case .retry: Reason("MD-25", "the delay before the next attempt")
            case .noConnection: Reason("UR-16", "there is no network: it waits for one")
            case .cellular: Reason("UR-18", "allowsCellularAccess is off: it waits for Wi-Fi")
            case .lowDataMode:
                Reason("UR-18", "allowsConstrainedNetworkAccess is off: it waits for the end of Low Data Mode")
            case .lowPowerMode: Reason("UR-12", "discretionary: it waits for the end of Low Power Mode")
            case .externalPower: Reason("UR-19", "discretionary: it waits for external power")
            case .wifi: Reason("UR-19", "discretionary: it waits for Wi-Fi")
            }
        }
    }

    var request = TransferRequest()
    var state = State.suspended
    /// True for a transfer that runs outside of the policy's sight: only its end is told.
    var isTold = false
    var createdAt = MonotonicInstant.zero
    /// The time at which the app first resumed it (UR-11).
    var since: MonotonicInstant?
    /// It was resumed in the background (UR-03).
    var begunInBackground = false
    /// The time before which it does not run, and the reason for that.
    var notBefore: MonotonicInstant?
    var delay = Obstacle.retry
    /// The reason that was told last.
    var obstacle: Obstacle?
    /// The failures in a row (MD-25).
    var failures = 0

    var isActive: Bool { state != .suspended }

    /// Lets it wait until an instant, if it does not wait longer already.
    mutating func wait(until instant: MonotonicInstant, _ cause: Obstacle) {
        if let notBefore, notBefore >= instant { return }
        notBefore = instant
        delay = cause
    }
}
