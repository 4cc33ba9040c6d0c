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
        guard let verb = parameters["verb"]?.string else {
            throw JSONRPCError.invalidParams("'verb' must be a verb of 'keepalive-run list verbs'")
        }
        let argument = parameters["argument"] ?? .null
        // JSON is YAML: the verbs read what stands behind them as in a file.
        let text = argument == .null ? JSONValue.string(verb).text : JSONValue.object([verb: argument]).text
        do {
            guard let value = try YAMLParser.documents(of: text, file: "perform").first,
                case .app(let action) = try ScenarioVerbs.action(value)
            else { throw JSONRPCError.invalidParams("'\(verb.shortened(to: 60))' is not for the app to do") }
            var app = ScriptedApp(options: StrategyOptions())
            try app.perform(action, host: host)
        } catch let error as KeepAliveError {
            throw JSONRPCError.invalidParams(error.description)
        }
        return .null
    }
}
