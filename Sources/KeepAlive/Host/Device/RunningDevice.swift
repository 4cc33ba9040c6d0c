import KeepAliveEngine
import KeepAliveLinux
import KeepAlivePolicy

/// This process as a device: one loop, one control socket, and the apps with what they share.
final class RunningDevice {
    let loop: EventLoop
    let signals: SignalWatcher
    /// The apps as a user sees them, and what is true of the device.
    let model: Device
    /// Where those connect who ask or tell the device something; `nil` where there could be none.
    private(set) var control: ControlServer?
    /// Where locations come from for apps that ask themselves; made for the first that could.
    private var madeReceiver: DeviceReceiver?
    private(set) var apps: [SupervisedApp] = []
    /// The processes of an app that is being prepared, which may take a while: what they have is given back with the rest.
    var prepared: SupervisedProcess?
    /// What an app that is launched later shares with the first.
    private(set) var settings: RunConfiguration
    let outputs: TimelineOutputs
    let log = DeviceLog()
    /// What the device is called.
    let name: String
    /// When it was started.
    let origin: MonotonicInstant
    var isShuttingDown = false
    /// Whether its own app, if it has one, is there: others come after it.
    var takesApps = false
    private var server: PrivateSoundServer?
    private var madeNursery: Nursery?
    private var sockets = 0

    /// Sets up the loop; nothing listens yet.
    ///
    /// - Throws: ``KeepAliveError`` with code `supervision` or `output`.
    init(_ settings: RunConfiguration, conditions: DeviceConditions = DeviceConditions()) throws {
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
        model = Device(conditions: conditions)
    }

    /// Until an app runs, a signal ends the runner; its guardians clean up after it.
    func endsAtSignals() {
        signals.onSignal = { [unowned self] arrival in
            guard arrival.signal != SignalNumber.cont else { return }
            close()
            Machine.leave(128 + arrival.signal)
        }
    }

    /// Looks up the name of the gpsd that was given, while the loop is served: later, apps would wait for it.
    ///
    /// - Throws: ``KeepAliveError`` with code `location` when the name is not known.
    func lookUpNames() throws { settings.machine.location = try settings.machine.location.lookedUp(on: loop) }

    /// Listens for those who control the device. One that nobody can ask is no failure, and says so.
    func openControl() {
        do {
            let control = try ControlServer(loop: loop)
            control.onRequest = { [unowned self] client, method, parameters in
                try ControlMethod.fulfil(method, parameters, from: client, on: self)
            }
            control.onEnd = { [unowned self] in log.forget($0) }
            self.control = control
        } catch {
            outputs.say("nobody can ask this run: \(error)")
        }
    }

    /// Takes an app in.
    func add(_ app: SupervisedApp) {
        apps.append(app)
        outputs.showsApps = apps.count > 1
        model.add(app.engine, name: app.name)
    }

    /// Lets an app go whose run is over.
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

    /// Who guards the apps that were launched on the running device; `nil` where each has a guardian of its own, because
    /// no process can be made.
    func nursery() -> Nursery? {
        if let madeNursery, madeNursery.isAlive { return madeNursery }
        madeNursery = try? Nursery(cleanupDirectory: control?.directory)
        return madeNursery
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
        prepared?.end()
        madeNursery?.close()
        madeReceiver?.close()
        control?.close()
    }
}
