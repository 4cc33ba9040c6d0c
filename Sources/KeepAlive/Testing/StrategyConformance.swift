import KeepAlivePolicy
import KeepAliveStrategies

/// Checks whether a strategy fulfils the requirements of ``KeepAliveStrategy``.
///
/// ```swift
/// @Test func conforms() {
///     #expect(StrategyConformance.violations(of: MyStrategy.self) == [])
/// }
/// ```
public enum StrategyConformance {
    /// A requirement that a strategy has violated.
    public struct Violation: Sendable, Hashable, CustomStringConvertible {
        /// The name of the script of callbacks in which the strategy violated the requirement.
        public var script: String
        /// A description of the violation, such as "set a timer after 0 s".
        public var what: String

        /// The script and the description of the violation, in one line.
        public var description: String { "\(script): \(what)" }
    }

    /// Runs a strategy through scripts of callbacks and returns the requirements that the strategy violates.
    ///
    /// - Parameters:
    ///   - strategy: the type of the strategy.
    ///   - leaksTasks: true if the strategy intentionally never ends its tasks; the check for leaked tasks is omitted
    ///     then.
    /// - Returns: the violations; empty for a strategy that fulfils all requirements.
    public static func violations(
        of strategy: any KeepAliveStrategy.Type, leaksTasks: Bool = false
    ) -> [Violation] {
        violations(of: StrategyFactory(strategy), leaksTasks: leaksTasks)
    }

    /// Runs the strategies that a factory makes through the scripts of callbacks, and returns their violations.
    package static func violations(of strategy: StrategyFactory, leaksTasks: Bool = false) -> [Violation] {
        var found = descriptorViolations(strategy.descriptor)
        for script in Script.all {
            let first = play(script, strategy)
            let second = play(script, strategy)
            // Violations that differ only in their numbers are reported once for each script.
            var told: Set<String> = []
            for violation in first.violations where !leaksTasks || !violation.isAboutLeaks {
                guard told.insert(violation.text.filter { !$0.isNumber }).inserted else { continue }
                found.append(Violation(script: script.name, what: violation.text))
            }
            if first.calls != second.calls {
                found.append(Violation(script: script.name, what: "made other calls when the same was played again"))
            }
        }
        return found
    }

    private static func descriptorViolations(_ descriptor: StrategyDescriptor) -> [Violation] {
        var found: [Violation] = []
        let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-")
        if descriptor.name.isEmpty || !descriptor.name.allSatisfy(allowed.contains) {
            found.append(
                Violation(script: "descriptor", what: "name '\(descriptor.name)' is not lower-case-with-hyphens"))
        }
        if descriptor.summary.isEmpty {
            found.append(Violation(script: "descriptor", what: "the summary is empty"))
        }
        return found
    }

    private static func play(_ script: Script, _ strategy: StrategyFactory) -> ConformanceHost {
        let host = ConformanceHost(refuses: script.refuses, requiredModes: strategy.descriptor.requiredModes)
        var instance = strategy.make(StrategyOptions(catchesExceptions: true))
        func deliver(_ callback: AppCallback) {
            host.begin(callback)
            do {
                try instance.handle(callback, host: host)
            } catch {
                host.violations.append(.init("let '\(error)' escape although the app catches exceptions"))
            }
            host.end(callback)
        }
        for step in script.steps {
            switch step {
            case .call(let callback): deliver(callback)
            case .expire:
                for identifier in host.liveTasks.sorted() { deliver(.backgroundTaskExpired(identifier)) }
                host.checkNothingIsHeld("after its expiration handlers")
            case .fireTimers:
                for number in host.takeTimers() { deliver(.timerFired(number)) }
            case .checkForeground: host.checkNothingIsHeld("in the foreground")
            }
        }
        return host
    }

    private struct Script {
        enum Step {
            case call(AppCallback)
            case expire, fireTimers, checkForeground
        }
        var name: String
        var refuses: Bool
        var steps: [Step]

        static let launch: [Step] = [.call(.didFinishLaunching()), .call(.didBecomeActive)]
        static let leave: [Step] = [.call(.willResignActive), .call(.didEnterBackground)]
        static let comeBack: [Step] = [.call(.willEnterForeground), .call(.didBecomeActive), .checkForeground]
        static let fix = LocationFix(latitude: 48, longitude: 11, timestamp: 0)

        static let all: [Script] = [
            Script(
                name: "leave and come back, 20 times", refuses: false,
                steps: launch + (0..<20).flatMap { _ in leave + comeBack }),
            Script(name: "leave and expire", refuses: false, steps: launch + leave + [.expire]),
            Script(
                name: "leave, expire, come back, leave again", refuses: false,
                steps: launch + leave + [.expire] + comeBack + leave + [.expire]),
            Script(
                name: "timers fire ten times, then expire", refuses: false,
                steps: launch + leave + (0..<10).map { _ in .fireTimers } + [.expire, .fireTimers]),
            Script(
                name: "locations arrive, pause, fail", refuses: false,
                steps: launch + [.call(.didUpdateLocation(fix))] + leave
                    + [
                        .call(.didUpdateLocation(fix)), .call(.didPauseLocationUpdates),
                        .call(.didFailLocation(code: 1)),
                    ]
                    + comeBack),
            Script(
                name: "a task and a timer that are not its own", refuses: false,
                steps: launch + leave
                    + [.call(.backgroundTaskExpired(.init(rawValue: 9999))), .call(.timerFired(9999))] + [.expire]),
            Script(
                name: "everything is refused", refuses: true,
                steps: launch + leave + [.fireTimers, .expire] + comeBack),
        ]
    }
}

