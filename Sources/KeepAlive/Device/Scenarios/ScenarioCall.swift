import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol
import KeepAliveStrategies
import KeepAliveText

/// The verbs of scenarios as calls of the app protocol, for actions of an app that have no method of their own.
package enum ScenarioCall {
    /// The service with the method `perform`, by which an app carries out a verb.
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
    /// The parameter for a verb of the user or of iOS.
    package static let systemVerb = verb(among: ScenarioVerbs.ofSystem)

    /// Returns the parameter for a verb. The parameter accepts any word; an unknown verb is refused later by `action`,
    /// whose error message has a better hint.
    private static func verb(among verbs: [ScenarioVerbs.Verb]) -> Parameter<String> {
        Parameter("verb", .word(verbs.map(\.name))) {
            try $0.text()
        } write: {
            .string($0)
        }
    }

    /// Returns the policy event for a verb of the user or of iOS.
    ///
    /// - Throws: ``JSONRPCError`` if the verb is unknown, belongs to the app, or cannot be applied to a real process.
    package static func fact(_ verb: String, _ argument: JSONValue) throws -> PolicyEvent {
        guard case .system(.happen(let event)) = try action(verb, argument) else {
            throw JSONRPCError.invalidParams("'\(verb.shortened(to: 60))' cannot be done to a real process")
        }
        return event
    }

    /// Reads a verb and its argument in the same way as from a scenario file.
    private static func action(_ verb: String, _ argument: JSONValue) throws -> Scenario.Action {
        let call = argument == .null ? JSONValue.string(verb) : JSONValue.object([verb: argument])
        do {
            return try ScenarioVerbs.action(YAMLValue(call, file: "request"))
        } catch let error as KeepAliveError {
            throw JSONRPCError.invalidParams(error.description)
        }
    }
}
