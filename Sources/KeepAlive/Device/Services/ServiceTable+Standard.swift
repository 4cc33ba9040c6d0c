import KeepAliveEngine
import KeepAlivePolicy

extension ServiceTable {
    /// All services of the reproduced iOS. A new service needs a folder beside this file and an entry in this list.
    package static let services: [Service] = [
        .application, .previews, .audio, .location, .scheduler, .push, .voip, .calls, .transfers, .notifications,
        .timers, .device, .keychain,
    ]

    /// The service table of a device with all services.
    package static let standard = ServiceTable(services)

    /// The names of all callbacks that the policy can order, in alphabetical order.
    package static let callbackNames: [String] = Set(
        standard.callbacks.filter(\.isOfPolicy).map(\.name) + WakeKind.allCases.map(\.callbackName)
    ).sorted()
}
