import Foundation
import KeepAlive
import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveProtocol
import KeepAliveReport
import KeepAliveServices
import KeepAliveSound

/// A device in the memory of a test: an app written with Apple's names runs on it under the same policy as under
/// `keepalive-run`, on a clock that the test moves. No process, no runner, no waiting.
///
/// ```swift
/// @MainActor @Test func theUploadIsEndedInTime() throws {
///     let device = try VirtualDevice(modes: [.audio])
///     device.launch { AppDelegate() }
///     device.pressHome()
///     device.advance(by: .seconds(26))
///     try device.expect(.suspended)
/// }
/// ```
///
/// The app's objects (`UIApplication.shared`, `AVAudioSession.sharedInstance()`) are those of this device while it
/// calls the app, and within ``perform(_:)``. Work that the app does on its own, on a queue or in a `Task`, belongs to
/// this device as long as there is no other one; let it run with ``runPendingTasks()``. Foundation's timers and queues
/// take real time: use ``timer(after:repeats:_:)`` in their place. A test keeps what a process of iOS would lose at its
/// end: `static` values, singletons, and observers that were not removed.
@MainActor
public final class VirtualDevice {
    /// The app on the device.
    private let context: AppContext
    private let link: VirtualConnection
    let scheduler: VirtualScheduler
    let workload: VirtualWorkload
    let service: AppVoice
    let engine: Engine
    private let device: Device
    private let receiver: VirtualLocationSource
    /// The servers that exist in memory, and the files of what has come from them.
    let transfers: VirtualTransfers
    private let bodies = VirtualDeviceFiles()
    var events: [TimelineEvent] = []

    /// Creates a device on which one app is installed.
    ///
    /// - Parameters:
    ///   - infoPlist: the path of the app's Info.plist; `nil` for one that declares only the modes.
    ///   - modes: background modes that are declared in addition.
    ///   - taskIdentifiers: `BGTaskSchedulerPermittedIdentifiers` in addition.
    ///   - bundleIdentifier: the app's bundle identifier; `nil` for the one of the manifest.
    ///   - ios: the version whose rules apply; the newest by default.
    ///   - reading: the sources that the rules follow where they contradict each other: `.apple`, or `.articles`.
    ///   - locationAuthorization: the user's answer to requests for location.
    ///   - systemLife: the tasks and fetches that the system runs by itself; none by default.
    ///   - supportsMultitasking: `false` for a device that runs one app at a time (SD-05).
    ///   - adoptsScenes: whether the app has scenes (LC-02), as one of SwiftUI does; an Info.plist says it itself.
    /// - Throws: `KeepAliveError` with code `manifest`, or `usage` for a version without a profile.
    public init(
        infoPlist: String? = nil, modes: [BackgroundMode] = [], taskIdentifiers: [String] = [],
        bundleIdentifier: String? = nil, ios: String? = nil, reading: PolicyReading = .apple,
        locationAuthorization: LocationAnswer = .authorizedAlways, systemLife: SystemLife = .none,
        supportsMultitasking: Bool = true, adoptsScenes: Bool = false
    ) throws {
        var manifest = try infoPlist.map(Self.manifest) ?? Manifest.withUsageStrings
        if infoPlist == nil { manifest.adoptsScenes = adoptsScenes }
        manifest.declare(modes)
        manifest.permittedTaskIdentifiers += taskIdentifiers
        if let bundleIdentifier { manifest.bundleIdentifier = bundleIdentifier }
        let profile = (try ios.map(ProfileCatalogue.profile(named:)) ?? ProfileCatalogue.newest).reading(reading)
        scheduler = VirtualScheduler()
        workload = VirtualWorkload(scheduler: scheduler)
        service = AppVoice(.standard, speaks: true)
        var conditions = DeviceConditions()
        conditions.systemLife = systemLife
        conditions.supportsMultitasking = supportsMultitasking
        device = Device(conditions: conditions)
        var plan = RunPlan(locationAuthorization: locationAuthorization)
        plan.outlivesProcess = true
        plan.launchesAtStart = false
        // Apps compare fixes with the time of day, and drop old ones.
        receiver = VirtualLocationSource(scheduler: scheduler) { Date().timeIntervalSince1970 }
        transfers = VirtualTransfers(scheduler: scheduler, bodies: bodies)
        nonisolated(unsafe) var record: (TimelineEvent) -> Void = { _ in }
        engine = Engine(
            machine: PolicyMachine(profile: profile, manifest: manifest, conditions: conditions), scheduler: scheduler,
            workload: workload,
            audio: VirtualAudioOutput(scheduler: scheduler, lengthOf: SoundLength.seconds),
            location: receiver, transfers: transfers, app: service, strategies: { [] }, plan: plan,
            record: { record($0) })
        link = VirtualConnection(service: service, scheduler: scheduler)
        context = AppContext(link)
        engine.origin = scheduler.now
        device.add(engine, name: manifest.bundleIdentifier)
        record = { [unowned self] in events.append($0) }
        link.deliver = { [unowned self] in deliver($0) }
        context.exceptionHandler = { [unowned self] in uncaught($0) }
        AppContext.virtual.add(context)
        // A process has one main bundle: with several devices, the last one sets it.
        MainBundle.adopt(infoPlist: infoPlist, identifier: manifest.bundleIdentifier)
        try engine.start()
    }

