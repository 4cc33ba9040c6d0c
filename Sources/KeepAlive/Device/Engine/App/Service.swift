import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol

/// A service of the reproduced iOS, such as location or push: the methods that apps call, and the callbacks that the
/// service sends to apps.
///
/// The processing of messages, the documentation and the JSON Schema are all derived from this description of a
/// service.
public struct Service: Sendable {
    /// The methods that apps can call.
    public let methods: [AppMethod]
    /// The callbacks by which the service calls or informs apps.
    public let callbacks: [CallbackRow]

    /// Creates a service from its methods and callbacks.
    public init(methods: [AppMethod] = [], callbacks: [CallbackRow] = []) {
        self.methods = methods
        self.callbacks = callbacks
    }
}

/// The answer to a call: a value that is known now, or a value that becomes known later.
package enum AppAnswer<Value> {
    case now(Value)
    /// The closure is called at once, and calls `give` once with the answer. The program's next message is processed
    /// after the answer.
    case later((_ give: @escaping (Result<Value, any Error>) -> Void) -> Void)

    func map<Other>(_ transform: @escaping (Value) -> Other) -> AppAnswer<Other> {
        switch self {
        case .now(let value): .now(transform(value))
        case .later(let begin): .later { give in begin { give($0.map(transform)) } }
        }
    }
}

/// A method of the protocol: a call that an app, or a strategy that is a program, can make.
public struct AppMethod: Sendable {
    /// The programs that may call a method.
    public enum Callers: Sendable {
        case appsAndStrategies
        /// Apps only. The method belongs to the app's own code, such as the completion of a wake; a strategy acts
        /// beside that code and may not call the method.
        case apps
    }

    /// The method's name, which is the name of Apple's call if Apple has one.
    public let name: String
    /// The method's description, in one line.
    public let summary: String
    /// The parameters that a call of the method may or must have.
    public let parameters: [Shape.Field]
    /// The shape of the method's result.
    public let result: Shape
    /// The programs that may call the method.
    public let callers: Callers
    /// True if a file descriptor is passed with the method's message.
    package let takesDescriptor: Bool
    package let fulfil: @Sendable (CallParameters, AppCall) throws -> AppAnswer<JSONValue>

    /// Creates a method from its description and the code that carries it out.
    ///
    /// - Parameters:
    ///   - method: the method's name, parameters and result; the parameters are read and checked before `perform` is
    ///     called.
    ///   - callers: the programs that may call the method.
    ///   - perform: carries out the call and returns the result. A thrown ``JSONRPCError`` is an error for the app, a
    ///     thrown ``AppleException`` is an exception in the app.
    public init<Result: Sendable, each Value: Sendable>(
        _ method: Method<Result, repeat each Value>, by callers: Callers = .appsAndStrategies,
        perform: @escaping @Sendable (AppCall, repeat each Value) throws -> Result
    ) {
        self.init(method, by: callers, takingDescriptor: false, perform: perform)
    }

    package init<Result: Sendable, each Value: Sendable>(
        _ method: Method<Result, repeat each Value>, by callers: Callers, takingDescriptor: Bool,
        perform: @escaping @Sendable (AppCall, repeat each Value) throws -> Result
    ) {
        self.init(finding: method, by: callers, takingDescriptor: takingDescriptor) {
            (call: AppCall, values: repeat each Value) in .now(try perform(call, repeat each values))
        }
    }

    /// Creates a method whose result may be known only later: `perform` then returns `AppAnswer.later`.
    package init<Result: Sendable, each Value: Sendable>(
        finding method: Method<Result, repeat each Value>, by callers: Callers = .appsAndStrategies,
        takingDescriptor: Bool = false,
        perform: @escaping @Sendable (AppCall, repeat each Value) throws -> AppAnswer<Result>
    ) {
        takesDescriptor = takingDescriptor
        name = method.name
        summary = method.summary
        result = method.result.shape
        parameters = method.fields
        self.callers = callers
        fulfil = { parameters, call in
            let values = try method.read(parameters)
            return try perform(call, repeat each values).map(method.result.write)
        }
    }

    /// Creates a method that only reports an action of the app to the policy.
    public init<each Value: Sendable>(
        reporting method: Method<Void, repeat each Value>, by callers: Callers = .appsAndStrategies,
        event: @escaping @Sendable (repeat each Value) throws -> PolicyEvent
    ) {
        self.init(method, by: callers) { (call: AppCall, values: repeat each Value) in
            try call.report(event(repeat each values))
        }
    }
}

