import Glibc

/// Lowers the sound of other programs on a PulseAudio server while ours flows (AS-09).
///
/// The server does it, with its module-role-ducking: it attenuates every stream of a usual role or none as long as a stream of
/// ``role`` plays. So the others have their volume back also when the runner is killed, and the volumes that the server
/// remembers are never touched. Without a server, or with one that has no such module, the others stay as they are.
final class ServerDucking {
    /// The `media.role` of our streams, unless the environment names another.
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
    /// Told that streams of ours which start from now on lower others, or that they cannot; the module does not look at
    /// those that play already.
    var onReady: (() -> Void)?

    /// Whether the server is being asked.
    var isBusy: Bool { state == .loading }

    private enum State: Equatable {
        case off
        case loading
        case on(module: String)
        case unloading
    }

    private let loop: EventLoop
    private var state = State.off
    private var wanted = false
    /// The server, or `nil` for the user's own.
    private var server: String?
    private var process: GuardedProcess?
    private var limit: ScheduledAction?
    /// Counts what pactl was asked, so that an answer that is late is none.
    private var round = 0

    /// How long pactl may take, our choice: 20 ms are usual, and the app's sound waits for it.
    private static let timeLimit = Duration.milliseconds(500)

    init(loop: EventLoop) {
        self.loop = loop
    }

    /// Lowers others from now on, or lets them be.
    ///
    /// - Parameter server: the address of the server; `nil` for the user's own.
    func set(_ on: Bool, server: String?) {
        wanted = on
        self.server = server
        work()
    }

    /// A server has ended, and the module with it; the number of ours may be somebody else's on the next.
    func forget() {
        process?.end()
        process = nil
        if let limit { loop.cancel(limit) }
        limit = nil
        round += 1
        state = .off
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
            pactl([
                "load-module", "module-role-ducking", "trigger_roles=\(Self.role)", "ducking_roles=\(Self.otherRoles)",
                "volume=\(Self.attenuation)",
            ]) { [unowned self] result in
                switch result {
                case .success(let module):
                    state = .on(module: module)
                    onReady?()
                    work()
                case .failure(let failure):
                    state = .off
                    wanted = false
                    onReady?()
                    onFailure?("the sound server cannot lower other apps' sound: \(failure.message)")
                }
            }
        case .on(let module) where !wanted:
            state = .unloading
            pactl(["unload-module", module]) { [unowned self] _ in
                state = .off
                work()
            }
        case .off, .loading, .on, .unloading: break
        }
    }

    /// Runs pactl(1) and gives what it prints.
    private func pactl(_ arguments: [String], then: @escaping (Result<String, KeepAliveError>) -> Void) {
        round += 1
        let asked = round
        // Not from within a report of the helper: what follows may replace it.
        func answer(_ result: Result<String, KeepAliveError>) {
            _ = loop.schedule(after: .zero) { [weak self] in
                guard let self, round == asked else { return }
                round += 1
                if let limit { loop.cancel(limit) }
                limit = nil
                then(result)
            }
        }
        func fail(_ message: String) { answer(.failure(KeepAliveError(.audio, message))) }
        guard let path = ExternalTool.pactl.find() else {
            return fail("pactl is not installed (apt-get install \(ExternalTool.pactl.package))")
        }
        do {
            let output = try ScratchFile("keepalive-pactl")
            let null = try ScratchFile("keepalive-pactl-input")
            let chosen = server.map { ["--server=\($0)"] } ?? []
            let helper = try GuardedProcess(
                GuardedProcess.Request(
                    path: path, arguments: ["pactl"] + chosen + arguments, environment: environment,
                    standardInput: null.descriptor, standardOutput: output.descriptor,
                    standardError: output.descriptor), loop: loop)
            process = helper
            limit = loop.schedule(after: Self.timeLimit) {
                helper.end()
                fail("pactl did not answer in \(Self.timeLimit.inWords)")
            }
            helper.onReport = { report in
                let text = output.beginning.split(separator: "\n").first.map(String.init) ?? ""
                switch report {
                case .stopped, .continued: return
                case .exited(.exited(0)): answer(.success(text))
                case .exited, .guardianLost: fail(text.isEmpty ? "pactl failed" : text)
                }
            }
        } catch {
            fail("\(error)")
        }
    }

    /// The runner's environment, with plain English, because the answer is shown.
    private var environment: [String] {
        let inherited = Machine.rawEnvironment.map(\.text).filter { !$0.hasPrefix("LC_ALL=") }
        let cookie = server.map(PrivatePulseAudio.cookie)
        return inherited + ["LC_ALL=C"] + (cookie.map { ["\($0.variable)=\($0.path)"] } ?? [])
    }
}
