import KeepAlivePolicy

/// A strategy to stay alive in the background: a plug-in that acts for the app and uses only calls that an app can
/// make.
///
/// ## Implementing a strategy
///
/// A strategy is a value that reacts to callbacks through ``handle(_:host:)``. It does no input or output, reads no
/// clock and never blocks; for all of this it calls the ``StrategyHost``. So the same strategy works beside a real
/// process and on virtual time.
///
/// - The strategy must end every background task that it begins, at the latest in
///   ``AppCallback/backgroundTaskExpired(_:)``, unless its purpose is to demonstrate a leaked task.
/// - ``AppCallback/didEnterBackground`` and ``AppCallback/willEnterForeground`` alternate any number of times. An app
///   with scenes gets ``AppCallback/willEnterForeground`` also at launch (LC-31).
/// - The strategy gets no callbacks while the app is suspended. A timer that becomes due during this time fires after
///   the app is resumed (LC-27).
/// - An exception thrown by ``handle(_:host:)`` counts as uncaught: the app ends with SIGABRT.
///
/// ``StrategyConformance`` checks these promises; it also checks that the strategy has at most four timers pending and
/// does not play without an active audio session. Run it in a test of your own. It cannot detect a strategy that reads
/// a clock.
public protocol KeepAliveStrategy: Sendable {
    /// The strategy's name, summary, required background modes and rules.
    static var descriptor: StrategyDescriptor { get }

    /// Creates the strategy, before the app is launched.
    init(options: StrategyOptions)

    /// Reacts to a callback.
    ///
    /// - Parameters:
    ///   - callback: the callback that the app gets from the system.
    ///   - host: the calls that the app can make; valid only until this method returns.
    /// - Throws: an exception that a call of the host has thrown and the app does not catch.
    mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws
}

/// The name, the summary, the required background modes and the rules of a strategy.
public struct StrategyDescriptor: Sendable, Hashable, Codable {
    /// The strategy's name on the command line: lower case, words joined by hyphens.
    public var name: String
    /// The strategy's purpose in one line.
    public var summary: String
    /// The background modes without which the strategy does not work.
    public var requiredModes: [BackgroundMode]
    /// The rules that the strategy demonstrates.
    public var rules: [RuleID]

    /// Creates a descriptor, by default without required modes and rules.
    public init(name: String, summary: String, requiredModes: [BackgroundMode] = [], rules: [RuleID] = []) {
        self.name = name
        self.summary = summary
        self.requiredModes = requiredModes
        self.rules = rules
    }
}

/// The options for a strategy, as chosen on the command line or in a test.
public struct StrategyOptions: Sendable, Hashable, Codable {
    /// True if the app catches exceptions of calls that may throw, as the published samples do.
    public var catchesExceptions: Bool
    /// `CLLocationManager.pausesLocationUpdatesAutomatically`; true by default, as on iOS (CL-12).
    public var pausesLocationUpdatesAutomatically: Bool
    /// True if the app still has work to do when its background task expires (SD-21).
    public var needsToRunInBackground: Bool

    /// Creates options with the defaults of iOS.
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
/// Times are device time: in a run with a time scale the host converts times from and to this machine's time.
public protocol StrategyHost: AnyObject {
    /// `UIApplication.applicationState`, as an ``ApplicationState``.
    var applicationState: ApplicationState { get }

    /// `UIApplication.backgroundTimeRemaining` in seconds; `Double.greatestFiniteMagnitude` if there is no limit
    /// (BT-30).
    var backgroundTimeRemaining: Double { get }

    /// `beginBackgroundTask(withName:expirationHandler:)`; the handler is ``AppCallback/backgroundTaskExpired(_:)``.
    ///
    /// - Parameters:
    ///   - name: the task's name in logs.
    ///   - hasExpirationHandler: true if the task has a handler. Without a handler no code of the app ends the task at
    ///     its expiration (BT-35).
    /// - Returns: the task's identifier; ``BackgroundTaskIdentifier/invalid`` if the app cannot run in the background
    ///   (SD-16), which is not an error.
    func beginBackgroundTask(named name: String, hasExpirationHandler: Bool) -> BackgroundTaskIdentifier

    /// `endBackgroundTask(_:)`; an unknown identifier only causes a log line (BT-27).
    func endBackgroundTask(_ identifier: BackgroundTaskIdentifier)

    /// `setCategory` followed by `setActive(true)`.
    ///
    /// - Throws: ``AudioSessionError`` if iOS refuses.
    func activateAudioSession(_ configuration: AudioSessionConfiguration) throws

    /// `AVAudioSession.setActive(false)`.
    func deactivateAudioSession()

    /// `AVAudioSession.currentRoute.outputs`.
    var audioRouteOutputs: Set<AudioPort> { get }

    /// `AVAudioPlayer.prepareToPlay()` with a silent sound in an endless loop.
    func preparePlayer()

    /// `AVAudioPlayer.play()`.
    ///
    /// - Returns: false if iOS refuses to play (SD-23).
    func play() -> Bool

    /// `AVAudioPlayer.pause()`.
    func pause()

    /// `CLLocationManager.requestAlwaysAuthorization()`.
    ///
    /// - Returns: the app's authorization afterwards. An option of the run determines the user's answer.
    func requestAlwaysAuthorization() -> LocationAuthorization

    /// Sets `CLLocationManager.allowsBackgroundLocationUpdates`.
    ///
    /// - Throws: ``AppleException`` if the background mode `location` is missing (CL-01).
    func setAllowsBackgroundLocationUpdates(_ value: Bool) throws

    /// `CLLocationManager.startUpdatingLocation()` with `pausesLocationUpdatesAutomatically`.
    func startUpdatingLocation(pausesAutomatically: Bool)

    /// `CLLocationManager.stopUpdatingLocation()`.
    func stopUpdatingLocation()

    /// Reports a call of the app that has no method of its own in this protocol, as an event for the policy: such as
    /// registering a task, starting a transfer or holding a lock.
    ///
    /// - Throws: ``AppleException``, ``AudioSessionError`` or ``ServiceError``, as iOS responds; ``NotACallOfTheApp``
    ///   for an event that the app's own code cannot cause, such as advanced sound.
    func report(_ call: PolicyEvent) throws

    /// Sets a timer of the app. ``AppCallback/timerFired(_:)`` follows, with the number that this method returns.
    func setTimer(after delay: Duration) -> Int

    /// Cancels a timer; has no effect if it has fired already.
    func cancelTimer(_ number: Int)

    /// Writes a line into the timeline on behalf of the app.
    func log(_ message: String)
}

extension StrategyHost {
    /// `beginBackgroundTask(withName:expirationHandler:)` with an expiration handler.
    ///
    /// - Returns: the task's identifier, or ``BackgroundTaskIdentifier/invalid``.
    public func beginBackgroundTask(named name: String) -> BackgroundTaskIdentifier {
        beginBackgroundTask(named: name, hasExpirationHandler: true)
    }
}