/// A callback of the protocol: its name and parameters, and the events that the app's answer means for the policy.
public struct CallbackRow: Sendable {
    /// The callback's name in messages, such as `willTerminate`.
    public let name: String
    /// The description of the callback in one line, which says when the callback comes.
    public let summary: String
    /// The parameters that the app gets with the callback.
    public let parameters: [Shape.Field]
    /// The shape of the app's answer; `nil` if iOS does not wait for an answer.
    package let answer: Shape?
    /// True if the policy orders the callback; false if a service sends it without an order.
    package let isOfPolicy: Bool
    /// Returns the callback's parameters for an order of the policy, as members of a JSON object.
    package let members: @Sendable (AppCallback, CallbackContext) -> [String: JSONValue]
    /// Returns the events that are reported to the policy when the app answers. The answer is `nil` if the app answered
    /// with an error.
    package let events: @Sendable (AppCallback, JSONValue?) -> [PolicyEvent]

    /// Creates the row of a callback that a service sends without an order of the policy, by ``AppCall/tell(_:_:)``.
    public init<each Value: Sendable>(telling callback: Callback<Void, repeat each Value>) {
        self.init(callback, isOfPolicy: false) { _, _ in nil }
    }

    /// Creates the row of a callback that the policy orders.
    ///
    /// - Parameters:
    ///   - callback: the callback's name, parameters and reply.
    ///   - values: returns the parameters' values for an order of the policy; `nil` if the order is for another
    ///     callback.
    ///   - events: returns the events that are reported to the policy when the app answers.
    package init<Answer: Sendable, each Value: Sendable>(
        _ callback: Callback<Answer, repeat each Value>, isOfPolicy: Bool = true,
        values: @escaping @Sendable (AppCallback, CallbackContext) -> (repeat each Value)?,
        events: @escaping @Sendable (AppCallback, Answer) -> [PolicyEvent] = { _, _ in [] }
    ) {
        name = callback.name
        summary = callback.summary
        parameters = callback.fields
        answer = callback.reply?.shape
        self.isOfPolicy = isOfPolicy
        members = { order, context in
            guard let values = values(order, context) else { return [:] }
            return callback.members(repeat each values)
        }
        self.events = { order, answer in
            guard let reply = callback.reply else { return [] }
            return events(order, reply.read(answer))
        }
    }

    /// Creates the row of a callback that the policy orders and that has no parameters.
    package init<Answer: Sendable>(
        _ callback: Callback<Answer>,
        events: @escaping @Sendable (AppCallback, Answer) -> [PolicyEvent] = { _, _ in [] }
    ) {
        self.init(callback, values: { _, _ in () }, events: events)
    }
}

/// The engine and the voice for which a callback is sent; both are `nil` if a strategy runs without a device.
package struct CallbackContext {
    package let engine: Engine?
    package let voice: SocketVoice?
}

/// All services that a device offers, by the names of their methods and callbacks.
package struct ServiceTable: Sendable {
    /// The methods, in the order in which the documentation lists them.
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

    /// Returns the method with a name.
    ///
    /// - Throws: ``JSONRPCError`` if no method has the name; the error suggests the nearest name.
    package func method(named name: String) throws -> AppMethod {
        if let method = methodsByName[name] { return method }
        let hint = NearestName.find(for: name, among: methods.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
        throw JSONRPCError(code: -32601, "there is no method '\(name)'\(hint)")
    }

    /// Returns whether a file descriptor is passed with a method's message.
    func takesDescriptor(_ name: String) -> Bool { methodsByName[name]?.takesDescriptor == true }

    /// Returns the row of a callback. Wakes without a row of their own share one row.
    func row(of callback: AppCallback) -> CallbackRow {
        callbacksByName[callback.name] ?? callbacksByName[WakeCallbacks.anyOther.name]
            ?? CallbackRow(Callback(callback.name, ""))
    }

    /// Returns whether iOS waits for the app's answer to a callback: for the return from the callback, or for the call
    /// of its completion handler.
    package func isAwaited(_ callback: AppCallback) -> Bool { row(of: callback).answer != nil }

    /// Returns the parameters of a callback; JSON null if the callback has none.
    func parameters(of callback: AppCallback, _ context: CallbackContext) -> JSONValue {
        let members = row(of: callback).members(callback, context)
        return members.isEmpty ? .null : .object(members)
    }

    /// Returns the message that sends a callback to a strategy program that runs without a device.
    package func message(_ callback: AppCallback, number: Int) -> JSONRPCMessage {
        .request(
            method: callback.name, parameters: parameters(of: callback, CallbackContext(engine: nil, voice: nil)),
            id: .number(String(number)))
    }
}

extension ApplicationState {
    /// The state's name in `UIApplication.State`. A suspended app runs no code, so it cannot ask for the name (LC-01).
    package var applicationStateName: String {
        switch self {
        case .foregroundActive: "active"
        case .foregroundInactive: "inactive"
        default: "background"
        }
    }
}