    /// Reads an Info.plist.
    private static func manifest(at path: String) throws -> Manifest {
        let bytes: Data
        do {
            bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw KeepAliveError(
                .manifest, "\(path): \(error.localizedDescription)", remedy: "Expected the path of an Info.plist")
        }
        return try ManifestDecoder.decode([UInt8](bytes), path: path)
    }

    deinit {
        AppContext.virtual.remove(context)
        context.disconnect()
    }

    // MARK: The app

    private var makeDelegate: (() -> any UIApplicationDelegate)?
    private var lifeCycle: AppLifeCycle?

    /// Launches the app as a tap on its icon does: its process begins, with a delegate of its own.
    ///
    /// A later process, after a wake or another tap, begins in the same way, with a new delegate.
    ///
    /// - Parameter makeDelegate: makes the delegate of the app.
    /// - Returns: the delegate of the process that begins, or of the one that runs.
    @discardableResult
    public func launch<Delegate: UIApplicationDelegate>(_ makeDelegate: @escaping () -> Delegate) -> Delegate {
        self.makeDelegate = makeDelegate
        device.open(device.apps[0])
        settle()
        guard let delegate = application?.delegate as? Delegate else {
            preconditionFailure("the app runs with another delegate: \(String(describing: application?.delegate))")
        }
        return delegate
    }

    /// Installs the app without launching it. A push, a fetch or a task may then launch it.
    public func install(_ makeDelegate: @escaping () -> any UIApplicationDelegate) { self.makeDelegate = makeDelegate }

    /// Launches the installed app as a tap on its icon does.
    public func launch() { returnToApp() }

    /// The app's delegate, while it has a process.
    public var delegate: (any UIApplicationDelegate)? { state == .terminated ? nil : application?.delegate }

    private var application: UIApplication?

    /// Runs code in the name of the app: its calls of Apple's names go to this device.
    public func perform<Value>(_ body: () throws -> Value) rethrows -> Value {
        defer { settle() }
        return try inside(body)
    }

    private func inside<Value>(_ body: () throws -> Value) rethrows -> Value { try context.inside(body) }

    /// Sets a timer of the app on the device's clock.
    ///
    /// The timer is held back while the app is suspended, and fires afterwards (LC-27).
    ///
    /// - Parameters:
    ///   - delay: the time until it fires, and between its firings; not negative.
    ///   - repeats: whether it fires again and again.
    ///   - body: the code that it calls.
    public func timer(after delay: Duration, repeats: Bool = false, _ body: @escaping @MainActor () -> Void) {
        let number = context.send(ApplicationMethods.setTimer, delay)
        timers[number ?? 0] = { [weak self] in
            body()
            if repeats { self?.timer(after: delay, repeats: true, body) }
        }
    }
    private var timers: [Int: @MainActor () -> Void] = [:]