/// A host that records every call of a strategy, tracks the live tasks and timers, and can refuse all requests.
final class ConformanceHost: StrategyHost {
    struct Finding: Hashable {
        var text: String
        var isAboutLeaks: Bool
        init(_ text: String, leak: Bool = false) {
            self.text = text
            isAboutLeaks = leak
        }
    }

    var violations: [Finding] = []
    private(set) var calls: [String] = []
    private(set) var liveTasks: Set<BackgroundTaskIdentifier> = []
    private var refuses: Bool
    private let requiredModes: [BackgroundMode]
    private var sessionIsActive = false
    private var nextTask = 1
    private var nextTimer = 1
    private var timers: [Int] = []
    private var inCall = false
    private var callsInThisCallback = 0
    /// The maximum number of calls within one callback. A strategy that makes more calls is in an endless loop.
    private static let callsMax = 1000

    init(refuses: Bool, requiredModes: [BackgroundMode]) {
        self.refuses = refuses
        self.requiredModes = requiredModes
    }

    private func requires(_ mode: BackgroundMode, _ call: String) {
        guard !requiredModes.contains(mode) else { return }
        violations.append(Finding("calls \(call), but its descriptor does not require '\(mode.rawValue)'"))
    }

    func begin(_ callback: AppCallback) {
        inCall = true
        callsInThisCallback = 0
        switch callback {
        case .didEnterBackground: applicationState = .background
        case .didFinishLaunching, .willResignActive, .willEnterForeground: applicationState = .foregroundInactive
        case .didBecomeActive: applicationState = .foregroundActive
        default: break
        }
    }

    func end(_ callback: AppCallback) {
        inCall = false
    }

    func takeTimers() -> [Int] {
        defer { timers.removeAll() }
        return timers
    }

    func checkNothingIsHeld(_ moment: String) {
        if !liveTasks.isEmpty {
            violations.append(Finding("holds \(liveTasks.count) background task(s) \(moment)", leak: true))
        }
        if timers.count > 4 { violations.append(Finding("has \(timers.count) timers pending \(moment)")) }
    }

    func report(_ call: PolicyEvent) throws {
        note("report(\(call))")
        do {
            try call.expectCallOfApp()
        } catch {
            violations.append(Finding("\(error)"))
            throw error
        }
        if refuses { throw AppleException(name: "refused", reason: "everything is refused", rule: "LC-01") }
    }

    private func note(_ call: String) {
        calls.append(call)
        callsInThisCallback += 1
        if !inCall { violations.append(Finding("called \(call) outside of handle(_:host:)")) }
        if callsInThisCallback == Self.callsMax {
            violations.append(Finding("makes endless calls of \(call)"))
            // The host accepts calls from now on, so that a strategy that retries until it succeeds can stop.
            refuses = false
        }
        precondition(callsInThisCallback < Self.callsMax * 1000, "the strategy does not stop calling \(call)")
    }

    // MARK: StrategyHost

    private(set) var applicationState = ApplicationState.unattached
    var backgroundTimeRemaining: Double { applicationState == .background ? 7 : .greatestFiniteMagnitude }

    func beginBackgroundTask(named name: String, hasExpirationHandler: Bool) -> BackgroundTaskIdentifier {
        note("beginBackgroundTask")
        guard !refuses else { return .invalid }
        let identifier = BackgroundTaskIdentifier(rawValue: nextTask)
        nextTask += 1
        liveTasks.insert(identifier)
        return identifier
    }

    func endBackgroundTask(_ identifier: BackgroundTaskIdentifier) {
        note("endBackgroundTask")
        if liveTasks.remove(identifier) == nil {
            violations.append(Finding("ended task \(identifier), which does not live"))
        }
    }

    func activateAudioSession(_ configuration: AudioSessionConfiguration) throws {
        note("activateAudioSession \(configuration.category.rawValue)")
        if refuses { throw AudioSessionError.cannotStartPlaying }
        sessionIsActive = true
    }

    func deactivateAudioSession() {
        note("deactivateAudioSession")
        sessionIsActive = false
    }

    let audioRouteOutputs: Set<AudioPort> = [.builtInSpeaker]

    func preparePlayer() { note("preparePlayer") }

    func play() -> Bool {
        note("play")
        requires(.audio, "play()")
        if !refuses, !sessionIsActive { violations.append(Finding("calls play() without an active audio session")) }
        return !refuses
    }

    func pause() { note("pause") }

    func requestAlwaysAuthorization() -> LocationAuthorization {
        note("requestAlwaysAuthorization")
        return refuses ? .denied : .authorizedAlways
    }

    func setAllowsBackgroundLocationUpdates(_ value: Bool) throws {
        note("setAllowsBackgroundLocationUpdates \(value)")
        if refuses {
            throw AppleException(name: "NSInternalInconsistencyException", reason: "refused", rule: "CL-01")
        }
    }

    func startUpdatingLocation(pausesAutomatically: Bool) {
        note("startUpdatingLocation")
        requires(.location, "startUpdatingLocation()")
    }

    func stopUpdatingLocation() { note("stopUpdatingLocation") }

    func setTimer(after delay: Duration) -> Int {
        note("setTimer \(delay.inWords)")
        if delay <= .zero { violations.append(Finding("set a timer after \(delay.inWords)")) }
        let number = nextTimer
        nextTimer += 1
        timers.append(number)
        return number
    }

    func cancelTimer(_ number: Int) {
        note("cancelTimer")
        timers.removeAll { $0 == number }
    }

    func log(_ message: String) { note("log") }
}
