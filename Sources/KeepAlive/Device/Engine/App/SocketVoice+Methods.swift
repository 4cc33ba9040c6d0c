import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol

extension SocketVoice {
    /// The version that a program says hello with: only this one is spoken.
    static let version = Parameter("protocol", .exactly(protocolVersion)) { value in
        let version = try value.whole(in: 1...1_000_000)
        guard version == protocolVersion else {
            throw JSONRPCError.refused(
                "this runner speaks version \(protocolVersion) of the protocol, the program version \(version)")
        }
        return version
    }

    /// The methods that every connection can call.
    static let methods: [AppMethod] = [
        AppMethod(
            "hello",
            "the first call: the version that is spoken, 1; events false for a connection that only asks",
            version, .flag("events").or(true), Parameter.json("strategy", CompanionVoice.helloShape).optional,
            returns: .object([
                "protocol": .exactly(protocolVersion), "app": .text, "ios": .text, "state": .applicationState,
                "timeScale": .number(), "authorization": .word(of: LocationAuthorization.self), "route": .audioRoute,
                "usesScenes": .flag, "supportsMultipleScenes": .flag, "isMultitaskingSupported": .flag,
                "backgroundModes": .list(.word(of: BackgroundMode.self)), "sceneDelegateClass": .orNull(.text),
            ])
        ) { call, _, events, strategy in
            try call.voice.hello(from: call.client, events: events, strategy: strategy)
        },
        AppMethod(
            "complete", "answers a call of the system by its number, from another connection",
            .whole("call", 1...Int.max), Parameter.json("result").optional, by: .apps
        ) { call, number, result in
            try call.voice.complete(number, result ?? .null)
            return .null
        },
    ]
}
