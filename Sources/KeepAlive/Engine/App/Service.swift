import KeepAlivePolicy
import KeepAliveProtocol

/// A service of the system, as an app meets it over the protocol: what the app asks of it, and what it calls the app with.
///
/// The socket, the documentation and the JSON Schema take all that they know of a service from here.
public struct Service: Sendable {
    /// What apps ask.
    public let methods: [AppMethod]
    /// What apps are called with, or told.
    public let callbacks: [CallbackRow]

    /// Describes a service.
    public init(methods: [AppMethod] = [], callbacks: [CallbackRow] = []) {
        self.methods = methods
        self.callbacks = callbacks
    }
}

/// A method of the protocol: what an app, or a strategy that is a program, asks.
public struct AppMethod: Sendable {
    /// Who may ask.
    public enum Speakers: Sendable {
        case appsAndStrategies
        /// A strategy acts beside the app, and neither launches nor completes for it.
        case apps
    }

    /// What it is called, as Apple's call where there is one.
    public let name: String
    /// What it does, in one line.
    public let summary: String
    /// What it takes.
    public let parameters: [Shape.Field]
    /// What it answers with.
    public let result: Shape
    /// Who may ask.
    public let speakers: Speakers
    package let fulfil: @Sendable (CallParameters, AppCall) throws -> JSONValue

    /// Describes a method.
    ///
    /// - Parameters:
    ///   - name: what it is called.
    ///   - summary: what it does, in one line.
    ///   - parameters: what it takes; they are read and checked before anything is done.
    ///   - result: what it answers with.
    ///   - speakers: who may ask.
    ///   - perform: does it, and returns the answer. A ``JSONRPCError`` is an error for the app, an ``AppleException`` an
    ///     exception.
    public init<each Value: Sendable>(
        _ name: String, _ summary: String, _ parameters: repeat Parameter<each Value>, returns result: Shape = .null,
        by speakers: Speakers = .appsAndStrategies,
        perform: @escaping @Sendable (AppCall, repeat each Value) throws -> JSONValue
    ) {
        self.name = name
        self.summary = summary
        self.result = result
        self.speakers = speakers
        let list = ParameterList(repeat each parameters, perform: perform)
        self.parameters = list.fields
        fulfil = { try list($0, on: $1) }
    }

    /// Describes a method that only reports to the policy what the app has done.
    public init<each Value: Sendable>(
        reporting name: String, _ summary: String, _ parameters: repeat Parameter<each Value>,
        by speakers: Speakers = .appsAndStrategies, event: @escaping @Sendable (repeat each Value) throws -> PolicyEvent
    ) {
        self.init(name, summary, repeat each parameters, by: speakers) { (call: AppCall, values: repeat each Value) in
            try call.report(event(repeat each values))
            return .null
        }
    }
}

/// A method of the protocol that the system calls an app with.
public struct CallbackRow: Sendable {
    /// What there is to tell of a callback.
    package typealias Members = [String: JSONValue]

    /// What it is called.
    public let name: String
    /// When it comes.
    public let summary: String
    /// What it carries.
    public let parameters: [Shape.Field]
    /// What the app answers with, where the system waits for it; `nil` where it does not wait.
    package let answer: Shape?
    /// Whether the policy orders it; else a service tells it of its own.
    package let isOfPolicy: Bool
    /// What a callback carries.
    package let members: @Sendable (AppCallback, CallbackContext) -> Members
    /// What an answer of the app means. Without a result it is an error.
    package let events: @Sendable (AppCallback, JSONValue?) -> [PolicyEvent]

    /// Describes what a service tells apps of its own, by ``AppCall/tell(_:_:)``.
    public init(telling name: String, _ summary: String, _ parameters: [Shape.Field] = []) {
        self.init(name, summary, parameters, isOfPolicy: false)
    }

    package init(
        _ name: String, _ summary: String, _ parameters: [Shape.Field] = [], answer: Shape? = nil,
        isOfPolicy: Bool = true,
        members: @escaping @Sendable (AppCallback, CallbackContext) -> Members = { _, _ in [:] },
        events: @escaping @Sendable (AppCallback, JSONValue?) -> [PolicyEvent] = { _, _ in [] }
    ) {
        self.name = name
        self.summary = summary
        self.parameters = parameters
        self.answer = answer
        self.isOfPolicy = isOfPolicy
        self.members = members
        self.events = events
    }
}

/// What is known when a callback is told: the device, where there is one, and who is called.
package struct CallbackContext {
    package let engine: Engine?
    package let voice: SocketVoice?
}

/// All services that a device offers, by the names of their methods and callbacks.
package struct ServiceTable: Sendable {
    /// In the order of the documentation.
    package let methods: [AppMethod]
    package let callbacks: [CallbackRow]
    private let methodsByName: [String: AppMethod]
    private let callbacksByName: [String: CallbackRow]

    package init(_ services: [Service]) {
        methods = SocketVoice.methods + services.flatMap(\.methods)
        callbacks = services.flatMap(\.callbacks)
        methodsByName = Dictionary(methods.map { ($0.name, $0) }) { first, _ in first }
        callbacksByName = Dictionary(callbacks.map { ($0.name, $0) }) { first, _ in first }
    }

    /// A method.
    ///
    /// - Throws: ``JSONRPCError`` where there is none of that name, with the nearest one.
    package func method(named name: String) throws -> AppMethod {
        if let method = methodsByName[name] { return method }
        let hint = NearestName.find(for: name, among: methods.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
        throw JSONRPCError(code: -32601, "there is no method '\(name)'\(hint)")
    }

    /// The row of a callback; wakes without one of their own share one.
    func row(of callback: AppCallback) -> CallbackRow {
        callbacksByName[callback.name] ?? callbacksByName["woken.KIND"] ?? CallbackRow(callback.name, "")
    }

    /// Whether the system waits for the app's answer: a callback whose return counts, or one with a completion handler.
    package func isAwaited(_ callback: AppCallback) -> Bool { row(of: callback).answer != nil }

    /// What a callback carries; null for nothing.
    func parameters(of callback: AppCallback, _ context: CallbackContext) -> JSONValue {
        let members = row(of: callback).members(callback, context)
        return members.isEmpty ? .null : .object(members)
    }

    /// A callback as a message, for a strategy that plays without a device.
    package func message(_ callback: AppCallback, number: Int) -> JSONRPCMessage {
        .request(
            method: callback.name, parameters: parameters(of: callback, CallbackContext(engine: nil, voice: nil)),
            id: .number(String(number)))
    }
}

extension ApplicationState {
    /// The value of `UIApplication.State`: a suspended app cannot ask (LC-01).
    package var applicationStateName: String {
        switch self {
        case .foregroundActive: "active"
        case .foregroundInactive: "inactive"
        default: "background"
        }
    }
}
