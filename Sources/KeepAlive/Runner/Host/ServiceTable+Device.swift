import KeepAliveEngine
import KeepAlivePolicy
import KeepAliveScenarios
import KeepAliveServices

extension ServiceTable {
    // The array is only changed before the command begins, while the process has a single thread.
    private nonisolated(unsafe) static var added: [Service] = []

    /// The services of a device: those of the system, the verbs of scenarios, and the services of plug-ins.
    package static let ofDevice = ServiceTable(builtIn + added)

    private static var builtIn: [Service] { services + [ScenarioCall.service] }

    /// Adds a service to all devices. Must be called before a device is created.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` if a name of the service exists already.
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
