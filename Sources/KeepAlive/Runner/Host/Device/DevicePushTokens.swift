import KeepAliveLinux
import KeepAlivePolicy
import KeepAlivePorts

/// The source of the push tokens of a device's apps.
package enum PushServerChoice: Sendable, Equatable {
    /// The push server of this user, if it is listening when an app registers. The device then stays with that
    /// server. Without a server, tokens are made locally, and no push arrives.
    case auto
    /// No push server: tokens are made locally, and no push arrives.
    case none
    /// The push server with the socket at the given path. An app waits for its token until the server is reachable.
    case socket(String)
}

/// The push tokens of one app on a running device: from the push server, or made locally if the device has none.
final class DevicePushTokens: PushTokens {
    var onToken: ((PushRegistration, [UInt8]) -> Void)? {
        didSet { local.onToken = onToken }
    }
    var onNote: ((String) -> Void)?

    private weak var device: RunningDevice?
    private let local: LocalPushTokens

    init(_ device: RunningDevice) {
        self.device = device
        local = LocalPushTokens(scheduler: device.loop)
    }

    func register(_ registration: PushRegistration) {
        guard let server = device?.pushServer() else {
            onNote?("no push server: the token for \(registration.topic) leads nowhere")
            return local.register(registration)
        }
        server.register(registration, for: self) { [weak self] in self?.onToken?(registration, $0) }
    }

    func unregister(_ registration: PushRegistration) { device?.pushServer()?.unregister(registration) }
}
