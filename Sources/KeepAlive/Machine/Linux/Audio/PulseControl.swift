import KeepAlivePolicy
import KeepAlivePorts

/// Sends requests to a PulseAudio server through pactl(1), one at a time.
final class PulseControl {
    /// The address of the server; `nil` for the user's own server.
    var server: String?

    private let loop: EventLoop
    /// The path of pactl; `nil` if pactl is not installed.
    private let pactl: String?
    private var process: GuardedProcess?
    private var limit: ScheduledAction?
    /// The number of the current request, by which a late answer to an earlier request is recognized and dropped.
    private var round = 0

    /// The time limit of a request. The limit is this project's choice: 20 ms are usual, a second is not rare on a busy
    /// machine.
    private static let timeLimit = Duration.seconds(10)
    /// The most bytes that are read of an answer. The limit is this project's choice: pactl needs 1 KB to list a
    /// stream.
    private static let answerBytesMax = 1_000_000

    init(loop: EventLoop, pactl: String?) {
        self.loop = loop
        self.pactl = pactl
    }

    /// Runs pactl, and calls back with its output or with the reason for its failure.
    func ask(_ arguments: [String], then: @escaping (Result<String, KeepAliveError>) -> Void) {
        round += 1
        let asked = round
        // Answer in a later call of the event loop, because the callback may replace the helper process that is
        // reporting now.
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

    /// Ends the current request; its callback is not called any more.
    func cancel() {
        process?.end()
        process = nil
        if let limit { loop.cancel(limit) }
        limit = nil
        round += 1
    }

    /// The runner's environment, with English messages because the answer is parsed, and with a private server's
    /// cookie.
    private var environment: [String] {
        let inherited = Machine.rawEnvironment.map(\.text).filter { !$0.hasPrefix("LC_ALL=") }
        let cookie = server.map(PrivateSoundServer.cookie)
        return inherited + ["LC_ALL=C"] + (cookie.map { ["\($0.variable)=\($0.path)"] } ?? [])
    }
}
