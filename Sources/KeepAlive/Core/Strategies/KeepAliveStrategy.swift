import KeepAlivePolicy

/// A way to stay alive in the background: a plug-in that acts for the app, with the calls that an app can make.
///
/// ## Implementing a strategy
///
/// A strategy is a value that reacts to the system's calls through ``handle(_:host:)``. It does no input or output,
/// keeps no clock and never blocks: it asks the ``StrategyHost`` for everything. So the same strategy runs beside a
/// real process and on virtual time.
///
/// - It must end every background task that it begins, at the latest in ``AppCallback/backgroundTaskExpired(_:)``,
///   unless it shows what happens otherwise.
/// - ``AppCallback/didEnterBackground`` and ``AppCallback/willEnterForeground`` alternate, any number of times; at the
///   launch of an app with scenes ``AppCallback/willEnterForeground`` comes, too (LC-31).
/// - Nothing is delivered while the app is suspended. A timer that falls due in that time fires after the resumption
///   (LC-27).
/// - An exception that leaves ``handle(_:host:)`` is not caught by the app: the app ends with SIGABRT.
///
/// ``StrategyConformance`` checks the promises of the strategy, and that it neither leaves more than four timers pending
/// nor plays without an active audio session; run it in a test of your own. No check sees a clock that is read.
public protocol KeepAliveStrategy: Sendable {
    /// The name, the needs and the purpose of the strategy.
    static var descriptor: StrategyDescriptor { get }

    /// Creates the strategy before the app is launched.
    init(options: StrategyOptions)

    /// Reacts to a call of the system.
    ///
    /// - Parameters:
    ///   - callback: the call of the system.
    ///   - host: the calls that the app can make; only valid during this call.
    /// - Throws: an exception that a call of the host has raised and the app does not catch.
    mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws
}

/// The name, the needs and the purpose of a strategy.
public struct StrategyDescriptor: Sendable, Hashable, Codable {
    /// The name on the command line: lower case, words joined by hyphens.
    public var name: String
    /// Its purpose, in one line.
    public var summary: String
    /// The background modes that it needs to work.
    public var requiredModes: [BackgroundMode]
    /// The rows that describe it.
    public var rules: [RuleID]

    /// Creates a descriptor.
    public init(name: String, summary: String, requiredModes: [BackgroundMode] = [], rules: [RuleID] = []) {
        self.name = name
        self.summary = summary
        self.requiredModes = requiredModes
        self.rules = rules
    }
}

/// The user's choices for a strategy.
public struct StrategyOptions: Sendable, Hashable, Codable {
    /// True when the app wraps calls that may raise into try/catch, as the samples do.
    public var catchesExceptions: Bool
    /// `CLLocationManager.pausesLocationUpdatesAutomatically`; the default is iOS's (CL-12).
    public var pausesLocationUpdatesAutomatically: Bool
    /// True when the app still has something to do when its background task expires (SD-21).
    public var needsToRunInBackground: Bool

    /// Creates options with iOS's defaults.
    public init(
        catchesExceptions: Bool = false, pausesLocationUpdatesAutomatically: Bool = true,
        needsToRunInBackground: Bool = true
    ) {
        self.catchesExceptions = catchesExceptions
        self.pausesLocationUpdatesAutomatically = pausesLocationUpdatesAutomatically
        self.needsToRunInBackground = needsToRunInBackground
    }
}

/// The calls that a strategy can make, named after Apple's.
///
/// Times are the device's: the host scales them when a run is scaled.
public protocol StrategyHost: AnyObject {
    /// `UIApplication.applicationState`, with the names of ``ApplicationState``.
    var applicationState: ApplicationState { get }

    /// `UIApplication.backgroundTimeRemaining` in seconds; the greatest finite number without a limit (BT-30).
    var backgroundTimeRemaining: Double { get }

    /// `beginBackgroundTask(withName:expirationHandler:)`; the handler is ``AppCallback/backgroundTaskExpired(_:)``.
    ///
    /// - Parameters:
    ///   - name: the task's name in logs.
    ///   - hasExpirationHandler: whether there is a handler; without one, nothing ends the task (BT-35).
    /// - Returns: the identifier, or ``BackgroundTaskIdentifier/invalid`` when the app cannot run in the background
    ///   (SD-16); that is not an error.
    func beginBackgroundTask(named name: String, hasExpirationHandler: Bool) -> BackgroundTaskIdentifier

    /// `endBackgroundTask(_:)`; an unknown identifier only makes a log line (BT-27).
    func endBackgroundTask(_ identifier: BackgroundTaskIdentifier)

    /// `setCategory` and `setActive(true)`.
    ///
    /// - Throws: ``AudioSessionError`` when iOS refuses.
    func activateAudioSession(_ configuration: AudioSessionConfiguration) throws

    /// `setActive(false)`.
    func deactivateAudioSession()

    /// `AVAudioSession.currentRoute.outputs`.
    var audioRouteOutputs: Set<AudioPort> { get }

    /// `AVAudioPlayer.prepareToPlay()` with an endless silent loop.
    func preparePlayer()

    /// `AVAudioPlayer.play()`.
    ///
    /// - Returns: `false` when iOS refuses (SD-23).
    func play() -> Bool

    /// `AVAudioPlayer.pause()`.
    func pause()

    /// `CLLocationManager.requestAlwaysAuthorization()`.
    ///
    /// - Returns: the app's authorization afterwards; the user's answer is chosen for the run.
    func requestAlwaysAuthorization() -> LocationAuthorization

    /// Sets `CLLocationManager.allowsBackgroundLocationUpdates`.
    ///
    /// - Throws: ``AppleException`` when the mode is missing (CL-01).
    func setAllowsBackgroundLocationUpdates(_ value: Bool) throws

    /// `CLLocationManager.startUpdatingLocation()` with `pausesLocationUpdatesAutomatically`.
    func startUpdatingLocation(pausesAutomatically: Bool)

    /// `CLLocationManager.stopUpdatingLocation()`.
    func stopUpdatingLocation()

    /// Makes any other call of an app, as a fact for the policy: registering tasks, starting transfers, holding a lock.
    ///
    /// - Throws: ``AppleException``, ``AudioSessionError`` or ``ServiceError``, as iOS answers;
    ///   ``NotACallOfTheApp`` for a fact that the app's own code cannot cause, such as sound that has advanced.
    func report(_ call: PolicyEvent) throws

    /// Sets a timer of the app; ``AppCallback/timerFired(_:)`` follows with the number returned.
    func setTimer(after delay: Duration) -> Int

    /// Cancels a timer.
    func cancelTimer(_ number: Int)

    /// Writes a line of the app into the timeline.
    func log(_ message: String)
}

extension StrategyHost {
    /// `beginBackgroundTask(withName:expirationHandler:)` with a handler.
    ///
    /// - Returns: the identifier, or ``BackgroundTaskIdentifier/invalid``.
    public func beginBackgroundTask(named name: String) -> BackgroundTaskIdentifier {
        beginBackgroundTask(named: name, hasExpirationHandler: true)
    }
}
