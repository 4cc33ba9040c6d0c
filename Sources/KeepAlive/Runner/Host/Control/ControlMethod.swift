import KeepAliveEngine
import KeepAliveFormats
import KeepAliveLinux
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveProtocol

/// A method of the control socket, which queries a device or sends an event to it.
package struct ControlMethod: Sendable {
    package let name: String
    /// The description of the method, in one line.
    package let summary: String
    package let parameters: [Shape.Field]
    /// The valid combinations of parameters; empty if all parameters can be given together.
    private let forms: [Form]
    /// The shape of the method's result in JSON.
    package let result: Shape
    /// The verbs of `ctl` that call this method with fixed parameters or one argument.
    package let verbs: [ControlVerb]
    private let fulfil: @Sendable (CallParameters, ControlCall) throws -> ControlReply

    /// A combination of parameters that is valid together.
    package struct Form: Sendable {
        let required: Set<String>
        let optional: Set<String>

        init(_ required: Set<String>, optional: Set<String> = []) {
            self.required = required
            self.optional = optional
        }
    }

    /// The shape of the `params` object.
    package var shape: Shape {
        guard !forms.isEmpty else { return parameters.isEmpty ? .null : .object(parameters) }
        return .either(
            forms.map { form in
                .object(
                    parameters.filter { (form.required.union(form.optional)).contains($0.name) || $0.name == "wait" }
                        .map { Shape.Field($0.name, $0.shape, isOptional: !form.required.contains($0.name)) })
            })
    }

    /// Creates a method that queries the device and is answered at once.
    init<each Value: Sendable>(
        asking name: String, _ summary: String, _ parameters: repeat Parameter<each Value>, returns result: Shape,
        answer: @escaping @Sendable (ControlCall, repeat each Value) throws -> any Encodable
    ) {
        self.init(finding: name, summary, repeat each parameters, returns: result) {
            (call: ControlCall, values: repeat each Value) in
            .now(try answer(call, repeat each values))
        }
    }

    /// Creates a method that queries the device and is answered later, when the answer is known.
    init<each Value: Sendable>(
        finding name: String, _ summary: String, _ parameters: repeat Parameter<each Value>, returns result: Shape,
        answer: @escaping @Sendable (ControlCall, repeat each Value) throws -> ControlReply
    ) {
        self.name = name
        self.summary = summary
        self.result = result
        let pack = ParameterPack(repeat each parameters)
        self.parameters = pack.fields
        forms = []
        verbs = []
        fulfil = { parameters, call in
            let values = try pack.read(all: parameters)
            return try answer(call, repeat each values)
        }
    }

    /// Creates a method that changes the device. The answer lists the events as lines of the timeline. The answer is
    /// sent when each app that the change moves out of the foreground has returned from `willResignActive`, and each
    /// app that the change ends has ended. The answer always describes the state at the time when it is sent.
    ///
    /// - Parameter isAboutApp: whether the method concerns one app, and for which transitions of that app the answer
    ///   waits.
    init<each Value: Sendable>(
        telling name: String, _ summary: String, _ parameters: repeat Parameter<each Value>,
        isAboutApp: AboutApp = .no, forms: [Form] = [], verbs: [ControlVerb] = [],
        change: @escaping @Sendable (ControlCall, repeat each Value) throws -> Void
    ) {
        self.name = name
        self.summary = summary
        self.forms = forms
        self.verbs = verbs
        result = .object(["happened": .list(.text)])
        let pack = ParameterPack(repeat each parameters)
        let wait = Self.wait
        self.parameters = pack.fields + wait.fields
        fulfil = { parameters, call in
            let waits = try wait.read(parameters)
            return try call.system.tell(call, isAboutApp: isAboutApp, waits: waits) {
                let values = try pack.read(all: parameters, besides: ["wait"])
                return try change(call, repeat each values)
            }
        }
    }

    /// Whether a request concerns one app, and for which transitions of that app the answer waits.
    enum AboutApp: Sendable {
        case no
        /// The answer waits for the app's transition even if the transition began before the request.
        case yes
        /// The answer waits only for a transition that the request itself begins. Pushes and fixes use this case:
        /// otherwise, an app that does not return from `willResignActive` would delay every event that is sent to the
        /// app.
        case arrivesAtIt
    }

    /// Creates a method that changes one app.
    init<each Value: Sendable>(
        tellingApp name: String, _ summary: String, _ parameters: repeat Parameter<each Value>,
        isAboutApp: AboutApp = .yes, verbs: [ControlVerb] = [],
        change: @escaping @Sendable (ControlCall, Device.App, repeat each Value) throws -> Void
    ) {
        self.init(
            telling: name, summary, ControlCall.app, repeat each parameters, isAboutApp: isAboutApp, verbs: verbs
        ) { (call: ControlCall, app: String?, values: repeat each Value) in
            try change(call, call.app(app), repeat each values)
        }
    }

    /// Creates a method that changes the device after a preparation that takes a while.
    ///
    /// - Parameter prepare: returns a function that starts the preparation and later provides the change or an error
    ///   for the client.
    init<each Value: Sendable>(
        preparing name: String, _ summary: String, _ parameters: repeat Parameter<each Value>,
        isAboutApp: AboutApp = .yes,
        forms: [Form] = [], prepare: @escaping @Sendable (ControlCall, repeat each Value) throws -> Preparation
    ) {
        self.name = name
        self.summary = summary
        self.forms = forms
        verbs = []
        result = .object(["happened": .list(.text)])
        let pack = ParameterPack(repeat each parameters)
        let wait = Self.wait
        self.parameters = pack.fields + wait.fields
        fulfil = { parameters, call in
            let waits = try wait.read(parameters)
            let values = try pack.read(all: parameters, besides: ["wait"])
            let preparation = try prepare(call, repeat each values)
            return .later { give in
                preparation { change in
                    do {
                        let reply = try call.system.tell(call, isAboutApp: isAboutApp, waits: waits) {
                            try change.get()()
                        }
                        switch reply {
                        case .now(let answer): give(.success(answer))
                        case .later(let begin): begin(give)
                        }
                    } catch {
                        give(.failure(error as? JSONRPCError ?? .refused("\(error)")))
                    }
                }
            }
        }
    }

    /// A function that starts a preparation, such as copying a file. When the preparation is finished, the function
    /// calls `ready` with the change to make or with an error.
    typealias Preparation = (_ ready: @escaping (Result<() throws -> Void, JSONRPCError>) -> Void) -> Void

    /// The parameter that says whether the answer waits for the consequences of the change.
    private static let wait = Parameter.flag("wait").or(true)

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// Performs a request of a client on the control socket. Throws ``JSONRPCError`` for an unknown method.
    static func fulfil(
        _ method: String, _ parameters: JSONValue, from client: any MessageClient, on system: RunningDevice
    ) throws -> ControlReply {
        guard let found = byName[method] else {
            let hint = NearestName.find(for: method, among: all.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
            throw JSONRPCError(code: -32601, "there is no method '\(method)'\(hint)")
        }
        let parameters = try CallParameters(parameters)
        return try found.fulfil(parameters, ControlCall(named: parameters, client: client, system: system))
    }
}

/// A verb of `ctl` that sends one event to a device.
package struct ControlVerb: Sendable {
    /// The argument after the verb.
    package enum Argument: Sendable {
        case nothing
        /// One of two words. The first word sends true, the second false.
        case flag(parameter: String, words: [String])
        /// One of the words in `among`.
        case word(parameter: String, among: [String], valueName: String)
        /// A name that the device knows. The words are only examples.
        case named(parameter: String, examples: [String], valueName: String)
    }

    /// The heading in `ctl --help` under which the verb is listed.
    package enum Group: Sendable {
        case user, device, services
    }

    package let command: String
    package let abstract: String
    package let group: Group
    package let argument: Argument
    /// The parameters that are sent in addition to the argument.
    package let fixed: [String: JSONValue]
    /// True if the verb takes the name of an app.
    package let takesApp: Bool

    init(
        _ command: String, _ abstract: String, _ group: Group, _ argument: Argument = .nothing,
        fixed: [String: JSONValue] = [:], takesApp: Bool = false
    ) {
        self.command = command
        self.abstract = abstract
        self.group = group
        self.argument = argument
        self.fixed = fixed
        self.takesApp = takesApp
    }
}

/// A request on the control socket, while the request is being performed.
struct ControlCall {
    /// The parameter for the app's name, which is optional.
    static let app = Parameter.text("app").optional

    private let parameters: CallParameters
    let client: any MessageClient
    let system: RunningDevice

    init(named parameters: CallParameters, client: any MessageClient, system: RunningDevice) {
        self.parameters = parameters
        self.client = client
        self.system = system
    }

    var device: Device { system.model }

    /// Returns the app that the request's `app` parameter names, or the only app if the parameter is missing.
    func app() throws -> Device.App { try app(Self.app.read(parameters)) }

    /// Returns the app with a name, or the only app if no name is given.
    ///
    /// - Throws: ``JSONRPCError`` if there is no such app, or if there are several apps and no name.
    func app(_ name: String?) throws -> Device.App {
        let apps = device.apps
        let names = apps.map(\.name).joined(separator: ", ")
        if let name {
            if let app = apps.first(where: { $0.name == name }) { return app }
            // The last part of the bundle identifier is accepted as a short name.
            let close = apps.filter { $0.name.hasSuffix(".\(name)") }
            if close.count == 1 { return close[0] }
            throw JSONRPCError.refused(
                apps.isEmpty
                    ? "there is no app '\(name)': none runs here"
                    : "there is no app '\(name.shortened(to: 60))'. Apps: \(names)")
        }
        guard let only = apps.first else {
            throw JSONRPCError.refused("no app is on the device: 'keepalive-run ctl launch -- COMMAND' starts one")
        }
        guard apps.count == 1 else {
            throw JSONRPCError.refused("\(apps.count) apps run here: name one of \(names)")
        }
        return only
    }

    /// Adds news about the device itself to the answer of the request.
    func say(_ text: String) { system.log.say(text) }

    /// Throws an error if the screen is locked, because no app can come to the front of a locked device.
    func expectUnlocked() throws {
        if device.conditions.locked { throw JSONRPCError.refused("the screen is locked: 'ctl unlock' first") }
    }
}
