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

/// A virtual device for tests. An app that uses Apple's names runs on it under the same policy as under
/// `keepalive-run`. The test moves the device's clock. There is no process and no runner, and the test never waits in
/// real time.
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
/// The app's shared objects, such as `UIApplication.shared` and `AVAudioSession.sharedInstance()`, belong to this
/// device while the device calls the app, and within ``perform(_:)``. Work that the app does by itself, on a queue or
/// in a `Task`, belongs to this device as long as there is no other device; let this work run with
/// ``runPendingTasks()``. Foundation's timers and queues take real time: use ``timer(after:repeats:_:)`` in their
/// place. State that an iOS process loses at its end is kept in a test: `static` values, singletons, and observers that
/// were not removed.
@MainActor
public final class VirtualDevice {
    /// The app's connection to the device, with the app's shared objects, such as `UIApplication.shared`.
    private let context: AppContext
    private let link: VirtualConnection
    let scheduler: VirtualScheduler
    let workload: VirtualWorkload
    let service: AppVoice
    let engine: Engine
    private let device: Device
    private let receiver: VirtualLocationSource
    /// The virtual servers for background sessions.
    let transfers: VirtualTransfers
    private let bodies = VirtualDeviceFiles()
    var events: [TimelineEvent] = []

    /// Creates a device on which one app is installed.
    ///
    /// - Parameters:
    ///   - infoPlist: the path of the app's Info.plist; `nil` for a manifest that declares only the modes.
    ///   - modes: background modes to declare in addition to those of the Info.plist.
    ///   - taskIdentifiers: identifiers to permit in addition to `BGTaskSchedulerPermittedIdentifiers`.
    ///   - bundleIdentifier: the app's bundle identifier; `nil` for the identifier in the manifest.
    ///   - ios: the iOS version whose rules apply; `nil` for the newest version.
    ///   - reading: the interpretation, which says which sources the rules follow where sources contradict each other,
    ///     such as `.apple` or `.articles`.
    ///   - locationAuthorization: the user's answer to requests for location authorization.
    ///   - systemLife: the tasks and fetches that iOS runs by itself, without a call of the test; none by default.
    ///   - supportsMultitasking: false for a device that runs one app at a time (SD-05).
    ///   - adoptsScenes: true if the app has scenes (LC-02), as a SwiftUI app has; ignored if there is an Info.plist.
    /// - Throws: `KeepAliveError` with code `manifest`, or with code `usage` for a version without a profile.
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
        // Fixes carry the wall clock's time, because apps compare the time of a fix with the present time and drop old
        // fixes.
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
        // The process of the test has one main bundle. With several devices, the device created last sets the bundle.
        MainBundle.adopt(infoPlist: infoPlist, identifier: manifest.bundleIdentifier)
        try engine.start()
    }

    /// Reads the manifest from an Info.plist.
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

    /// Launches the app as a tap on its icon does. The app's process begins with a new delegate.
    ///
    /// Each later process, after a wake or another tap, also begins with a new delegate from `makeDelegate`.
    ///
    /// - Parameter makeDelegate: makes the app's delegate.
    /// - Returns: the delegate of the new process, or of the process that was running already.
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

    /// Installs the app without launching it. A push, a fetch or a task may launch the app later.
    public func install(_ makeDelegate: @escaping () -> any UIApplicationDelegate) { self.makeDelegate = makeDelegate }

    /// Launches the installed app as a tap on its icon does.
    public func launch() { returnToApp() }

    /// The app's delegate; `nil` while the app has no process.
    public var delegate: (any UIApplicationDelegate)? { state == .terminated ? nil : application?.delegate }

    private var application: UIApplication?

    /// Runs code as the app: calls of Apple's names within the code go to this device.
    public func perform<Value>(_ body: () throws -> Value) rethrows -> Value {
        defer { settle() }
        return try inside(body)
    }

    private func inside<Value>(_ body: () throws -> Value) rethrows -> Value { try context.inside(body) }

    /// Sets a timer of the app on the device's clock.
    ///
    /// A timer that is due while the app is suspended fires after the resumption (LC-27).
    ///
    /// - Parameters:
    ///   - delay: the device time until the timer fires, and between its firings; not negative.
    ///   - repeats: true if the timer fires repeatedly.
    ///   - body: the code that the timer calls.
    public func timer(after delay: Duration, repeats: Bool = false, _ body: @escaping @MainActor () -> Void) {
        let number = context.send(ApplicationMethods.setTimer, delay)
        timers[number ?? 0] = { [weak self] in
            body()
            if repeats { self?.timer(after: delay, repeats: true, body) }
        }
    }
    private var timers: [Int: @MainActor () -> Void] = [:]

    // MARK: Time

    /// Lets device time pass and carries out everything that falls due, in order. If the app's code calls this
    /// function, through a closure from the test, the time counts as the running time of the app's code.
    public func advance(by duration: Duration) {
        link.takeLate()
        scheduler.advance(by: duration)
        settle()
    }

    /// The device time since the creation of the device, in seconds.
    public var now: Double { Double(scheduler.now.nanoseconds) / 1e9 }

    /// Runs the app's work in `Task { }` and on the main queue until all of the work waits for something else.
    ///
    /// No device time passes during the call. Work that waits for another thread, such as a real transfer, may need
    /// more calls.
    public func runPendingTasks() async {
        // In each turn, every task on the main actor can take one step. 200 turns are more than the work of a test
        // needs.
        for turn in 0..<200 {
            await Task.yield()
            // A step that runs outside the main actor, such as a step of a sequence, begins before this task of low
            // priority ends, even on a busy machine.
            if turn % 10 == 9 { await Task.detached(priority: .low) {}.value }
            settle()
        }
    }

    /// Runs the app's tasks until a condition holds. Use this function for work on other threads, which takes real
    /// time.
    ///
    /// - Parameters:
    ///   - timeout: the time limit on the machine's clock, not the device's.
    ///   - file: the source file of the check.
    ///   - line: the source line of the check.
    ///   - condition: returns whether to stop waiting.
    /// - Throws: ``VirtualDeviceFailure`` with the timeline if the condition does not hold within the time limit.
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

    /// Processes the waiting work of other threads, and everything that is due at this instant.
    func settle() {
        link.takeLate()
        scheduler.advance(by: .zero)
    }

    private func happen(_ body: () -> Void) {
        body()
        settle()
    }

    // MARK: The user and the device

    /// Presses home, so that the app goes to the background.
    public func pressHome() { happen { device.pressHome() } }
    /// Brings another app to the front, so that the app goes to the background (LC-05).
    public func switchApp() { happen { engine.happened(.left(by: .otherApp)) } }
    /// Brings the app to the front. An app without a process is launched.
    public func returnToApp() { happen { device.open(device.apps[0]) } }
    /// Removes the app in the app switcher, which ends its process (LC-19).
    public func forceQuit() { happen { engine.happened(.forceQuit) } }
    /// Opens a URL with the app, which comes to the front (LN-07).
    public func open(_ url: String) { happen { device.open(device.apps[0], url: OpenedURL(url)) } }
    /// Touches an element that the app shows, such as a button, a row, or an answer in an alert.
    ///
    /// - Parameter name: the text of the element, or its accessibility label or identifier.
    /// - Throws: ``KeepAliveError`` if the app is not in front, or if no element on the screen has this name.
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
    /// Locks or unlocks the screen. The lock sends the app in front to the background; the unlock brings that app back.
    public func lock(_ locked: Bool) { happen { device.lock(locked) } }
    /// Begins or ends a phone call, which interrupts the app's audio session (AS-45).
    public func call(_ begins: Bool) { happen { device.call(begins) } }
    /// Sends a remote command from the lock screen or a headset to the app, if the app is Now Playing (AS-60).
    ///
    /// - Parameter value: the seconds or the rate of a command that has a number; `nil` means 15 s for a skip.
    public func remoteCommand(_ name: RemoteCommand.Name, value: Double? = nil) {
        happen(.audioSession(.remoteCommand(RemoteCommand(name, value: value).completed)))
    }
    /// Moves the sound to another audio port, which changes the route of the audio session (AS-52).
    public func changeRoute(to port: AudioPort) { happen { device.changeRoute(to: port) } }
    /// Changes a condition of the device, such as Low Power Mode, power, network or thermal state.
    public func change(_ change: DeviceChange) { happen { device.change(change) } }
    /// Moves the device. Significant changes and region events follow (CL-16, CL-17), and updates continue from the
    /// new place.
    ///
    /// The device starts at 48° N, 11° E. During updates it moves north at 1.4 m/s from its present place.
    public func move(toLatitude latitude: Double, longitude: Double) {
        let time = Date().timeIntervalSince1970
        receiver.move(toLatitude: latitude, longitude: longitude)
        happen { device.move(to: LocationFix(latitude: latitude, longitude: longitude, timestamp: time)) }
    }
    /// Makes memory run short, so that iOS purges the app if the app is not on the screen (LC-22).
    public func runShortOfMemory() { happen { _ = device.runShortOfMemory() } }

    // MARK: Services

    /// Delivers a push with a payload in Apple's JSON format.
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
    /// Gives iOS an opportunity for a background fetch (WK-01).
    public func fetch() { happen { engine.happened(.fetch(.opportunity)) } }
    /// Gives iOS a quiet moment, in which iOS may start tasks that the app has requested (BG-12).
    public func runTasks() { happen { engine.happened(.taskScheduler(.opportunity)) } }
    /// Simulates the launch of a `BGTaskScheduler` task, as the debugger does (BG-25, SD-47).
    public func launchTask(_ identifier: String) {
        happen { engine.happened(.taskScheduler(.launchSimulated(identifier: identifier))) }
    }
    /// Simulates the expiration of a `BGTaskScheduler` task, as the debugger does (BG-25).
    public func expireTask(_ identifier: String) {
        happen { engine.happened(.taskScheduler(.expirationSimulated(identifier: identifier))) }
    }
    /// Reports any other event to the policy.
    public func happen(_ event: PolicyEvent) { happen { engine.happened(event) } }

    // MARK: Messages

    private func deliver(_ message: JSONRPCMessage) {
        guard case .request(let method, let parameters, _) = message else { return }
        // Each process of the app has new objects, including a new delegate.
        if method == "didFinishLaunching" {
            guard let makeDelegate else {
                return AppProcess.say(
                    "the app is launched, and there is no delegate for it: call device.install { AppDelegate() } first")
            }
            // The first process keeps the objects that a test has created before the launch.
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

    /// Ends the app because of an exception that was not caught.
    private func uncaught(_ exception: AppleException) {
        engine.happened(.exceptionNotCaught(exception))
    }
}

/// Determines the length of sound files for the virtual sound device.
enum SoundLength {
    static func seconds(of sound: Sound) throws -> Double? {
        guard case .file(let path) = sound else { return nil }
        return try SoundFile(path: path).seconds
    }
}
