import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveScenarios
import KeepAliveServices

extension ServiceTable {
    // It is written only while the process has one thread: before the command begins.
    private nonisolated(unsafe) static var added: [Service] = []

    /// The services of a device: those of the system, the verbs of scenarios, and those of plug-ins.
    package static let ofDevice = ServiceTable(builtIn + added)

    private static var builtIn: [Service] { services + [ScenarioCall.service] }

    /// Adds a service to all devices, before the first of them is made.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` when a name of it is taken.
    static func add(_ service: Service) throws {
        let others = ServiceTable(builtIn + added)
        let taken = Set(others.methods.map(\.name) + others.callbacks.map(\.name))
        if let name = (service.methods.map(\.name) + service.callbacks.map(\.name)).first(where: taken.contains) {
            throw KeepAliveError(
                .usage, "a service has '\(name)', which the protocol has already", remedy: "Give yours another name")
        }
        added.append(service)
    }
}
