import KeepAliveHost

/// The calls of the service, as the runner and an app know them.
enum Pedometer {
    static let query = Method(
        "queryPedometer", "how many steps a walk of some seconds takes", .seconds("duration"),
        returns: .object(.whole("steps")))
    static let startUpdates = Method(
        "startPedometerUpdates", "tells the steps once, after some seconds", .seconds("after"))
    static let didUpdate = Callback("didUpdatePedometer", "the steps up to now", .whole("steps"))
}

extension Service {
    /// Steps, as CMPedometer counts them: an app asks for a count, or is told one later.
    static let pedometer = Service(
        methods: [
            AppMethod(Pedometer.query) { _, duration in steps(in: duration) },
            AppMethod(Pedometer.startUpdates) { call, delay in
                // Told in vain where the process has ended meanwhile; a suspended one reads it when it runs again.
                try call.after(delay) { try? call.tell(Pedometer.didUpdate, steps(in: delay)) }
            },
        ], callbacks: [CallbackRow(telling: Pedometer.didUpdate)])

    /// Two steps a second.
    private static func steps(in duration: Duration) -> Int { Int(duration.components.seconds) * 2 }
}
