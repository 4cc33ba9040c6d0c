import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// The process that plays sound for a runner, as `mediaserverd` does for all apps on iOS. A call into libasound, or
/// into the sound server behind it, may block forever; it then blocks only this process.
///
/// A call that exceeds its ``CallLimits`` ends the process. The process also ends when the runner ends.
package final class SoundService {
    private let loop: EventLoop
    private let socket: PacketSocket<SoundOrder, SoundReply>
    private var output: ALSAAudioOutput?
    private var server: DistantSoundServer?
    private var runNumber = 0
    /// The state of the device that was last sent to the runner; `nil` before the first message.
    private var told: (description: AudioOutputDescription, isPrepared: Bool)?
    /// True while the runner waits for evidence of sound: the first in a run, or the first after an interruption.
    private var owesEvidence = true
    /// True while ``SoundOrder/sample(_:)`` is being carried out.
    private var isAsked = false
    /// True while an order is being carried out, which may run the event loop or wait for the runner.
    private var isObeying = false
    /// The orders that arrived while another order was being carried out; they are carried out one after the other.
    private var waiting: [SoundOrder] = []

    /// - Parameter descriptor: the socket that is connected to the runner; this object takes ownership of it.
    /// - Throws: `Errno`.
    package init(descriptor: CInt) throws {
        loop = try EventLoop()
        socket = try PacketSocket(descriptor, loop: loop)
    }

    /// Carries out orders until the runner disconnects.
    package func run() {
        socket.onMessage = { [unowned self] in take($0) }
        socket.onEnd = { [loop] in loop.stop() }
        loop.run()
        output?.close()
    }

    private func take(_ order: SoundOrder) {
        switch order {
        // The order that is being carried out may be waiting for one of these two orders, so carry them out at once.
        case .server, .noServer: return obey(order)
        // While another order is being carried out, nothing plays yet, but the answer shows that the process works.
        case .sample(let number) where isObeying && waiting.isEmpty:
            socket.send(.answered(number))
            return
        default: waiting.append(order)
        }
        obeyWaiting()
    }

    private func obeyWaiting() {
        guard !isObeying else { return }
        isObeying = true
        defer { isObeying = false }
        while !waiting.isEmpty { obey(waiting.removeFirst()) }
    }

    private func obey(_ order: SoundOrder) {
        switch order {
        case .open(let choice, let sound, let defaultFailure): open(choice, sound, defaultFailure)
        case .prepare:
            answer {
                try output?.prepare()
            } with: {
                .prepared
            }
        case .load(let sound): output?.load(sound)
        case .start(let run, let progress):
            runNumber = run
            owesEvidence = true
            output?.start(after: progress.frames, interrupted: progress.interrupted)
            tellState()
        case .stop: output?.stop()
        case .duck(let on): output?.duckOthers(on)
        case .sample(let number):
            isAsked = true
            output?.sample()
            isAsked = false
            socket.send(.answered(number))
        case .length(let sound):
            output?.length(of: sound) { [unowned self] result in
                switch result {
                case .success(let seconds): socket.send(.length(seconds))
                case .failure(let error):
                    let error = error as? KeepAliveError ?? KeepAliveError(.audio, "\(error)")
                    socket.send(.noLength(error.message, remedy: error.remedy))
                }
            }
        case .server(let state, let facts): server?.changed(to: state, facts)
        case .noServer(let message, let remedy): server?.failed(KeepAliveError(.audio, message, remedy: remedy))
        case .look: look()
        }
    }

    private func open(_ choice: AudioDeviceChoice, _ sound: Sound, _ defaultFailure: String?) {
        let output = ALSAAudioOutput(
            loop: loop, choice: choice, sound: sound, limited: true, defaultFailure: defaultFailure
        ) { [unowned self] in try privateServer() }
        output.onEvent = { [unowned self] in tell($0) }
        self.output = output
    }

    /// Runs a body that may throw, and sends its result or its error to the runner.
    private func answer<Result>(_ body: () throws -> Result, with reply: (Result) -> SoundReply) {
        let outcome: SoundReply
        do {
            outcome = reply(try body())
        } catch {
            let error = error as? KeepAliveError ?? KeepAliveError(.audio, "\(error)")
            outcome = .failed(error.message, remedy: error.remedy)
        }
        tellState()
        socket.send(outcome)
    }

    /// Sends an event to the runner. Progress for which the runner does not wait is not sent, so that the runner is not
    /// woken; the runner asks when it needs the progress.
    private func tell(_ event: AudioOutputEvent) {
        switch event {
        case .advanced:
            guard owesEvidence || isAsked else { return }
            // Only the start needs most code pages, so release them once sound flows.
            if owesEvidence { OwnMemory.giveBackCode() }
            owesEvidence = false
        case .stalled: owesEvidence = true
        case .note: break
        }
        tellState()
        socket.send(.event(event, run: runNumber))
    }

    private func tellState() {
        guard let output else { return }
        if let told, told == (output.description, output.isPrepared) { return }
        told = (output.description, output.isPrepared)
        socket.send(.state(output.description, isPrepared: output.isPrepared))
    }

    /// Asks the runner for a private sound server, and waits for the runner's reply.
    private func privateServer() throws -> any SoundServer {
        // The device also calls this method outside of an order, when its server has ended. New orders must wait in
        // this case, too.
        let wasObeying = isObeying
        isObeying = true
        defer {
            isObeying = wasObeying
            if !wasObeying { _ = loop.schedule(after: .zero) { [unowned self] in obeyWaiting() } }
        }
        let server = DistantSoundServer { [unowned self] in socket.send(.leavesServer) }
        self.server = server
        socket.send(.wantsServer)
        guard socket.wait(until: { server.isSettled }, limit: PrivateSound.readyTimeout) else {
            throw KeepAliveError(.audio, "no private sound device: the runner gave none in 5 s")
        }
        if let error = server.error { throw error }
        return server
    }

    private func look() {
        let missing = AudioProbe.missingForPrivateServer()
        var findings = SoundFindings(
            reason: "", missingForPrivateServer: missing.map(\.message), remedy: missing.compactMap(\.remedy).first,
            privateServer: SoundServerProgram.chosen?.name)
        if let failure = output?.setup.defaultFailure {
            findings.reason = "the default device cannot be used: \(failure)"
        } else {
            switch AudioProbe.machineDevice() {
            case .success(let words): findings.device = words
            case .failure(let error): findings.reason = error.message
            }
        }
        socket.send(.found(findings))
    }
}

/// A private sound server that the runner has started, as seen from this process.
private final class DistantSoundServer: SoundServer {
    private(set) var facts = SoundServerFacts(address: "", name: "")
    private(set) var state = SoundServerState.starting
    /// The reason why the runner gave no server.
    private(set) var error: KeepAliveError?
    /// True once the runner has replied.
    private(set) var isSettled = false
    private var onChange: ((SoundServerState) -> Void)?
    private let onLeave: () -> Void

    init(onLeave: @escaping () -> Void) {
        self.onLeave = onLeave
    }

    func use(_ user: AnyObject, onChange: @escaping (SoundServerState) -> Void) { self.onChange = onChange }

    func leave(_ user: AnyObject) {
        guard state != .closed else { return }
        state = .closed
        onChange = nil
        onLeave()
    }

    func changed(to state: SoundServerState, _ facts: SoundServerFacts) {
        guard self.state != .closed else { return }
        isSettled = true
        self.facts = facts
        guard state != self.state else { return }
        self.state = state
        onChange?(state)
    }

    func failed(_ error: KeepAliveError) {
        isSettled = true
        self.error = error
    }
}
