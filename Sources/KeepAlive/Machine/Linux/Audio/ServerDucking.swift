import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// Lowers the sound of other programs on a PulseAudio server while the app's sound flows (AS-09).
///
/// The server's module-role-ducking lowers the sound. As long as a stream with ``role`` plays, the module attenuates
/// every stream that has a usual role or none. When the runner is killed, its streams end, so the other streams get
/// their volume back. The volumes that the server remembers never change. Without a server or without that module, the
/// other streams keep their volume.
///
/// A server loads the module at most once. So a run that finds the module loaded uses it, and the last run unloads it.
/// Only streams that were opened to lower others have the role, so a module left behind by a killed run has no effect.
final class ServerDucking {
    /// The `media.role` of streams for which other streams are lowered.
    static let role = "keepalive"
    /// The environment variable from which libpulse takes the role of a program's streams.
    static let roleVariable = "PULSE_PROP_media.role"
    /// The roles of the streams that are lowered: the roles in PulseAudio's documentation, and no role.
    private static let otherRoles =
        "no_role,music,video,game,event,phone,animation,production,a11y,test,filter,assistant"
    /// The attenuation of the other streams: -20 dB, the module's default.
    static let attenuation = "-20dB"

    /// Called with the reason when the server cannot lower other streams.
    var onFailure: ((String) -> Void)?
    /// Called with true if streams with ``role`` that start from now on lower other streams. The module ignores streams
    /// that already play.
    var onReady: ((Bool) -> Void)?

    /// True while streams with ``role`` should wait because the module is being loaded.
    var isBusy: Bool { patience != nil }

    /// The longest time for which the app's sound waits for the module. The limit is this project's choice: 20 ms are
    /// usual. If the server takes longer, it lowers other streams once the module is loaded.
    private static let patienceTime = Duration.milliseconds(500)

    private enum State: Equatable {
        case off
        case loading
        case on(module: String)
        case unloading
    }

    private let loop: EventLoop
    private let control: PulseControl
    private var state = State.off
    private var wanted = false
    /// True if this server has failed to load the module.
    private var hasFailed = false
    /// The scheduled end of the time for which the app's sound waits for the module; `nil` while the sound does not
    /// wait.
    private var patience: ScheduledAction?
    /// The scheduled next attempt to load the module, and the number of failed attempts in a row.
    private var retry: ScheduledAction?
    private var failures = 0
    /// The number of further attempts after a failure to load the module. The number is this project's choice: a server
    /// that refuses for some seconds refuses for good.
    private static let failuresMax = 4
    private static let retryTime = Duration.seconds(1)

    /// - Parameter pactl: the path of pactl(1); `nil` if it is not installed.
    init(loop: EventLoop, pactl: String? = ExternalTool.pactl.find()) {
        self.loop = loop
        control = PulseControl(loop: loop, pactl: pactl)
    }

    /// Begins or ends to lower other streams.
    ///
    /// - Parameter server: the address of the server; `nil` for the user's own server.
    func set(_ on: Bool, server: String?) {
        if !on {
            hasFailed = false
            endRetry()
        }
        wanted = on && !hasFailed
        control.server = server
        work()
    }

    /// Forgets a server that has ended together with its module. On the next server, another module may have the same
    /// number.
    func forget() {
        control.cancel()
        endPatience()
        endRetry()
        state = .off
        hasFailed = false
    }

    /// Ends the lowering, and waits at most one second for the server. A module that the server is still loading stays
    /// loaded, like the module of a killed run.
    func close() {
        wanted = false
        work()
        _ = loop.run(until: { [unowned self] in state == .off }, timeout: .seconds(1))
        forget()
    }

    private func work() {
        switch state {
        case .off where wanted:
            state = .loading
            endPatience()
            patience = loop.schedule(after: Self.patienceTime) { [unowned self] in
                patience = nil
                onReady?(false)
            }
            load()
        case .on(let module) where !wanted:
            state = .unloading
            unload(module)
        case .off, .loading, .on, .unloading: break
        }
    }

    /// Uses a loaded module for ``role``, or loads the module.
    private func load() {
        control.ask(["list", "short", "modules"]) { [unowned self] modules in
            if case .success(let text) = modules, let module = Self.module(in: text) { return loaded(module) }
            let arguments = [
                "load-module", "module-role-ducking", "trigger_roles=\(Self.role)", "ducking_roles=\(Self.otherRoles)",
                "volume=\(Self.attenuation)",
            ]
            control.ask(arguments) { [unowned self] result in
                switch result {
                case .success(let module): loaded(module.filter { !$0.isWhitespace })
                case .failure(let failure):
                    state = .off
                    if wanted, failures < Self.failuresMax { return loadLater() }
                    wanted = false
                    hasFailed = true
                    endPatience()
                    onReady?(false)
                    onFailure?("the sound server cannot lower other apps' sound: \(failure.message)")
                }
            }
        }
    }

    /// Schedules another attempt: a busy server may refuse a client, or pactl may have exceeded its time limit.
    private func loadLater() {
        failures += 1
        retry = loop.schedule(after: Self.retryTime) { [unowned self] in
            retry = nil
            work()
        }
    }

    private func endRetry() {
        if let retry { loop.cancel(retry) }
        retry = nil
        failures = 0
    }

    private func loaded(_ module: String) {
        endRetry()
        state = .on(module: module)
        endPatience()
        // If the lowering was ended while the module was loading, streams need not start again.
        onReady?(wanted)
        work()
    }

    private func endPatience() {
        if let patience { loop.cancel(patience) }
        patience = nil
    }

    /// Returns the number of the module that lowers other streams for ``role`` in a list of modules; `nil` if there is
    /// none.
    static func module(in list: String) -> String? {
        let lines = list.split(separator: "\n").map { $0.split(separator: "\t") }
        let line = lines.first {
            $0.count >= 3 && $0[1] == "module-role-ducking"
                && $0[2].split(separator: " ").contains("trigger_roles=\(role)")
        }
        return line.map { String($0[0]) }
    }

    /// Unloads the module, unless another run uses it, too.
    private func unload(_ module: String) {
        control.ask(["list", "sink-inputs"]) { [unowned self] streams in
            if case .success(let text) = streams, Self.isUsedByAnother(in: text) {
                state = .off
                return work()
            }
            control.ask(["unload-module", module]) { [unowned self] _ in
                state = .off
                work()
            }
        }
    }

    /// Returns whether a list of streams contains a stream with ``role`` from another process.
    static func isUsedByAnother(in list: String) -> Bool {
        list.split(separator: "Sink Input #").contains { stream in
            stream.contains("media.role = \"\(role)\"")
                && !stream.contains("application.process.id = \"\(getpid())\"")
        }
    }
}
