import KeepAliveEngine
import KeepAliveFormats
import KeepAliveLinux
import KeepAlivePolicy
import KeepAlivePorts
import KeepAliveProtocol

/// A method of the control socket: a request or a message to a device.
package struct ControlMethod: Sendable {
    package let name: String
    /// The method's description, in one line.
    package let summary: String
    package let parameters: [Shape.Field]
    /// The groups of parameters that belong together, where not all of them do.
    private let forms: [Form]
    /// The shape of the result, besides the events.
    package let result: Shape
    /// The verbs of `ctl` that only call this method.
    package let verbs: [ControlVerb]
    private let fulfil: @Sendable (CallParameters, ControlCall) throws -> ControlReply

    /// Parameters that are given together.
    package struct Form: Sendable {
        let required: Set<String>
        let optional: Set<String>

        init(_ required: Set<String>, optional: Set<String> = []) {
            self.required = required
            self.optional = optional
        }
    }

    /// The shape of the parameters together.
    package var shape: Shape {
        guard !forms.isEmpty else { return parameters.isEmpty ? .null : .object(parameters) }
        return .either(
            forms.map { form in
                .object(
                    parameters.filter { (form.required.union(form.optional)).contains($0.name) || $0.name == "wait" }
                        .map { Shape.Field($0.name, $0.shape, isOptional: !form.required.contains($0.name)) })
            })
    }

    /// Creates a method that is answered at once.
    init<each Value: Sendable>(
        asking name: String, _ summary: String, _ parameters: repeat Parameter<each Value>, returns result: Shape,
        answer: @escaping @Sendable (ControlCall, repeat each Value) throws -> any Encodable
    ) {
        self.init(finding: name, summary, repeat each parameters, returns: result) {
            (call: ControlCall, values: repeat each Value) in
            .now(try answer(call, repeat each values))
        }
    }

    /// Creates a method that is answered when it has found out.
    init<each Value: Sendable>(
        finding name: String, _ summary: String, _ parameters: repeat Parameter<each Value>, returns result: Shape,
        answer: @escaping @Sendable (ControlCall, repeat each Value) throws -> ControlReply
    ) {
        self.name = name
        self.summary = summary
        self.result = result
        let list = ParameterList(repeat each parameters, perform: answer)
        self.parameters = list.fields
        forms = []
        verbs = []
        fulfil = { try list($0, on: $1) }
    }

    /// Creates a method that changes something. The answer holds the events as lines of the timeline. It comes once an
    /// app that is left by the change has returned from `willResignActive`, and one that it ends has gone. It always
    /// says what is true now.
    ///
    /// - Parameter isAboutApp: whether it is about one app, and for which transitions of that app the answer waits.
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
        let list = ParameterList(repeat each parameters, perform: change)
        let wait = Self.wait
        self.parameters = list.fields + wait.fields
        fulfil = { parameters, call in
            let waits = try wait.read(parameters)
            return try call.system.tell(call, isAboutApp: isAboutApp, waits: waits) {
                try list(parameters, on: call, besides: ["wait"])
            }
        }
    }

    /// Whether a request is about one app.
    enum AboutApp: Sendable {
        case no
        /// That app is waited for even if its transition began before.
        case yes
        /// A push or a fix for an app waits for a transition that it has begun, and for no other: an app that does not return from
        /// `willResignActive` would hold up all that is sent to it.
        case arrivesAtIt
    }

    /// Creates a method that changes something of one app.
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

    /// Creates a method that changes something after a preparation that takes its time.
    ///
    /// - Parameter prepare: returns the preparation, which calls back with the change, or with the reason why there is
    ///   none.
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
        let list = ParameterList(repeat each parameters, perform: prepare)
        let wait = Self.wait
        self.parameters = list.fields + wait.fields
        fulfil = { parameters, call in
            let waits = try wait.read(parameters)
            let preparation = try list(parameters, on: call, besides: ["wait"])
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

    /// Work that ends with a change.
    typealias Preparation = (_ ready: @escaping (Result<() throws -> Void, JSONRPCError>) -> Void) -> Void

    /// The parameter that says whether to wait for the consequences of the change.
    private static let wait = Parameter.flag("wait").or(true)

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// Carries out a request.
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

/// A verb of `ctl` that tells a device one thing.
package struct ControlVerb: Sendable {
    /// The argument that follows the verb.
    package enum Argument: Sendable {
        case nothing
        /// One of two words: the first stands for true.
        case flag(parameter: String, words: [String])
        /// One of these words.
        case word(parameter: String, among: [String], valueName: String)
        /// A name that the device knows, such as the examples.
        case named(parameter: String, examples: [String], valueName: String)
    }

    /// The heading under which `ctl --help` lists it.
    package enum Group: Sendable {
        case user, device, services
    }

    package let command: String
    package let abstract: String
    package let group: Group
    package let argument: Argument
    /// The parameters that are sent besides the argument.
    package let fixed: [String: JSONValue]
    /// True when it is about one app.
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

/// A request while it is carried out.
struct ControlCall {
    /// The parameter with the name of the app, where one is given.
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

    /// Returns the app of the request, whatever the method is about.
    func app() throws -> Device.App { try app(Self.app.read(parameters)) }

    /// Returns the app of a name, or the only app.
    ///
    /// - Throws: ``JSONRPCError`` when there is none of that name, or more than one.
    func app(_ name: String?) throws -> Device.App {
        let apps = device.apps
        let names = apps.map(\.name).joined(separator: ", ")
        if let name {
            if let app = apps.first(where: { $0.name == name }) { return app }
            // People call an app by the last part of its bundle identifier.
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

    /// Reports news about the device itself.
    func say(_ text: String) { system.log.say(text) }

    /// Throws if the screen is locked: no app comes to the front of a locked device.
    func expectUnlocked() throws {
        if device.conditions.locked { throw JSONRPCError.refused("the screen is locked: 'ctl unlock' first") }
    }
}
