import KeepAliveLinux
import KeepAlivePolicy
import KeepAlivePorts

/// Where the tokens of a device's apps come from.
package enum PushServerChoice: Sendable, Equatable {
    /// From the server of this user, where one listens when an app asks, and from then on; else from nowhere.
    case auto
    /// From nowhere: tokens lead nowhere.
    case none
    /// From the server at a path; without it, an app waits for its token.
    case socket(String)
}

/// The tokens of one app on a running device.
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
