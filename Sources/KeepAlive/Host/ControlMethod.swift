import KeepAliveEngine
import KeepAliveLinux
import KeepAlivePolicy
import KeepAlivePorts

/// A method of the control socket, by which a device is asked and told things.
package struct ControlMethod: Sendable {
    /// Its name.
    package let name: String
    /// Its parameters, as the documentation lists them; empty for none.
    package let parameters: String
    /// What comes back, besides what happened.
    package let result: String
    /// What it does, in one line.
    package let summary: String
    /// The names of its parameters.
    let parameterNames: Set<String>
    let fulfil: @Sendable (ControlCall) throws -> ControlReply

    private init(
        _ name: String, _ parameters: String, _ result: String, _ summary: String,
        _ fulfil: @escaping @Sendable (ControlCall) throws -> ControlReply
    ) {
        self.name = name
        self.parameters = parameters
        self.result = result
        self.summary = summary
        self.fulfil = fulfil
        parameterNames = AppParameters.names(in: parameters)
    }

    /// A method that is answered at once.
    init(
        _ name: String, takes parameters: String = "", returns result: String = "", _ summary: String,
        _ fulfil: @escaping @Sendable (ControlCall) throws -> any Encodable
    ) {
        self.init(name, parameters, result, summary) { .now(try fulfil($0)) }
    }

    /// A method that changes something: what happened comes back as lines of the timeline, once an app that is left by
    /// it has returned from `willResignActive`, and one that it ends has gone. Somebody always learns what is so now.
    init(
        _ name: String, takes parameters: String = "", telling summary: String,
        _ change: @escaping @Sendable (ControlCall) throws -> Void
    ) {
        let isAboutApp = AppParameters.names(in: parameters).contains("app")
        let parameters =
            parameters.isEmpty ? "{wait?}" : parameters.replacing("}", with: ", wait?}")
        self.init(name, parameters, "{happened}", summary) { call in
            try call.host.tell(call, isAboutApp: isAboutApp) { try change(call) }
        }
    }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// Fulfils a request.
    static func fulfil(
        _ method: String, _ parameters: JSONValue, from client: any MessageClient, on host: DeviceHost
    ) throws -> ControlReply {
        guard let found = byName[method] else {
            let hint = NearestName.find(for: method, among: all.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
            throw JSONRPCError(code: -32601, "there is no method '\(method)'\(hint)")
        }
        let parameters = try AppParameters(parameters)
        try parameters.expect(found.parameterNames)
        return try found.fulfil(ControlCall(parameters: parameters, client: client, host: host))
    }
}

/// A request while it is fulfilled.
struct ControlCall {
    let parameters: AppParameters
    let client: any MessageClient
    let host: DeviceHost

    var device: Device { host.device }

    /// The app that is meant: by its name, or the only one.
    ///
    /// - Throws: ``JSONRPCError`` when there is none of that name, or more than one.
    func app() throws -> Device.App {
        let apps = device.apps
        let names = apps.map(\.name).joined(separator: ", ")
        if let name = try parameters.optional("app")?.text() {
            if let app = apps.first(where: { $0.name == name }) { return app }
            // The last part of a bundle identifier is what people call it.
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

    /// Says what is new about the device itself.
    func say(_ text: String) { host.log.say(text) }

    /// Nothing comes to the front of a locked device.
    func expectUnlocked() throws {
        if device.conditions.locked { throw JSONRPCError.refused("the screen is locked: 'ctl unlock' first") }
    }

    /// One of several words.
    func word(_ name: String, of words: [String]) throws -> String {
        let word = try parameters.text(name)
        guard words.contains(word) else {
            throw JSONRPCError.invalidParams("'\(name)' must be one of \(words.joined(separator: ", "))")
        }
        return word
    }
}
