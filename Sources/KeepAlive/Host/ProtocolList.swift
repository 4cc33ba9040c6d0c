import KeepAliveEngine
import KeepAlivePolicy

/// Everything that goes over the sockets, as `keepalive-run list protocol` prints it.
package struct ProtocolList: Sendable, Codable {
    /// A method that a runner fulfils.
    package struct Method: Sendable, Codable {
        /// Its name.
        package var name: String
        /// Its parameters; empty for none.
        package var parameters: String
        /// What comes back; empty for null.
        package var result: String
        /// What it does.
        package var summary: String
    }

    /// The version of the protocol.
    package var version = AppService.protocolVersion
    /// What an app, or a strategy, asks.
    package var app: [Method]
    /// What the system calls an app with.
    package var callbacks = AppCallbackEntry.all
    /// What the control socket takes.
    package var control: [Method]

    package init() {
        let own = [
            Method(
                name: "hello", parameters: "{protocol, events?, strategy?}",
                result: "{protocol, app, ios, state, timeScale, authorization, route, usesScenes, sceneDelegateClass}",
                summary: "the first call: the version that is spoken, 1; events false for a connection that only asks"),
            Method(
                name: "complete", parameters: "{call, result?}", result: "",
                summary: "answers a call of the system by its number, from another connection"),
        ]
        let further = [
            Method(
                name: "perform", parameters: "{verb, argument?}", result: "",
                summary: "anything else that an app can do: a verb of scenarios ('list verbs')")
        ]
        app =
            own
            + AppRequest.all.map {
                Method(name: $0.name, parameters: $0.parameters, result: $0.result, summary: $0.summary)
            } + further
        control = ControlMethod.all.map {
            Method(name: $0.name, parameters: $0.parameters, result: $0.result, summary: $0.summary)
        }
    }
}
