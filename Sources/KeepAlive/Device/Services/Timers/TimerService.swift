import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// Timers on the device's clock; no framework of Apple's has them.
    static let timers = Service(
        methods: [
            AppMethod(
                "setTimer",
                "a timer on the device's clock: timerFired follows, not while the app is suspended (LC-27)",
                .seconds("seconds"), returns: .object(["timer": .whole(0...Int.max)])
            ) { call, delay in
                guard call.openTimers < timersMax else {
                    throw JSONRPCError.refused("\(timersMax) timers are set already")
                }
                return ["timer": .number(String(call.host.setTimer(after: delay)))]
            },
            AppMethod("cancelTimer", "takes a timer back", .whole("timer", 0...Int.max)) { call, timer in
                call.host.cancelTimer(timer)
                return .null
            },
        ],
        callbacks: [
            CallbackRow("timerFired", "a timer that setTimer has set", [.init("timer", .whole(0...Int.max))]) {
                callback, _ in
                if case .timerFired(let number) = callback { ["timer": .number(String(number))] } else { [:] }
            }
        ])

    /// More timers would be a mistake, or an attack.
    private static let timersMax = 1000
}
