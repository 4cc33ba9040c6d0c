import KeepAliveEngine
import KeepAliveLinux
import KeepAlivePolicy

/// The device that this process runs: an event loop, a control socket, and the apps with the parts that they share.
final class RunningDevice {
    let loop: EventLoop
    let signals: SignalWatcher
    /// The device model: the apps as a user sees them, and the conditions of the device.
    let model: Device
    /// The server of the control socket; `nil` if the socket could not be created.
    private(set) var control: ControlServer?
    /// The receiver for apps that ask for locations themselves; created for the first such app.
    private var madeReceiver: DeviceReceiver?
    private(set) var apps: [SupervisedApp] = []
    /// The processes of an app that is being prepared. The device ends these processes if it closes meanwhile.
    var prepared: SupervisedProcess?
    /// The device's settings, which also apply to apps that are launched later.
    private(set) var settings: RunConfiguration
    let outputs: TimelineOutputs
    let log = DeviceLog()
    /// The device's name: the given name, or the process identifier of the runner.
    let name: String
    /// The instant at which the device was started.
    let origin: MonotonicInstant
    var isShuttingDown = false
    /// True once the run's own app, if there is one, has been added. From then on, other apps can be launched.
    var takesApps = false
    private var server: PrivateSoundServer?
    /// The worker processes that access files named by verbs and apps.
    private(set) lazy var files = FileWorkers(loop: loop)
    /// Shows notifications on the desktop; `nil` if notifications only appear in the timeline.
    private(set) lazy var tray =
        settings.notifications == .desktop
        ? DesktopTray(device: model, loop: loop) : nil
    /// Reports changes that other processes make to the cgroups of frozen apps.
    private(set) lazy var notifier = CgroupNotifier(loop: loop)
    private var madeNursery: Nursery?
    private var madePushServer: PushServerConnection?
    private var sockets = 0

    /// Sets up the event loop; the control socket is not opened yet.
    ///
    /// - Throws: ``KeepAliveError`` with code `supervision` or `output` if the event loop or an output cannot be set
    ///   up.
    init(_ settings: RunConfiguration) throws {
        self.settings = settings
        outputs = try TimelineOutputs(settings.outputs)
        do {
            loop = try EventLoop()
            signals = try SignalWatcher(loop: loop)
        } catch {
            throw KeepAliveError(.supervision, "cannot set up the event loop: \(error)")
        }
        origin = loop.now
        name = settings.name ?? "\(Machine.pid)"
        model = Device(conditions: settings.conditions)
        model.start(clock())
        OwnMemory.giveBackCode(afterStartOn: loop)
    }

    /// Returns the start instant (now) and the date of the device's clock: the scenario's date, or this machine's.
    private func clock() -> (start: MonotonicInstant, date: DeviceDate) {
        (EventLoop.monotonicNow, settings.conditions.date ?? MachineDate.now)
    }

    /// Makes signals exit the runner, until an app runs. After the exit, the guardian processes clean up.
    func endsAtSignals() {
        signals.onSignal = { [unowned self] arrival in
            guard arrival.signal != SignalNumber.cont else { return }
            close()
            Machine.leave(128 + arrival.signal)
        }
    }

    /// Looks up the host name of the given gpsd. This happens before apps run, because a later lookup would make them
    /// wait.
    ///
    /// - Throws: ``KeepAliveError`` with code `location` if the name is unknown.
    func lookUpNames() throws { settings.machine.location = try settings.machine.location.lookedUp(on: loop) }

    /// Opens the control socket for clients. If that fails, the error is reported and the run continues.
    ///
    /// - Parameter isHeld: true to create the nursery (the guardian process of launched apps) before the socket, so
    ///   that no files are left behind if the runner is killed before an app is launched. A run whose first app has
    ///   its own guardian needs no nursery.
    func openControl(isHeld: Bool = false) {
        do {
            let control = try ControlServer(loop: loop) { [unowned self] directory in
                if isHeld { makeNursery(for: directory) }
            }
            control.onRequest = { [unowned self] client, method, parameters in
                try ControlMethod.fulfil(method, parameters, from: client, on: self)
            }
            control.onEnd = { [unowned self] in log.forget($0) }
            self.control = control
        } catch {
            outputs.say("nobody can ask this run: \(error)")
        }
    }

