import KeepAliveEngine
import KeepAliveFormats
import KeepAlivePolicy
import KeepAliveProtocol

extension Service {
    /// Timers on the device's clock. Apple's frameworks have no equivalent.
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

    /// The maximum number of an app's timers that have not fired. The limit protects the runner against a faulty or
    /// hostile app.
    private static let timersMax = 1000
}
