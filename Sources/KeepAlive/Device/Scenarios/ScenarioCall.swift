import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol
import KeepAliveStrategies
import KeepAliveText

/// The verbs of scenarios as calls of an app that speaks the app protocol, for actions without a method of their own.
package enum ScenarioCall {
    /// The verbs as a service of the device.
    package static let service = Service(methods: [
        AppMethod(
            Method(
                "perform", "anything else that an app can do: a verb of scenarios ('list verbs')", appVerb,
                Parameter.json("argument").optional)
        ) { call, verb, argument in
            guard case .app(let action) = try ScenarioCall.action(verb, argument ?? .null) else {
                throw JSONRPCError.invalidParams("'\(verb.shortened(to: 60))' is not for the app to do")
            }
            var app = ScriptedApp(options: StrategyOptions())
            try app.perform(action, host: call.host)
        }
    ])

    private static let appVerb = verb(among: ScenarioVerbs.ofApps)
    /// A verb of the user or the system.
    package static let systemVerb = verb(among: ScenarioVerbs.ofSystem)

    /// The verb of a call. Its reader knows more to say of another word than that it is none of these.
    private static func verb(among verbs: [ScenarioVerbs.Verb]) -> Parameter<String> {
        Parameter("verb", .word(verbs.map(\.name))) {
            try $0.text()
        } write: {
            .string($0)
        }
    }

    /// Returns the event of a verb of the user or the system.
    ///
    /// - Throws: ``JSONRPCError`` if it is not such a verb.
    package static func fact(_ verb: String, _ argument: JSONValue) throws -> PolicyEvent {
        guard case .system(.happen(let event)) = try action(verb, argument) else {
            throw JSONRPCError.invalidParams("'\(verb.shortened(to: 60))' cannot be done to a real process")
        }
        return event
    }

    /// Reads a verb and its argument as in a file.
    private static func action(_ verb: String, _ argument: JSONValue) throws -> Scenario.Action {
        let call = argument == .null ? JSONValue.string(verb) : JSONValue.object([verb: argument])
        do {
            return try ScenarioVerbs.action(YAMLValue(call, file: "request"))
        } catch let error as KeepAliveError {
            throw JSONRPCError.invalidParams(error.description)
        }
    }
}
