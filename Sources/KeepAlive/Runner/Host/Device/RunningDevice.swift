import KeepAliveEngine
import KeepAliveLinux
import KeepAlivePolicy

/// This process as a device: one loop, one control socket, and the apps with what they share.
final class RunningDevice {
    let loop: EventLoop
    let signals: SignalWatcher
    /// The apps as a user sees them, and the conditions of the device.
    let model: Device
    /// The server for clients that ask the device or tell it something; `nil` where it could not be made.
    private(set) var control: ControlServer?
    /// The receiver for apps that ask for locations themselves; made for the first that could.
    private var madeReceiver: DeviceReceiver?
    private(set) var apps: [SupervisedApp] = []
    /// The processes of an app that is being prepared, which may take a while. They end with the device.
    var prepared: SupervisedProcess?
    /// The settings that an app launched later shares with the first.
    private(set) var settings: RunConfiguration
    let outputs: TimelineOutputs
    let log = DeviceLog()
    /// The device's name.
    let name: String
    /// The instant at which the device was started.
    let origin: MonotonicInstant
    var isShuttingDown = false
    /// True when its own app, if it has one, is there: others come after it.
    var takesApps = false
    private var server: PrivateSoundServer?
    /// The processes that touch the files that verbs and apps name.
    private(set) lazy var files = FileWorkers(loop: loop)
    /// The desktop, where notifications appear on it.
    private(set) lazy var tray =
        settings.notifications == .desktop
        ? DesktopTray(device: model, loop: loop) : nil
    /// Tells what others do to the cgroups of frozen apps.
    private(set) lazy var notifier = CgroupNotifier(loop: loop)
    private var madeNursery: Nursery?
    private var madePushServer: PushServerConnection?
    private var sockets = 0

    /// Sets up the loop; nothing listens yet.
    ///
    /// - Throws: ``KeepAliveError`` with code `supervision` or `output`.
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

    /// The device's clock as it is set now: to the scenario's date, or this machine's.
    private func clock() -> (start: MonotonicInstant, date: DeviceDate) {
        (EventLoop.monotonicNow, settings.conditions.date ?? MachineDate.now)
    }

    /// Makes a signal end the runner until an app runs; its guardians clean up after it.
    func endsAtSignals() {
        signals.onSignal = { [unowned self] arrival in
            guard arrival.signal != SignalNumber.cont else { return }
            close()
            Machine.leave(128 + arrival.signal)
        }
    }

    /// Looks up the name of the given gpsd, while the loop is served: later, apps would wait for it.
    ///
    /// - Throws: ``KeepAliveError`` with code `location` when the name is not known.
    func lookUpNames() throws { settings.machine.location = try settings.machine.location.lookedUp(on: loop) }

    /// Listens for clients that control the device. If that fails, the run goes on and reports it.
    ///
    /// - Parameter isHeld: whether the nursery is there before the socket is, so that nothing is left when the runner is
    ///   killed before its first app is launched. A run whose first app has a guardian of its own does without.
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

    /// Adds an app.
    func add(_ app: SupervisedApp) {
        apps.append(app)
        // The timeline of a run begins with its own app, which has taken a while to make ready.
        if !takesApps, apps.count == 1 { model.start(clock(), with: app.engine) }
        outputs.showsApps = apps.count > 1
        model.add(app.engine, name: app.name)
        if let tray, let added = model.apps.first(where: { $0.engine === app.engine }) { tray.watch(added) }
    }

    /// Removes an app whose run is over.
    func remove(_ app: SupervisedApp) {
        if let shown = model.apps.first(where: { $0.engine === app.engine }) { model.remove(shown) }
        apps.removeAll { $0 === app }
        app.close()
    }

    /// The path of the socket of the next app; `nil` where there is no directory for it.
    func socketPath() -> String? {
        sockets += 1
        return control.map { "\($0.directory)/app-\(sockets).sock" }
    }

    /// The receiver of the device.
    ///
    /// - Throws: ``KeepAliveError`` with code `location` when a log is unusable.
    func receiver() throws -> DeviceReceiver {
        let receiver = try madeReceiver ?? DeviceReceiver(settings.machine.location, loop: loop)
        madeReceiver = receiver
        return receiver
    }

    /// Returns the guardian of the apps that were launched on the running device; `nil` where each app has one of its
    /// own, because no process can be made.
    func nursery() -> Nursery? {
        if madeNursery?.isAlive != true { makeNursery(for: control?.directory) }
        return madeNursery
    }

    private func makeNursery(for directory: String?) {
        madeNursery = try? Nursery(cleanupDirectory: directory, loop: loop)
        // Its trees are taken down by its watcher. The directory needs somebody who removes it if the runner is killed, too.
        madeNursery?.onLost = { [unowned self] in
            if !isShuttingDown { _ = nursery() }
        }
    }

    /// The push server that the device is connected to; `nil` where there is none.
    func pushServer() -> PushServerConnection? {
        // A device that has found a server stays with it: a token from elsewhere would lead nowhere when it is back.
        if let madePushServer { return madePushServer }
        let path: String
        switch settings.pushServer {
        case .none: return nil
        case .socket(let given): path = given
        case .auto:
            path = PushServerConnection.standardPath
            guard PushServerConnection.isServed(path) else { return nil }
        }
        // A device without a name of its own is another one each time.
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

    /// The private sound server that the apps share, so that they mix.
    ///
    /// - Throws: ``KeepAliveError`` with code `audio`.
    func soundServer() throws -> PrivateSoundServer {
        if let server, server.isUsable { return server }
        let fresh = try PrivateSoundServer(loop: loop)
        server = fresh
        return fresh
    }

    /// Ends everything that runs.
    func close() {
        for app in apps { app.close() }
        apps = []
        // The keychain and the like outlive the apps.
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