    /// Adds an app to the device, before the app's engine is started.
    func add(_ app: SupervisedApp) {
        apps.append(app)
        // The clock of a run starts when its own app is added, because the preparation of the app took a while.
        if !takesApps, apps.count == 1 { model.start(clock(), with: app.engine) }
        outputs.showsApps = apps.count > 1
        model.add(app.engine, name: app.name)
        if let tray, let added = model.apps.first(where: { $0.engine === app.engine }) { tray.watch(added) }
    }

    /// Removes an app whose run is over, and closes its parts.
    func remove(_ app: SupervisedApp) {
        if let shown = model.apps.first(where: { $0.engine === app.engine }) { model.remove(shown) }
        apps.removeAll { $0 === app }
        app.close()
    }

    /// Returns the path of the socket for the next app; `nil` if there is no directory for sockets.
    func socketPath() -> String? {
        sockets += 1
        return control.map { "\($0.directory)/app-\(sockets).sock" }
    }

    /// Returns the device's location receiver, and creates it at the first call.
    ///
    /// - Throws: ``KeepAliveError`` with code `location` if a log cannot be used.
    func receiver() throws -> DeviceReceiver {
        let receiver = try madeReceiver ?? DeviceReceiver(settings.machine.location, loop: loop)
        madeReceiver = receiver
        return receiver
    }

    /// Returns the nursery, which is the guardian process of the apps that are launched on the running device, and
    /// creates it if necessary. Returns `nil` if the process cannot be created; each app then has its own guardian.
    func nursery() -> Nursery? {
        if madeNursery?.isAlive != true { makeNursery(for: control?.directory) }
        return madeNursery
    }

    private func makeNursery(for directory: String?) {
        madeNursery = try? Nursery(cleanupDirectory: directory, loop: loop)
        // The watcher of a lost nursery kills the app processes. A new nursery is created at once, so that the
        // directory is also removed if the runner is killed.
        madeNursery?.onLost = { [unowned self] in
            if !isShuttingDown { _ = nursery() }
        }
    }

    /// Returns the connection to the push server, and connects at the first call; `nil` if there is no server.
    func pushServer() -> PushServerConnection? {
        // A device stays with its first server: after that server has returned, tokens from another source would be
        // useless.
        if let madePushServer { return madePushServer }
        let path: String
        switch settings.pushServer {
        case .none: return nil
        case .socket(let given): path = given
        case .auto:
            path = PushServerConnection.standardPath
            guard PushServerConnection.isServed(path) else { return nil }
        }
        // A device without a name gets a new random name for each connection.
        let server = PushServerConnection(
            path, device: settings.name ?? "\(name)-\(UInt32.random(in: 0...UInt32.max))",
            isTemporary: settings.name == nil, loop: loop)
        server.setReachable(model.conditions.network != .none)
        server.onNote = { [unowned self] in outputs.say($0) }
        server.onPush = { [unowned self] topic, push in
            let apps = model.apps.filter { push.isFor($0.engine.machine.manifest.bundleIdentifier, topic: topic) }
            if apps.isEmpty { outputs.say("push \(push.identifier) is for \(topic), which is not on this device") }
            for app in apps { model.receive(push, for: app) }
        }
        model.onNetworkChange = { [weak server] in server?.setReachable($0 != .none) }
        madePushServer = server
        return server
    }

    /// Returns the private sound server that the apps share, so that their sounds are mixed. Starts the server if it
    /// does not run.
    ///
    /// - Throws: ``KeepAliveError`` with code `audio` if the server cannot be started.
    func soundServer() throws -> PrivateSoundServer {
        if let server, server.isUsable { return server }
        let fresh = try PrivateSoundServer(loop: loop)
        server = fresh
        return fresh
    }

    /// Ends all apps, helper processes and connections.
    func close() {
        for app in apps { app.close() }
        apps = []
        // Wait for pending writes of files that outlive the apps, such as the keychain.
        _ = loop.run(until: { [files] in files.writeCount == 0 }, timeout: FileWorkers.limit)
        tray?.close()
        files.close()
        prepared?.end()
        madeNursery?.close()
        madeReceiver?.close()
        madePushServer?.close()
        control?.close()
    }
}
