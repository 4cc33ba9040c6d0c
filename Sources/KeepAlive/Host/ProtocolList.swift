import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveProtocol

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

    /// What the system calls an app with.
    package struct Callback: Sendable, Codable {
        /// The method.
        package var name: String
        /// Its parameters; empty for none.
        package var parameters: String
        /// What the app answers with, where the system waits for it; `nil` where it does not wait.
        package var answer: String?
        /// When it comes.
        package var summary: String
    }

    /// The version of the protocol.
    package var version = SocketVoice.protocolVersion
    /// What an app, or a strategy, asks.
    package var app: [Method]
    /// What the system calls an app with.
    package var callbacks: [Callback]
    /// What the control socket takes.
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
