import KeepAlivePolicy
import KeepAliveStrategies
import KeepAliveText

/// The verbs of scenarios as calls of an app that speaks for itself: what has no method of its own is done by them.
package enum ScenarioCall {
    /// Fulfils `perform {verb, argument?}`.
    ///
    /// - Returns: null, or `nil` for another method.
    /// - Throws: ``JSONRPCError`` for what is no verb of an app, and what the call answers with.
    package static func perform(
        _ method: String, _ parameters: JSONValue, host: any StrategyHost
    ) throws -> JSONValue? {
        guard method == "perform" else { return nil }
        if case .object(let members) = parameters,
            let unknown = members.keys.filter({ !["verb", "argument"].contains($0) }).min()
        {
            throw JSONRPCError.invalidParams("there is no parameter '\(unknown.shortened(to: 60))'")
        }
        guard let verb = parameters["verb"]?.string else {
            throw JSONRPCError.invalidParams("'verb' must be a verb of 'keepalive-run list verbs'")
        }
        guard case .app(let action) = try self.action(verb, parameters["argument"] ?? .null) else {
            throw JSONRPCError.invalidParams("'\(verb.shortened(to: 60))' is not for the app to do")
        }
        var app = ScriptedApp(options: StrategyOptions())
        try app.perform(action, host: host)
        return .null
    }

    /// What a verb says of the user or the system.
    ///
    /// - Throws: ``JSONRPCError`` for what is no such verb.
    package static func fact(_ verb: String, _ argument: JSONValue) throws -> PolicyEvent {
        guard case .system(.happen(let event)) = try action(verb, argument) else {
            throw JSONRPCError.invalidParams("'\(verb.shortened(to: 60))' cannot be done to a real process")
        }
        return event
    }

    /// The verbs read what stands behind them as in a file.
    private static func action(_ verb: String, _ argument: JSONValue) throws -> Scenario.Action {
        let call = argument == .null ? JSONValue.string(verb) : JSONValue.object([verb: argument])
        do {
            return try ScenarioVerbs.action(YAMLValue(call, file: "request"))
        } catch let error as KeepAliveError {
            throw JSONRPCError.invalidParams(error.description)
        }
    }
}
