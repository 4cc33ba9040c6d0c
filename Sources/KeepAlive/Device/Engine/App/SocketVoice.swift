import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveProtocol
import KeepAliveStrategies

/// A program that speaks for an app over a socket. Its messages are the calls of an app. The system sends it numbered
/// calls, which it answers.
package class SocketVoice: Voice {
    /// A call of the system that the program has not returned from.
    private struct OpenCall {
        var callback: AppCallback
        var message: JSONRPCMessage
    }

    /// A message that is taken later.
    private struct Held {
        var message: JSONRPCMessage
        var client: any MessageClient
        /// The descriptor that came with it.
        var passed: PassedDescriptor?
        /// The process that has sent it.
        var caller: Caller?
    }

    /// The methods that the program can call, and the callbacks that it gets.
    private(set) lazy var table = makeTable()
    private let makeTable: () -> ServiceTable
    let memory = AppCall.Memory()
    /// The states that services keep for this life.
    private var states: [ObjectIdentifier: any ServiceMemory] = [:]
    private(set) weak var engine: Engine?
    /// The calls that this life of the app can make.
    private(set) weak var host: VoiceHost?
    let subscribers = AppSubscribers()
    private var openCalls: [Int: OpenCall] = [:]
    /// The handlers that wait for answers to questions that are no callbacks, by the numbers of the messages.
    private var questions: [Int: (Result<JSONValue, JSONRPCError>) -> Void] = [:]
    private var lastCall = 0
    /// Messages that came while the app was suspended. The app sent them before the freeze; they count after it.
    private var held: [Held] = []

    /// The most messages that are held for a suspended app. No program needs more.
    static let waitingMax = 1000
    /// The most descriptors that are held with them.
    private static let descriptorsMax = 16
    /// The most calls that may be open.
    var openMax: Int { 1000 }

    /// - Parameter table: made when the program first speaks or is called: most apps do neither.
    init(makingTable table: @escaping () -> ServiceTable) { makeTable = table }

    // MARK: What differs

    /// Returns whether a message is taken although the app is suspended.
    func isTakenInSuspension(_ message: JSONRPCMessage, from client: any MessageClient) -> Bool { false }

    /// Throws if the program may not call the method now, or at all.
    func check(_ method: AppMethod, from client: any MessageClient, _ engine: Engine) throws {}

    /// Handles the program's hello: who it is, and whether it wants to be called.
    func hello(from client: any MessageClient, events: Bool, strategy: StrategyHello?) throws -> JSONValue { .null }

    /// Called when the program has returned from a callback. Without a result, it returned with an error.
    func appReturned(from callback: AppCallback, _ result: JSONValue?, _ engine: Engine) {}

    /// Called when the program has answered with an error, which may stand for an exception.
    func appFailed(_ error: JSONRPCError) {}

    /// Called when a connection of the program has ended; says whether it was one that the system calls.
    func clientEnded(_ wasSubscriber: Bool) {}

    /// True when the program is gone: it is told nothing any more.
    var isGone: Bool { false }

    // MARK: Lives

    func attach(to engine: Engine) { self.engine = engine }

    func begin(host: VoiceHost) {
        self.host = host
        openCalls.removeAll()
        giveUpQuestions()
        held.removeAll()
        states.removeAll()
    }

    func entered(_ state: ApplicationState) {
        // The app has been left, or the user is back: a late answer is dropped.
        if state != .foregroundInactive { forget { $0 == .willResignActive || $0 == .willEnterForeground } }
        guard state.isRunning, !held.isEmpty, let engine else { return }
        _ = engine.scheduler.schedule(at: engine.scheduler.now) { [weak self] in self?.takeHeld() }
    }

    private func takeHeld() {
        let waiting = held
        held = []
        for each in waiting {
            if let answer = take(each.message, from: each.client, each.passed, of: each.caller) {
                each.client.send(answer)
            }
        }
    }

    /// Called when a connection of the program has ended.
    package func ended(_ client: any MessageClient) {
        held.removeAll { $0.client === client }
        clientEnded(subscribers.remove(client))
        if subscribers.isEmpty { giveUpQuestions() }
    }

    // MARK: From the program

    /// Takes a message of the program, and returns the answer if there is one.
    package func take(_ message: JSONRPCMessage, from client: any MessageClient) -> JSONRPCMessage? {
        take(message, from: client, passed(with: message, from: client), of: client.caller)
    }

    /// Returns the descriptor of a message of a method that takes one.
    private func passed(with message: JSONRPCMessage, from client: any MessageClient) -> PassedDescriptor? {
        guard case .request(let name, _, _) = message, table.takesDescriptor(name) else {
            return nil
        }
        return client.takeDescriptor()
    }

    private func take(
        _ message: JSONRPCMessage, from client: any MessageClient, _ passed: PassedDescriptor?, of caller: Caller?
    ) -> JSONRPCMessage? {
        if let engine, engine.machine.state == .suspended, held.count < Self.waitingMax,
            !isTakenInSuspension(message, from: client)
        {
            // The program wrote it before the freeze; it is read after the freeze.
            // An app has a few sockets to tag. The descriptors of more are closed, and their messages get an error.
            let isKept = held.count { $0.passed != nil } < Self.descriptorsMax
            held.append(Held(message: message, client: client, passed: isKept ? passed : nil, caller: caller))
            return nil
        }
        switch message {
        case .request:
            return fulfil(message, from: client, passed, of: caller)
        case .result(let value, let id):
            if let then = id.int.flatMap({ questions.removeValue(forKey: $0) }) {
                then(.success(value))
            } else {
                returned(id, value)
            }
        case .failure(let error, let id):
            if let then = id.int.flatMap({ questions.removeValue(forKey: $0) }) {
                then(.failure(error))
                return nil
            }
            appFailed(error)
            // The callback ended with an error of its own, but it has ended.
            engine?.log("the app answered with an error: \(error.message)")
            returned(id, nil)
        }
        return nil
    }

    private func fulfil(
        _ message: JSONRPCMessage, from client: any MessageClient, _ passed: PassedDescriptor?, of caller: Caller?
    ) -> JSONRPCMessage? {
        guard case .request(let method, let parameters, _) = message else { return nil }
        func answer(_ result: Result<JSONValue, any Error>) -> JSONRPCMessage? {
            message.answered { _, _ in
                do { return try result.get() } catch { throw JSONRPCError.answer(error) }
            }
        }
        let begin: (_ give: @escaping (Result<JSONValue, any Error>) -> Void) -> Void
        do {
            guard let engine, let host else { throw JSONRPCError.refused("the app has not been started yet") }
            engine.transfers?.caller = caller
            defer { engine.transfers?.caller = nil }
            // The consequences of the call are performed after it, in order, as after any call of an app.
            let fulfilled = try engine.callOut {
                let method = try table.method(named: method)
                try check(method, from: client, engine)
                let call = AppCall(self, from: client, passed: passed, engine: engine, host: host)
                return try method.fulfil(CallParameters(parameters), call)
            }
            switch fulfilled {
            case .now(let result): return answer(.success(result))
            case .later(let later): begin = later
            }
        } catch {
            return answer(.failure(error))
        }
        var given: JSONRPCMessage?
        var isOwed = false
        begin { [weak client] result in
            given = answer(result)
            guard isOwed else { return }
            if let given { client?.send(given) }
            client?.settleDebt()
        }
        // An answer that is known at once is sent at once.
        if given == nil {
            isOwed = true
            client.oweAnswer()
        }
        return given
    }

    /// Calls a client from now on. The calls that are open already come first, in their order.
    ///
    /// - Returns: whether it was not called before.
    func subscribe(_ client: any MessageClient) -> Bool {
        guard !subscribers.contains(client) else { return false }
        subscribers.add(
            client, waiting: openCalls.sorted { $0.key < $1.key }.map(\.value.message), on: engine?.scheduler)
        return true
    }

    /// Answers a call of the system by its number, for programs that cannot answer on the connection that it came over.
    func complete(_ number: Int, _ result: JSONValue) throws {
        guard openCalls[number] != nil else {
            throw JSONRPCError.refused("no call \(number) waits to be completed")
        }
        returned(.number(String(number)), result)
    }

    private func returned(_ id: JSONValue, _ result: JSONValue?) {
        guard let number = id.int, let call = openCalls.removeValue(forKey: number), let engine else { return }
        appReturned(from: call.callback, result, engine)
    }

    // MARK: To the program

    func hear(_ callback: AppCallback, host: VoiceHost) throws {
        fatalError("a voice of a kind of its own hears")
    }

    /// Calls the program with a number; its answer carries the same number.
    ///
    /// - Returns: `false` when too many calls are open.
    func call(_ callback: AppCallback) -> Bool {
        guard openCalls.count < openMax else { return false }
        lastCall += 1
        let message = JSONRPCMessage.request(
            method: callback.name, parameters: parameters(of: callback),
            id: .number(String(lastCall)))
        openCalls[lastCall] = OpenCall(callback: callback, message: message)
        subscribers.send(message)
        return true
    }

    func parameters(of callback: AppCallback) -> JSONValue {
        table.parameters(of: callback, CallbackContext(engine: engine, voice: self))
    }

    /// Asks the program something that is no callback of the policy.
    ///
    /// - Parameter then: gets the answer; an error when the program is gone, or has not answered in 10 s of the machine.
    func ask<Answer: Sendable, each Value: Sendable>(
        _ question: Callback<Answer, repeat each Value>, _ values: repeat each Value,
        then: @escaping (Result<Answer, JSONRPCError>) -> Void
    ) {
        guard let reply = question.reply else { return then(.failure(.refused("'\(question.name)' is no question"))) }
        ask(question.name, .object(question.members(repeat each values))) { then($0.map(reply.read)) }
    }

    private func ask(
        _ method: String, _ parameters: JSONValue, then: @escaping (Result<JSONValue, JSONRPCError>) -> Void
    ) {
        guard !subscribers.isEmpty, let engine else {
            return then(.failure(.refused("the program is not called by the system: it says no hello with events")))
        }
        lastCall += 1
        let number = lastCall
        let limit = engine.scheduler.schedule(after: Self.answerMax) { [weak self] in
            let late = JSONRPCError.refused(
                "the app has not answered in \(Self.answerMax.inWords): its main thread is busy, or it does not know '\(method)'"
            )
            self?.questions.removeValue(forKey: number)?(.failure(late))
        }
        questions[number] = { [weak engine] answer in
            engine?.scheduler.cancel(limit)
            then(answer)
        }
        subscribers.send(.request(method: method, parameters: parameters, id: .number(String(number))))
    }

    /// The longest wait for an answer, our choice.
    private static let answerMax = Duration.seconds(10)

    private func giveUpQuestions() {
        let open = questions
        questions = [:]
        for then in open.values { then(.failure(.refused("the app has ended"))) }
    }

    /// Tells the program something that it need not answer.
    package func tell<each Value: Sendable>(
        _ callback: Callback<Void, repeat each Value>, _ values: repeat each Value
    ) {
        let members = callback.members(repeat each values)
        tell(callback.name, members.isEmpty ? .null : .object(members))
    }

    func tell(_ method: String, _ parameters: JSONValue) {
        guard !isGone else { return }
        subscribers.send(.request(method: method, parameters: parameters, id: nil))
    }

    /// Stops waiting for the answers to some calls. An answer that comes late is dropped.
    func forget(where isMeant: (AppCallback) -> Bool) {
        for (number, call) in openCalls where isMeant(call.callback) { openCalls[number] = nil }
    }

    /// Stops waiting for all answers; returns the callbacks that were open.
    func forgetAll() -> [AppCallback] {
        defer { openCalls.removeAll() }
        return openCalls.values.map(\.callback)
    }

    func wakeEnded(_ kind: WakeKind) {
        // The answers to these say which wake they are about. An answer to any other would end the next wake of its
        // kind.
        guard !kind.isSchedulerTask, kind != .urlSession, kind != .notificationAction else { return }
        forget { if case .woken(kind, _) = $0 { true } else { false } }
    }

    func holds(_ callback: AwaitedCallback) -> Bool {
        openCalls.values.contains { $0.callback.awaited == callback }
    }

    /// Returns the number of the oldest open call for a wake, such as a wake that expires.
    package func number(of kind: WakeKind, _ identifier: String?) -> Int? {
        openCalls.filter { _, call in
            if case .woken(kind, let called) = call.callback { return identifier == nil || called == identifier }
            return false
        }.keys.min()
    }

    // MARK: Services

    /// Pauses the sound: no player of the app plays any more.
    package func pausePlayback() { host?.pause() }

    /// Returns the state that a service keeps for this life.
    package func state<State: ServiceMemory>(_ type: State.Type = State.self) -> State {
        if let state = states[ObjectIdentifier(type)] as? State { return state }
        let state = State()
        states[ObjectIdentifier(type)] = state
        return state
    }

    /// Called when the policy has decided about a fact.
    func settled(_ engine: Engine) {
        for state in states.values { state.settled(engine) }
    }
}

extension AppCallback {
    /// The awaited return that the callback is about.
    var awaited: AwaitedCallback? {
        switch self {
        case .didFinishLaunching: .didFinishLaunching
        case .willResignActive: .willResignActive
        case .didEnterBackground: .didEnterBackground
        case .willEnterForeground: .willEnterForeground
        case .willTerminate: .willTerminate
        default: nil
        }
    }
}
