import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// Plays sound through a separate process (``SoundService``). A sound server that hangs, or a library that waits for
/// the server, then blocks only that process.
///
/// The process is started when it is needed. When it ends, is stopped, or does not answer, another process replaces it,
/// just as a lost device is opened again. The private sound server belongs to the runner, so that apps share the server
/// and the server outlives the processes that play on it.
package final class SoundProcess: AudioOutput {
    private struct Setup {
        let choice: AudioDeviceChoice
        let ownSound: Sound
        let variables: [String: String]
        let makePrivateServer: () throws -> PrivateSoundServer
    }

    /// The state of playing from one start to the stop.
    private struct Flow {
        /// True between ``start()`` and ``stop()``.
        var isPlaying = false
        /// The number of starts, so that events of an earlier run can be dropped.
        var run = 0
        /// The frames that all processes have played since the start.
        var frames: Int64 = 0
        /// The interruption that a process has reported, or that a lost process has caused.
        var interruption = SoundInterruption()
        /// True once the timeline says that this interruption has cost a process.
        var hasToldLoss = false
    }

    /// The state of the questions to the process and of its answers.
    private struct Question {
        /// The reply that ``ask(_:limit:)`` waits for.
        var reply: SoundReply?
        /// The number of the last ``SoundOrder/sample(_:)`` that was sent.
        var asked = 0
        /// The number of the last ``SoundOrder/sample(_:)`` that was answered.
        var answered = 0
    }

    /// A pending question about the length of a sound file.
    private struct LengthQuestion {
        let path: String
        let limit: ScheduledAction
        let completion: (Result<Double?, any Error>) -> Void
    }

    package var onEvent: ((AudioOutputEvent) -> Void)?
    package private(set) var description: AudioOutputDescription
    package private(set) var isPrepared = false

    private let loop: EventLoop
    private let setup: Setup

    private var service: ServiceProcess<SoundReply, SoundOrder>?
    /// True if the process has sent a message. A new process needs some time to start, so it gets more time to answer.
    private var hasSpoken = false
    private var server: PrivateSoundServer?
    /// The usage of processes and private servers that have ended.
    private var former = (players: Usage(), servers: Usage())

    private var sound: Sound?
    private var ducks = false
    private var flow = Flow()
    /// The cause for which the last process was lost.
    private var lossCause = "the process that plays sound ended"
    /// The reason not to try the machine's default device; `nil` to try it.
    private var defaultFailure: String?
    private var question = Question()
    /// The pending questions about files, in their order. They do not open a device.
    private var lengths: [LengthQuestion] = []

    /// The scheduled start of the next process.
    private var retry: ScheduledAction?
    /// The scheduled end of the wait for an answer; `nil` if no answer is awaited.
    private var deadline: ScheduledAction?
    /// The scheduled next check of the pointer.
    private var look: ScheduledAction?

    /// The longest time for an answer. The time is this project's choice: a start consists of several calls, each of
    /// which may take a second. A private server that has just started may delay a stream, so the process gets more
    /// time then.
    private var patience: Duration {
        let opening = CallLimits.starting.opening
        let isNew = server.map { loop.now < $0.facts.startedAt + PrivateSound.readyTimeout + opening } ?? false
        return .seconds(3) + (isNew ? opening : .zero)
    }
    /// The longest wait for the answer to a question about a file, including the start of the process.
    private static let questionLimit = Duration.seconds(5)
    /// The longest time that the process may take to end by itself.
    private static let leavingLimit = Duration.seconds(1)
    /// The longest time for which the event loop is blocked to wait for an answer. The limit is this project's choice:
    /// 1 ms is usual. A later answer arrives through the event loop.
    private static let waitingMax = Duration.milliseconds(100)
    /// The longest time to open a device: the limit of ``CallLimits``, the start of a private server, and a reserve.
    private static let preparationLimit = Duration.seconds(12)
    /// The time between checks of the pointer while sound flows. A check detects a device that fails silently. After 5
    /// s the check waits until something else wakes the event loop; after 5 minutes it is made in any case. Both times
    /// are this project's choice.
    private static let lookDelay = (least: Duration.seconds(5), most: Duration.seconds(300))
    /// The subcommand of keepalive-run that runs the process that plays sound.
    package static let subcommand = "sound-service"

    /// Creates the output without starting a process.
    ///
    /// - Parameters:
    ///   - loop: the loop of the calling thread.
    ///   - choice: the device to use.
    ///   - sound: the sound to loop.
    ///   - variables: environment variables to set in the process; its environment is otherwise the runner's.
    ///   - privateServer: starts the sound server for a machine without a device.
    package init(
        loop: EventLoop, choice: AudioDeviceChoice, sound: Sound = .silence,
        variables: [String: String] = [:], privateServer: @escaping () throws -> PrivateSoundServer
    ) {
        self.loop = loop
        setup = Setup(
            choice: choice, ownSound: sound, variables: variables, makePrivateServer: privateServer)
        switch choice {
        case .automatic: description = AudioOutputDescription(device: "auto", reason: "not opened yet")
        case .named(let name): description = AudioOutputDescription(device: name, reason: "named by the user")
        }
    }

    deinit { close() }

    /// The CPU time and voluntary context switches of all processes that played, one after the other.
    package var usage: Usage {
        var usage = former.players
        if let service { usage.book(service.process.usage) }
        return usage
    }

    /// The CPU time and voluntary context switches of the private servers; `nil` when there was none.
    package var serverUsage: Usage? {
        var usage = former.servers
        if let server { usage.book(server.usage) }
        return usage == Usage() ? nil : usage
    }

    /// The process id of the process that plays; `nil` while there is none.
    var pid: pid_t? { service?.process.pid }

    // MARK: Requests from the runner

    package func prepare() throws {
        switch try askOfDevice(.prepare) {
        case .prepared: break
        case .failed(let message, let remedy): throw KeepAliveError(.audio, message, remedy: remedy)
        default: throw hang
        }
    }

    private var hang: KeepAliveError {
        let device = if case .named(let name) = setup.choice { "the ALSA device '\(name)'" } else { "any device" }
        return KeepAliveError(
            .audio, "cannot play on \(device): \(lossCause)",
            remedy: "'keepalive-run doctor' tells what is there")
    }

    package func load(_ sound: Sound?) {
        let former = self.sound
        self.sound = sound
        guard flow.isPlaying else {
            service?.socket.send(.load(sound))
            return
        }
        // While a sound plays, the new sound takes its place, and the count of frames continues.
        guard (sound ?? setup.ownSound) != (former ?? setup.ownSound), service != nil else { return }
        flow.run += 1
        tell(.stop)
        tell(.load(sound))
        tell(startOrder)
    }

    package func length(of sound: Sound, _ completion: @escaping (Result<Double?, any Error>) -> Void) {
        guard case .file(let path) = sound else { return completion(.success(nil)) }
        do {
            if service == nil { try makeProcess() }
        } catch {
            return completion(.failure(error))
        }
        let limit = loop.schedule(after: Self.questionLimit) { [unowned self] in
            lost("the process that plays sound gave no answer in \(Self.questionLimit.inWords)")
        }
        lengths.append(LengthQuestion(path: path, limit: limit, completion: completion))
        tell(.length(sound))
    }

    private func answerLength(_ result: Result<Double?, any Error>) {
        guard !lengths.isEmpty else { return }
        let question = lengths.removeFirst()
        loop.cancel(question.limit)
        question.completion(result)
    }

    private func giveUpLengths() {
        let open = lengths
        lengths = []
        for question in open {
            loop.cancel(question.limit)
            question.completion(
                .failure(KeepAliveError(.audio, "\(question.path): it was not read: \(lossCause)")))
        }
    }

    package func start() {
        guard !flow.isPlaying else { return }
        flow = Flow(isPlaying: true, run: flow.run + 1)
        guard service != nil else { return startProcess() }
        tell(startOrder)
        // The answer to the sample has a time limit, by which a process that hangs is detected.
        sample(waits: false)
    }

    private var startOrder: SoundOrder {
        .start(run: flow.run, after: SoundProgress(frames: flow.frames, interrupted: flow.interruption.since))
    }

    package func stop() {
        guard flow.isPlaying else { return }
        flow.isPlaying = false
        cancel(&retry)
        cancel(&look)
        tell(.stop)
        // Wait up to ``waitingMax`` for the answer, so that a sound card's device is normally closed when this method
        // returns, and other programs can open it.
        sample(waits: true)
    }

    package func sample() {
        guard flow.isPlaying else { return }
        sample(waits: true)
    }

    package func duckOthers(_ on: Bool) {
        ducks = on
        tell(.duck(on))
    }

    package func close() {
        flow.isPlaying = false
        for timer in [retry, deadline, look] { if let timer { loop.cancel(timer) } }
        (retry, deadline, look) = (nil, nil, nil)
        giveUpLengths()
        if let service {
            self.service = nil
            // The process gets time to undo its changes to a sound server and to close its device.
            service.process.onReport = nil
            // Read the usage before the process's threads end.
            former.players.book(service.process.usage)
            service.socket.finish(limit: Self.leavingLimit)
            service.process.end()
        }
        leaveServer()
    }

    /// Finds out which sound devices and programs the machine has.
    ///
    /// - Throws: ``KeepAliveError`` with code `audio` when the process does not answer.
    package static func look() throws -> SoundFindings {
        let loop: EventLoop
        do { loop = try EventLoop() } catch { throw KeepAliveError(.audio, "cannot set up a loop: \(error)") }
        let output = SoundProcess(loop: loop, choice: .automatic) {
            throw KeepAliveError(.audio, "not asked for")
        }
        defer { output.close() }
        guard case .found(let findings) = try output.askOfDevice(.look) else {
            throw KeepAliveError(.audio, output.lossCause)
        }
        return findings
    }

    // MARK: Asking

    private func tell(_ order: SoundOrder) {
        guard let service else { return }
        // If the process does not read its orders, it hangs, so give it up.
        if !service.socket.send(order), !service.socket.isOver { lost("the process that plays sound takes no orders") }
    }

    /// Starts the process if there is none, sends an order, and runs the event loop until the answer comes. Gives the
    /// process up if it does not answer in time.
    ///
    /// - Returns: the answer; `nil` if the process ended or gave no answer in time.
    /// - Throws: ``KeepAliveError`` with code `audio` when the process cannot be started, or the loop was stopped
    ///   meanwhile.
    private func ask(_ order: SoundOrder, limit: Duration) throws -> SoundReply? {
        question.reply = nil
        if service == nil { try makeProcess() }
        guard let socket = service?.socket else { return nil }
        socket.send(order)
        let isAnswered = { [unowned self] in question.reply != nil || service?.socket !== socket }
        let came = loop.run(until: isAnswered, timeout: limit)
        defer { question.reply = nil }
        if !came, service?.socket === socket {
            // A wait that ended early because the event loop stops proves nothing about the process.
            if loop.isStopping { throw KeepAliveError(.audio, "the device was still being opened") }
            lost("the process that plays sound does not answer")
        }
        return question.reply
    }

    /// Sends an order for which the device is opened. If the machine's default device hangs, the order is sent a second
    /// time, to a process that does not try the default device.
    private func askOfDevice(_ order: SoundOrder) throws -> SoundReply? {
        let first = try ask(order, limit: Self.preparationLimit)
        guard first == nil, defaultFailure != nil else { return first }
        return try ask(order, limit: Self.preparationLimit)
    }

    /// Makes the process read the pointer. If `waits` is true, waits up to ``waitingMax`` for the answer.
    private func sample(waits: Bool) {
        // Only one sample is pending at a time, so that a late answer is not waited for twice.
        guard let service, deadline == nil else { return }
        question.asked += 1
        let number = question.asked
        deadline = loop.schedule(after: hasSpoken ? patience : Self.preparationLimit) { [unowned self] in
            deadline = nil
            lost("the process that plays sound does not answer")
        }
        tell(.sample(number))
        guard waits, hasSpoken else { return }
        _ = service.socket.wait(until: { [unowned self] in question.answered >= number }, limit: Self.waitingMax)
    }

    private func lookLater() {
        cancel(&look)
        let tolerance = Self.lookDelay.most - Self.lookDelay.least
        look = loop.schedule(after: Self.lookDelay.least, tolerance: tolerance) { [unowned self] in
            look = nil
            sample(waits: false)
            lookLater()
        }
    }

    private func cancel(_ timer: inout ScheduledAction?) {
        if let timer { loop.cancel(timer) }
        timer = nil
    }

    // MARK: Messages from the process

    private func heard(_ news: SoundReply) {
        hasSpoken = true
        switch news {
        case .state(let description, let isPrepared):
            self.description = description
            self.isPrepared = isPrepared
        case .event(let event, let run): if run == flow.run, flow.isPlaying { happened(event) }
        case .answered(let number):
            question.answered = number
            if number >= question.asked { cancel(&deadline) }
        case .length(let seconds): answerLength(.success(seconds))
        case .noLength(let message, let remedy):
            answerLength(.failure(KeepAliveError(.audio, message, remedy: remedy)))
        case .prepared, .failed, .found: question.reply = news
        case .wantsServer: giveServer()
        case .leavesServer: leaveServer()
        }
    }

    private func happened(_ event: AudioOutputEvent) {
        switch event {
        case .advanced(let played, let rate):
            _ = flow.interruption.end(at: loop.now)
            flow.hasToldLoss = false
            if look == nil { lookLater() }
            flow.frames = played
            onEvent?(.advanced(frames: played, sampleRate: rate))
        case .stalled: if flow.interruption.begin(at: loop.now) { onEvent?(event) }
        case .note: onEvent?(event)
        }
    }

    // MARK: The private server

    private func giveServer() {
        leaveServer()
        do {
            let server = try setup.makePrivateServer()
            self.server = server
            server.use(self) { [unowned self] state in
                tell(.server(state, server.facts))
            }
            tell(.server(server.state, server.facts))
        } catch {
            let error = error as? KeepAliveError ?? KeepAliveError(.audio, "\(error)")
            tell(.noServer(error.message, remedy: error.remedy))
        }
    }

    private func leaveServer() {
        guard let server else { return }
        self.server = nil
        former.servers.book(server.usage)
        server.leave(self)
    }

    // MARK: The process

    private func makeProcess() throws {
        let service: ServiceProcess<SoundReply, SoundOrder>
        do {
            service = try ServiceProcess(
                Self.subcommand, variables: setup.variables, loop: loop)
        } catch {
            throw KeepAliveError(.audio, "cannot start the process that plays sound: \(error)")
        }
        service.process.onReport = { [unowned self, unowned service] report in
            // Handle the report in a later call of the event loop, because handling it may release the process object,
            // which owns this closure.
            _ = loop.schedule(after: .zero) { [weak self, weak service] in
                guard let self, let service, self.service === service else { return }
                reported(report)
            }
        }
        service.socket.onMessage = { [unowned self] in heard($0) }
        self.service = service
        hasSpoken = false
        service.socket.send(.open(setup.choice, setup.ownSound, defaultFailure: defaultFailure))
        if let sound { service.socket.send(.load(sound)) }
        if ducks { service.socket.send(.duck(true)) }
    }

    /// Starts a process, and makes it play at once.
    private func startProcess() {
        cancel(&retry)
        do {
            try makeProcess()
            tell(startOrder)
            // The answer to the sample has a time limit, by which a process that never answers is detected, too.
            sample(waits: false)
        } catch {
            lost("\(error)")
        }
    }

    private func reported(_ report: GuardedProcess.Report) {
        switch report {
        case .continued: break
        // A stopped process neither plays nor answers, so it counts as lost.
        case .stopped: lost("the process that plays sound was stopped")
        case .exited(.signalled(SIGALRM)): lost("the sound server does not answer")
        case .exited(let status): lost("the process that plays sound ended (\(status))")
        case .guardianLost: lost("the process that plays sound lost its guardian")
        }
    }

    /// Gives up the process. Another process takes its place while sound is to play.
    private func lost(_ cause: String) {
        lossCause = cause
        for timer in [deadline, look] { if let timer { loop.cancel(timer) } }
        (deadline, look) = (nil, nil)
        if let lost = service {
            service = nil
            former.players.book(lost.process.usage)
            lost.abandon()
        }
        leaveServer()
        // A default device that has never worked is not tried again, because it would hang the next process, too. While
        // a question about a file is pending, the loss says nothing about the device.
        let skipsDefault = setup.choice == .automatic && !isPrepared && defaultFailure == nil && lengths.isEmpty
        giveUpLengths()
        if skipsDefault { defaultFailure = cause }
        guard flow.isPlaying else { return }
        if skipsDefault { return startProcess() }
        let isNew = flow.interruption.begin(at: loop.now)
        if isNew || !flow.hasToldLoss {
            flow.hasToldLoss = true
            let text = "\(description.device): \(cause)"
            onEvent?(isNew ? .stalled(cause: text) : .note("audio: \(text)"))
            // The event handler may have stopped this output.
            guard flow.isPlaying else { return }
        }
        cancel(&retry)
        retry = loop.schedule(after: flow.interruption.nextPause()) { [unowned self] in startProcess() }
    }
}
