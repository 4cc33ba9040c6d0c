import KeepAliveFormats
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveProtocol
import KeepAliveStrategies

/// A program that acts for an app over a socket: the app's own code, or a strategy. The program's messages are calls of
/// the app. iOS's callbacks are sent to the program as numbered calls, and the program answers with the same number.
package class SocketVoice: Voice {
    /// A callback of iOS from which the program has not returned yet.
    private struct OpenCall {
        var callback: AppCallback
        var message: JSONRPCMessage
    }

    /// A message that arrived while the app was suspended, and that is processed later.
    private struct Held {
        var message: JSONRPCMessage
        var client: any MessageClient
        /// The file descriptor that came with the message; `nil` if there was none.
        var passed: PassedDescriptor?
        /// The process that sent the message; `nil` if it is not known.
        var caller: Caller?
    }

    /// The table of the methods that the program can call, and of the callbacks that the program gets.
    private(set) lazy var table = makeTable()
    private let makeTable: () -> ServiceTable
    let memory = AppCall.Memory()
    /// The states that services keep for the present process of the app, by the type of the state.
    private var states: [ObjectIdentifier: any ServiceMemory] = [:]
    private(set) weak var engine: Engine?
    /// The host that carries out the calls of the app's present process.
    private(set) weak var host: VoiceHost?
    let subscribers = AppSubscribers()
    private var openCalls: [Int: OpenCall] = [:]
    /// The handlers of the questions that are not callbacks of the policy, by the number of the message.
    private var questions: [Int: (Result<JSONValue, JSONRPCError>) -> Void] = [:]
    private var lastCall = 0
    /// Messages that arrived while the app was suspended. The app sent them before the freeze; they are processed
    /// after the app's resumption.
    private var held: [Held] = []

    /// The maximum number of messages held for a suspended app. The limit is this project's choice.
    static let waitingMax = 1000
    /// The maximum number of file descriptors held with the messages of a suspended app.
    private static let descriptorsMax = 16
    /// The maximum number of calls from which the program has not returned.
    var openMax: Int { 1000 }

    /// Creates a voice whose service table is made when the program first calls or is called. Most programs do neither,
    /// so the table is not made earlier.
    init(makingTable table: @escaping () -> ServiceTable) { makeTable = table }

    // MARK: Behaviour of subclasses

    /// Returns whether a message is processed at once although the app is suspended.
    func isTakenInSuspension(_ message: JSONRPCMessage, from client: any MessageClient) -> Bool { false }

    /// Throws if the program may not call the method now, or may never call it.
    func check(_ method: AppMethod, from client: any MessageClient, _ engine: Engine) throws {}

    /// Handles the program's `hello`, which says whether the program is a strategy and whether it subscribes to
    /// callbacks.
    func hello(from client: any MessageClient, events: Bool, strategy: StrategyHello?) throws -> JSONValue { .null }

    /// Called when the program has returned from a callback. The result is `nil` if the program returned with an
    /// error.
    func appReturned(from callback: AppCallback, _ result: JSONValue?, _ engine: Engine) {}

    /// Called when the program has answered a callback with an error, which may describe an uncaught exception.
    func appFailed(_ error: JSONRPCError) {}

    /// Called when a connection of the program has ended. `wasSubscriber` is true if the connection got callbacks.
    func clientEnded(_ wasSubscriber: Bool) {}

    /// True if the program has ended or has not answered in time, so that no more messages are sent to it.
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
        // A late answer to `willResignActive` or `willEnterForeground` is dropped: the app has already left the screen
        // or become active without the answer.
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

    /// Processes a message of the program, and returns the answer; `nil` if the message has no answer or its answer is
    /// sent later.
    package func take(_ message: JSONRPCMessage, from client: any MessageClient) -> JSONRPCMessage? {
        take(message, from: client, passed(with: message, from: client), of: client.caller)
    }

    /// Takes the file descriptor that came with a message from the connection; returns `nil` if the message's method
    /// takes no descriptor.
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
            // The program wrote the message before the freeze, so the message is processed after the thaw. Descriptors
            // come with the few sockets that an app tags. Descriptors above the limit are closed, and their messages
            // get an error.
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
            // The app has returned from the callback, although with an error, so the callback is not waited for any
            // more.
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
            // The orders that the call causes are performed after the call, as after any call of an app.
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
        // An answer that is known at once is returned to the caller; a later answer is sent to the client by the
        // closure above.
        if given == nil {
            isOwed = true
            client.oweAnswer()
        }
        return given
    }

    /// Subscribes a client to iOS's callbacks. The calls that are already open are sent first, in their order.
    ///
    /// - Returns: true if the client was not subscribed before.
    func subscribe(_ client: any MessageClient) -> Bool {
        guard !subscribers.contains(client) else { return false }
        subscribers.add(
            client, waiting: openCalls.sorted { $0.key < $1.key }.map(\.value.message), on: engine?.scheduler)
        return true
    }

    /// Answers an open call by the call's number, for a program that answers on another connection than the connection
    /// of the call.
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

    /// Calls the program with a new number. The program's answer carries the same number.
    ///
    /// - Returns: false if too many calls are open; the program is not called then.
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

    /// Asks the program a question that is not a callback of the policy.
    ///
    /// - Parameter then: gets the answer; an error if the program has ended, or has not answered within 10 s of
    ///   machine time.
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

    /// The time limit for an answer to a question. The limit is this project's choice.
    private static let answerMax = Duration.seconds(10)

    private func giveUpQuestions() {
        let open = questions
        questions = [:]
        for then in open.values { then(.failure(.refused("the app has ended"))) }
    }

    /// Sends the program a callback without a number, which the program need not answer.
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

    /// Stops waiting for the answers to the open calls whose callback matches. An answer that arrives later is dropped.
    func forget(where isMeant: (AppCallback) -> Bool) {
        for (number, call) in openCalls where isMeant(call.callback) { openCalls[number] = nil }
    }

    /// Stops waiting for all answers. Returns the callbacks whose calls were open.
    func forgetAll() -> [AppCallback] {
        defer { openCalls.removeAll() }
        return openCalls.values.map(\.callback)
    }

    func wakeEnded(_ kind: WakeKind) {
        // The answers to wakes of scheduler tasks, URL sessions and notification actions name their wake, so a late
        // answer does no harm. A late answer to a wake of any other kind would end the next wake of that kind, so the
        // open call is forgotten.
        guard !kind.isSchedulerTask, kind != .urlSession, kind != .notificationAction else { return }
        forget { if case .woken(kind, _) = $0 { true } else { false } }
    }

    func holds(_ callback: AwaitedCallback) -> Bool {
        openCalls.values.contains { $0.callback.awaited == callback }
    }

    /// Returns the number of the oldest open call for a wake, such as a wake that expires; `nil` if no call is open.
    package func number(of kind: WakeKind, _ identifier: String?) -> Int? {
        openCalls.filter { _, call in
            if case .woken(kind, let called) = call.callback { return identifier == nil || called == identifier }
            return false
        }.keys.min()
    }

    // MARK: Services

    /// Pauses the sound of the app. No player of the app plays after this call.
    package func pausePlayback() { host?.pause() }

    /// Returns the state that a service keeps for the present process of the app, and creates the state on first use.
    package func state<State: ServiceMemory>(_ type: State.Type = State.self) -> State {
        if let state = states[ObjectIdentifier(type)] as? State { return state }
        let state = State()
        states[ObjectIdentifier(type)] = state
        return state
    }

    /// Called when the policy has decided about an event.
    func settled(_ engine: Engine) {
        for state in states.values { state.settled(engine) }
    }
}

extension AppCallback {
    /// The awaited callback that this callback corresponds to; `nil` if the policy does not wait for the callback's
    /// return.
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
