import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// Timers on the device's clock; no framework of Apple's has them.
    static let timers = Service(
        methods: [
            AppMethod(ApplicationMethods.setTimer) { call, delay in
                guard call.openTimers < timersMax else {
                    throw JSONRPCError.refused("\(timersMax) timers are set already")
                }
                return call.host.setTimer(after: delay)
            },
            AppMethod(ApplicationMethods.cancelTimer) { call, timer in call.host.cancelTimer(timer) },
        ],
        callbacks: [
            CallbackRow(ApplicationCallbacks.timerFired) { callback, _ in
                if case .timerFired(let number) = callback { number } else { nil }
            }
        ])

    /// More timers would be a mistake, or an attack.
    private static let timersMax = 1000
}