    // MARK: Time

    /// Lets time pass. Everything that falls due happens, in order. Within the app's code it is the time that the code takes: a
    /// test may give the app such a closure.
    public func advance(by duration: Duration) {
        link.takeLate()
        scheduler.advance(by: duration)
        settle()
    }

    /// Seconds since the device was created.
    public var now: Double { Double(scheduler.now.nanoseconds) / 1e9 }

    /// Lets the app's work in `Task { }` and on the main queue go on until it waits for something else.
    ///
    /// Time does not pass meanwhile. Work that waits for another thread, such as a real transfer, may need more calls.
    public func runPendingTasks() async {
        // Each turn lets every task on the main actor take a step. No task that is worth testing has more steps.
        for turn in 0..<200 {
            await Task.yield()
            // A step that has left the main actor, such as that of a sequence, is begun before this one, however busy the machine is.
            if turn % 10 == 9 { await Task.detached(priority: .low) {}.value }
            settle()
        }
    }

    /// Lets the app's tasks and threads go on until a condition holds: work on other threads takes its time.
    ///
    /// - Parameters:
    ///   - timeout: the longest wait, on this machine's clock, not the device's.
    ///   - file: the file of the check.
    ///   - line: its line.
    ///   - condition: returns whether the wait is over.
    /// - Throws: ``VirtualDeviceFailure`` with the timeline if the wait takes longer.
    public func runPendingTasks(
        upTo timeout: Duration = .seconds(10), file: StaticString = #fileID, line: UInt = #line,
        until condition: @MainActor () -> Bool
    ) async throws {
        let end = ContinuousClock.now + timeout
        while true {
            await runPendingTasks()
            if condition() { return }
            guard ContinuousClock.now < end else {
                throw failure("what is waited for has not come in \(timeout.inWords)", file, line)
            }
        }
    }

    /// Carries out everything that is due at this instant.
    func settle() {
        link.takeLate()
        scheduler.advance(by: .zero)
    }

    private func happen(_ body: () -> Void) {
        body()
        settle()
    }

    // MARK: The user and the device

    /// The user presses home.
    public func pressHome() { happen { device.pressHome() } }
    /// The user brings another app to the front (LC-05).
    public func switchApp() { happen { engine.happened(.left(by: .otherApp)) } }
    /// The user comes back to the app.
    public func returnToApp() { happen { device.open(device.apps[0]) } }
    /// The user removes the app in the app switcher (LC-19).
    public func forceQuit() { happen { engine.happened(.forceQuit) } }
    /// The user opens a URL with the app (LN-07).
    public func open(_ url: String) { happen { device.open(device.apps[0], url: OpenedURL(url)) } }
    /// The user touches something that the app shows: a button, a row, an answer to a question.
    ///
    /// - Parameter name: what stands on it, or its accessibility label or identifier.
    /// - Throws: ``KeepAliveError`` if the app is not in front, or nothing on the screen is called so.
    public func touch(_ name: String) throws {
        var answer: Result<String, JSONRPCError>?
        happen {
            service.touch(name) { result in
                answer = result
                if case .success(let touched) = result { self.engine.note("the user touches the \(touched)") }
            }
        }
        if case .failure(let error) = answer { throw KeepAliveError(.usage, error.message) }
    }
    /// The screen is locked, or unlocked.
    public func lock(_ locked: Bool) { happen { device.lock(locked) } }
    /// A phone call begins, or ends (AS-45).
    public func call(_ begins: Bool) { happen { device.call(begins) } }
    /// The lock screen or a headset gives a command to the app, if it is the Now Playing app (AS-60).
    ///
    /// - Parameter value: seconds, or a rate, where the command has a number; 15 s for a skip without one.
    public func remoteCommand(_ name: RemoteCommand.Name, value: Double? = nil) {
        happen(.audioSession(.remoteCommand(RemoteCommand(name, value: value).completed)))
    }
    /// The sound moves to another output (AS-52).
    public func changeRoute(to port: AudioPort) { happen { device.changeRoute(to: port) } }
    /// Low Power Mode, power, network, heat or another condition changes.
    public func change(_ change: DeviceChange) { happen { device.change(change) } }
    /// The device moves: significant changes and region events follow (CL-16, CL-17), and updates go on from there.
    ///
    /// Before that the device is at 48° N, 11° E. Updates find it walking north at 1.4 m/s from wherever it is.
    public func move(toLatitude latitude: Double, longitude: Double) {
        let time = Date().timeIntervalSince1970
        receiver.move(toLatitude: latitude, longitude: longitude)
        happen { device.move(to: LocationFix(latitude: latitude, longitude: longitude, timestamp: time)) }
    }
    /// Memory runs short, and the system ends a suspended app (LC-22).
    public func runShortOfMemory() { happen { _ = device.runShortOfMemory() } }

