import KeepAliveEngine
import KeepAlivePolicy

extension ServiceTable {
    /// The services of the system. A new one needs a folder here, and a word in this list.
    package static let services: [Service] = [
        .application, .previews, .audio, .location, .scheduler, .push, .voip, .calls, .transfers, .notifications,
        .timers, .device, .keychain,
    ]

    /// The table of a device with these services, and nothing else.
    package static let standard = ServiceTable(services)

    /// The names of all callbacks that the policy can order, in alphabetical order.
    package static let callbackNames: [String] = Set(
        standard.callbacks.filter(\.isOfPolicy).map(\.name) + WakeKind.allCases.map(\.callbackName)
    ).sorted()
}
