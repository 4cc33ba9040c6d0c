import KeepAliveHost
import PedometerCalls

extension Service {
    /// Steps, as CMPedometer counts them: an app asks for a count, or is told one later.
    static let pedometer = Service(
        methods: [
            AppMethod(PedometerCalls.query) { _, duration in (steps(in: duration), 0.7 * Double(steps(in: duration))) },
            AppMethod(PedometerCalls.startUpdates) { call, delay in
                // Told in vain where the process has ended meanwhile; a suspended one reads it when it runs again.
                try call.after(delay) { try? call.tell(PedometerCalls.didUpdate, steps(in: delay)) }
            },
        ], callbacks: [CallbackRow(telling: PedometerCalls.didUpdate)])

    /// Two steps a second.
    private static func steps(in duration: Duration) -> Int { Int(duration.components.seconds) * 2 }
}
