import KeepAliveEngine
import KeepAliveScenarios
import KeepAliveServices

extension ServiceTable {
    /// What a device of this room offers: the services of the system, and the verbs of scenarios.
    package static let ofDevice = ServiceTable(services + [ScenarioCall.service])
}
