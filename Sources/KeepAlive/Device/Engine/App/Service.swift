import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol

/// A service of the system, as an app meets it over the protocol: the calls of the app to it, and its calls to the app.
///
/// The socket, the documentation and the JSON Schema take all that they know of a service from here.
public struct Service: Sendable {
    /// The methods that apps call.
    public let methods: [AppMethod]
    /// The callbacks with which apps are called, or told something.
    public let callbacks: [CallbackRow]

    /// Describes a service.
    public init(methods: [AppMethod] = [], callbacks: [CallbackRow] = []) {
        self.methods = methods
        self.callbacks = callbacks
    }
}

/// The answer to a call: at once, or when something has been found out that takes its time.
package enum AppAnswer<Value> {
    case now(Value)
    /// The closure is called at once, and calls `give` once. The program's next message is taken after that.
    case later((_ give: @escaping (Result<Value, any Error>) -> Void) -> Void)

    func map<Other>(_ transform: @escaping (Value) -> Other) -> AppAnswer<Other> {
        switch self {
        case .now(let value): .now(transform(value))
        case .later(let begin): .later { give in begin { give($0.map(transform)) } }
        }
    }
}

/// A method of the protocol: a call that an app, or a strategy that is a program, makes.
public struct AppMethod: Sendable {
    /// The programs that may call a method.
    public enum Callers: Sendable {
        case appsAndStrategies
        /// Apps only: a strategy acts beside the app, and neither launches nor completes for it.
        case apps
    }

    /// The method's name: that of Apple's call where there is one.
    public let name: String
    /// The method's description, in one line.
    public let summary: String
    /// The parameters that the method takes.
    public let parameters: [Shape.Field]
    /// The shape of the answer.
    public let result: Shape
    /// The programs that may call the method.
    public let callers: Callers
    /// True for a method with which a descriptor is passed.
    package let takesDescriptor: Bool
    package let fulfil: @Sendable (CallParameters, AppCall) throws -> AppAnswer<JSONValue>

    /// Describes what a method does.
    ///
    /// - Parameters:
    ///   - method: its signature; the parameters are read and checked before anything is done.
    ///   - callers: the programs that may call it.
    ///   - perform: carries it out and returns the result. A ``JSONRPCError`` is an error for the app, an
    ///     ``AppleException`` an exception.
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

    /// Describes a method whose result has to be found out.
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

    /// Describes a method that only reports to the policy what the app has done.
    public init<each Value: Sendable>(
        reporting method: Method<Void, repeat each Value>, by callers: Callers = .appsAndStrategies,
        event: @escaping @Sendable (repeat each Value) throws -> PolicyEvent
    ) {
        self.init(method, by: callers) { (call: AppCall, values: repeat each Value) in
            try call.report(event(repeat each values))
        }
    }
}

/// A callback of the protocol: its signature, and what it means to the policy.
public struct CallbackRow: Sendable {
    /// The callback's name.
    public let name: String
    /// The callback's description, in one line: when it comes.
    public let summary: String
    /// The parameters that the callback carries.
    public let parameters: [Shape.Field]
    /// The shape of the app's answer; `nil` where the system does not wait for one.
    package let answer: Shape?
    /// True when the policy orders the callback; false when a service sends it of its own accord.
    package let isOfPolicy: Bool
    /// Returns the members that a callback carries.
    package let members: @Sendable (AppCallback, CallbackContext) -> [String: JSONValue]
    /// Returns the facts that an answer of the app means. An answer without a result is an error.
    package let events: @Sendable (AppCallback, JSONValue?) -> [PolicyEvent]

    /// Describes a callback that a service sends of its own accord, by ``AppCall/tell(_:_:)``.
    public init<each Value: Sendable>(telling callback: Callback<Void, repeat each Value>) {
        self.init(callback, isOfPolicy: false) { _, _ in nil }
    }

    /// Describes a callback that the policy orders.
    ///
    /// - Parameters:
    ///   - callback: its signature.
    ///   - values: returns what an order carries; `nil` for an order that is none of this callback.
    ///   - events: returns the facts that an answer of the app means.
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

    /// Describes a callback that the policy orders and that carries nothing.
    package init<Answer: Sendable>(
        _ callback: Callback<Answer>,
        events: @escaping @Sendable (AppCallback, Answer) -> [PolicyEvent] = { _, _ in [] }
    ) {
        self.init(callback, values: { _, _ in () }, events: events)
    }
}

/// The context of a callback: the device, where there is one, and the voice that is called.
package struct CallbackContext {
    package let engine: Engine?
    package let voice: SocketVoice?
}

/// All services that a device offers, by the names of their methods and callbacks.
package struct ServiceTable: Sendable {
    /// The methods, in the order of the documentation.
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

    /// Returns the method of a name.
    ///
    /// - Throws: ``JSONRPCError`` where no method has that name; it suggests the nearest one.
    package func method(named name: String) throws -> AppMethod {
        if let method = methodsByName[name] { return method }
        let hint = NearestName.find(for: name, among: methods.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
        throw JSONRPCError(code: -32601, "there is no method '\(name)'\(hint)")
    }

    /// Returns whether a method takes a descriptor.
    func takesDescriptor(_ name: String) -> Bool { methodsByName[name]?.takesDescriptor == true }

    /// Returns the row of a callback. Wakes without a row of their own share one.
    func row(of callback: AppCallback) -> CallbackRow {
        callbacksByName[callback.name] ?? callbacksByName[WakeCallbacks.anyOther.name]
            ?? CallbackRow(Callback(callback.name, ""))
    }

    /// Returns whether the system waits for the app's answer: to a callback whose return counts, or to one with a
    /// completion handler.
    package func isAwaited(_ callback: AppCallback) -> Bool { row(of: callback).answer != nil }

    /// Returns the members that a callback carries; null if there are none.
    func parameters(of callback: AppCallback, _ context: CallbackContext) -> JSONValue {
        let members = row(of: callback).members(callback, context)
        return members.isEmpty ? .null : .object(members)
    }

    /// Returns a callback as a message, for a strategy that plays without a device.
    package func message(_ callback: AppCallback, number: Int) -> JSONRPCMessage {
        .request(
            method: callback.name, parameters: parameters(of: callback, CallbackContext(engine: nil, voice: nil)),
            id: .number(String(number)))
    }
}

extension ApplicationState {
    /// The state's name in `UIApplication.State`. A suspended app cannot ask for it (LC-01).
    package var applicationStateName: String {
        switch self {
        case .foregroundActive: "active"
        case .foregroundInactive: "inactive"
        default: "background"
        }
    }
}
