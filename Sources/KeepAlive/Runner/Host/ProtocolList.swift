import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveProtocol

/// All messages on the sockets, as `keepalive-run list protocol` prints them.
package struct ProtocolList: Sendable, Codable {
    /// A method that a runner carries out.
    package struct Method: Sendable, Codable {
        /// Its name.
        package var name: String
        /// Its parameters; empty for none.
        package var parameters: String
        /// Its result; empty for null.
        package var result: String
        /// Its description, in one line.
        package var summary: String
    }

    /// A callback of the system to an app.
    package struct Callback: Sendable, Codable {
        /// The method.
        package var name: String
        /// Its parameters; empty for none.
        package var parameters: String
        /// The answer of the app; `nil` where the system does not wait for one.
        package var answer: String?
        /// Its description, in one line.
        package var summary: String
    }

    /// The version of the protocol.
    package var version = ProtocolVersion.current
    /// The methods that an app, or a strategy, calls.
    package var app: [Method]
    /// The callbacks of the system to an app.
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
