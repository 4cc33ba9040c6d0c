import KeepAlivePolicy
import KeepAliveProtocol

extension SocketVoice {
    /// The methods that every connection can call, independent of the services.
    static let methods: [AppMethod] = [
        AppMethod(ApplicationMethods.hello) { call, _, events, strategy in
            try call.voice.hello(from: call.client, events: events, strategy: strategy)
        },
        AppMethod(ApplicationMethods.complete, by: .apps) { call, number, result in
            try call.voice.complete(number, result ?? .null)
        },
    ]
}
