import KeepAlivePolicy
import KeepAlivePorts

/// Sends requests to a PulseAudio server through pactl(1), one at a time.
final class PulseControl {
    /// The server, or `nil` for the user's own.
    var server: String?

    private let loop: EventLoop
    /// The path of the program.
    private let pactl: String?
    private var process: GuardedProcess?
    private var limit: ScheduledAction?
    /// The number of the current request; a late answer to an earlier one is dropped.
    private var round = 0

    /// The longest time of a request, our choice: 20 ms are usual, a second is not rare on a busy machine.
    private static let timeLimit = Duration.seconds(10)
    /// The largest answer that is read, our choice: a stream takes 1 KB to list.
    private static let answerBytesMax = 1_000_000

    init(loop: EventLoop, pactl: String?) {
        self.loop = loop
        self.pactl = pactl
    }

    /// Runs pactl, and gives its output, or the reason why it failed.
    func ask(_ arguments: [String], then: @escaping (Result<String, KeepAliveError>) -> Void) {
        round += 1
        let asked = round
        // The answer comes from a later call of the loop: it may replace the helper, whose report this is.
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
        guard let path = pactl else {
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
                let text = String(decoding: output.content(limit: Self.answerBytesMax) ?? [], as: UTF8.self)
                switch report {
                case .stopped, .continued: return
                case .exited(.exited(0)): answer(.success(text))
                case .exited, .guardianLost:
                    fail(text.split(separator: "\n").first.map(String.init) ?? "pactl failed")
                }
            }
        } catch {
            fail("\(error)")
        }
    }

    /// Ends the request; no answer comes any more.
    func cancel() {
        process?.end()
        process = nil
        if let limit { loop.cancel(limit) }
        limit = nil
        round += 1
    }

    /// The runner's environment, with plain English, because the answer is parsed.
    private var environment: [String] {
        let inherited = Machine.rawEnvironment.map(\.text).filter { !$0.hasPrefix("LC_ALL=") }
        let cookie = server.map(PrivateSoundServer.cookie)
        return inherited + ["LC_ALL=C"] + (cookie.map { ["\($0.variable)=\($0.path)"] } ?? [])
    }
}
