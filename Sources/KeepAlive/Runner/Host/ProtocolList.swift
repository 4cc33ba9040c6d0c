import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveProtocol

/// The methods and callbacks of the protocol, as `keepalive-run list protocol` prints them.
package struct ProtocolList: Sendable, Codable {
    /// A method that clients of a runner can call.
    package struct Method: Sendable, Codable {
        package var name: String
        /// The shape of the parameters as text; empty if there are none.
        package var parameters: String
        /// The shape of the result as text; empty for null.
        package var result: String
        /// The description of the method, in one line.
        package var summary: String
    }

    /// A call of the reproduced iOS into an app.
    package struct Callback: Sendable, Codable {
        package var name: String
        /// The shape of the parameters as text; empty if there are none.
        package var parameters: String
        /// The shape of the app's answer as text; `nil` if the reproduced iOS does not wait for an answer.
        package var answer: String?
        /// The description of the callback, in one line.
        package var summary: String
    }

    package var version = ProtocolVersion.current
    /// The methods that an app or a strategy can call.
    package var app: [Method]
    /// The callbacks of the reproduced iOS to an app.
    package var callbacks: [Callback]
    /// The methods of the control socket.
    package var control: [Method]

    package init() {
        let table = ServiceTable.ofDevice
        app = table.methods.map {
            Method(
                name: $0.name, parameters: Shape.object($0.parameters).text, result: $0.result.text,
                summary: $0.summary)
        }
        callbacks = table.callbacks.map { row in
            Callback(
                name: row.name, parameters: Shape.object(row.parameters).text,
                answer: row.answer.map { $0 == .null ? "null" : $0.text }, summary: row.summary)
        }
        control = ControlMethod.all.map {
            Method(name: $0.name, parameters: $0.shape.text, result: $0.result.text, summary: $0.summary)
        }
    }
}