    // MARK: Services

    /// A push arrives, with one of Apple's payloads as JSON.
    ///
    /// - Throws: `KeepAliveError` with code `usage` if the text is not a payload.
    public func push(
        _ payload: String = #"{"aps": {"content-available": 1}}"#, priority: Int = 5, type: PushType? = nil,
        collapseIdentifier: String? = nil
    ) throws {
        do {
            try device.push(
                JSONValue(parsing: payload.utf8), priority: priority, type: type,
                collapseIdentifier: collapseIdentifier,
                to: device.apps[0])
        } catch {
            throw KeepAliveError(.usage, "not a payload: \(error)")
        }
        settle()
    }
    /// The system has a moment for a background fetch (WK-01).
    public func fetch() { happen { engine.happened(.fetch(.opportunity)) } }
    /// The system has a quiet moment for task requests (BG-12).
    public func runTasks() { happen { engine.happened(.taskScheduler(.opportunity)) } }
    /// The debugger's simulated launch of a task (BG-25, SD-47).
    public func launchTask(_ identifier: String) {
        happen { engine.happened(.taskScheduler(.launchSimulated(identifier: identifier))) }
    }
    /// The debugger's simulated expiration of a task (BG-25).
    public func expireTask(_ identifier: String) {
        happen { engine.happened(.taskScheduler(.expirationSimulated(identifier: identifier))) }
    }
    /// Any other event of the policy happens.
    public func happen(_ event: PolicyEvent) { happen { engine.happened(event) } }

    // MARK: Messages

    private func deliver(_ message: JSONRPCMessage) {
        guard case .request(let method, let parameters, _) = message else { return }
        // A new process has other objects, and a delegate of its own.
        if method == "didFinishLaunching" {
            guard let makeDelegate else {
                return AppProcess.say(
                    "the app is launched, and there is no delegate for it: call device.install { AppDelegate() } first")
            }
            // Objects that a test makes before the first process belong to that process.
            if application != nil { context.forgetObjects() }
            inside {
                let application = UIApplication.shared
                if let greeting = service.greeting { application.lifeCycle.begin(greeting, application) }
                application.delegate = makeDelegate()
                self.application = application
            }
        }
        guard application != nil else { return }
        inside {
            if method == ApplicationCallbacks.timerFired.name {
                (try? ApplicationCallbacks.timerFired.read(parameters)).flatMap { timers.removeValue(forKey: $0) }?()
            } else {
                context.take(message)
            }
        }
    }

    /// Ends the app on an exception that nobody catches.
    private func uncaught(_ exception: AppleException) {
        engine.happened(.exceptionNotCaught(exception))
    }
}

/// The length of sound files.
enum SoundLength {
    static func seconds(of sound: Sound) throws -> Double? {
        guard case .file(let path) = sound else { return nil }
        return try SoundFile(path: path).seconds
    }
}
