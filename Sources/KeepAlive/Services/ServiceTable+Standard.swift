import KeepAliveEngine
import KeepAlivePolicy

extension ServiceTable {
    /// The services of the system. A new one is a folder of this room, and a word here.
    package static let services: [Service] = [
        .application, .audio, .location, .scheduler, .push, .transfers, .notifications, .timers,
    ]

    /// A device with these services, and nothing else.
    package static let standard = ServiceTable(services)

    /// The names of all callbacks that the policy can have an app called with, in alphabetical order.
    package static let callbackNames: [String] = Set(
        standard.callbacks.filter(\.isOfPolicy).map(\.name) + WakeKind.allCases.map(\.callbackName)
    ).sorted()
}
