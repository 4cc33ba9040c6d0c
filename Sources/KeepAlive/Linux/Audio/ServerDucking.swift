import Glibc
import KeepAlivePolicy

/// Lowers the sound of other programs on a PulseAudio server while ours flows (AS-09).
///
/// The server does it, with its module-role-ducking: it attenuates every stream of a usual role or none as long as a stream of
/// ``role`` plays. So the others have their volume back also when the runner is killed, and the volumes that the server
/// remembers are never touched. Without a server, or with one that has no such module, the others stay as they are.
///
/// A server loads the module once at most. So whoever finds it loaded uses it, and the last who does unloads it; only what
/// was opened to lower others has the role, so that a module which a killed run has left behind does nothing.
final class ServerDucking {
    /// The `media.role` of streams for which others are lowered.
    static let role = "keepalive"
    /// The variable by which libpulse takes the role of a program's streams.
    static let roleVariable = "PULSE_PROP_media.role"
    /// The roles of others: those that PulseAudio's documentation knows, and none.
    private static let otherRoles =
        "no_role,music,video,game,event,phone,animation,production,a11y,test,filter,assistant"
    /// By how much others are lowered: -20 dB, the module's own default.
    static let attenuation = "-20dB"

    /// Told why others cannot be lowered.
    var onFailure: ((String) -> Void)?
    /// Told whether streams of ours with the role, which start from now on, lower others; the module does not look at
    /// those that play already.
    var onReady: ((Bool) -> Void)?

    /// Whether the server is being asked.
    var isBusy: Bool { state == .loading }

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
    /// This server cannot.
    private var hasFailed = false

    init(loop: EventLoop) {
        self.loop = loop
        control = PulseControl(loop: loop)
    }

    /// Lowers others from now on, or lets them be.
    ///
    /// - Parameter server: the address of the server; `nil` for the user's own.
    func set(_ on: Bool, server: String?) {
        if !on { hasFailed = false }
        wanted = on && !hasFailed
        control.server = server
        work()
    }

    /// A server has ended, and the module with it; the number of ours may be somebody else's on the next.
    func forget() {
        control.cancel()
        state = .off
        hasFailed = false
    }

    /// Takes back what was done, and waits for that: at most a second.
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
            load()
        case .on(let module) where !wanted:
            state = .unloading
            unload(module)
        case .off, .loading, .on, .unloading: break
        }
    }

    /// Takes the module that is there with our role, or loads it.
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
                    wanted = false
                    hasFailed = true
                    onReady?(false)
                    onFailure?("the sound server cannot lower other apps' sound: \(failure.message)")
                }
            }
        }
    }

    private func loaded(_ module: String) {
        state = .on(module: module)
        onReady?(true)
        work()
    }

    /// The number of the module that lowers others for our role, in a list of modules.
    static func module(in list: String) -> String? {
        let lines = list.split(separator: "\n").map { $0.split(separator: "\t") }
        let line = lines.first {
            $0.count >= 3 && $0[1] == "module-role-ducking"
                && $0[2].split(separator: " ").contains("trigger_roles=\(role)")
        }
        return line.map { String($0[0]) }
    }

    /// Unloads the module, unless it lowers others for another run too.
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

    /// Whether a list of streams has one of our role that is another process's.
    static func isUsedByAnother(in list: String) -> Bool {
        list.split(separator: "Sink Input #").contains { stream in
            stream.contains("media.role = \"\(role)\"")
                && !stream.contains("application.process.id = \"\(getpid())\"")
        }
    }
}
