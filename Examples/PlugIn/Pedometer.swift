import KeepAliveHost

extension Service {
    /// Steps, as CMPedometer counts them: an app asks for a count, or is told one later.
    static let pedometer = Service(
        methods: [
            AppMethod(
                "queryPedometer", "how many steps a walk of some seconds takes", .seconds("duration"),
                returns: .object(["steps": .whole()])
            ) { _, duration in ["steps": .number(String(steps(in: duration)))] },
            AppMethod(
                "startPedometerUpdates", "tells the steps once, after some seconds", .seconds("after")
            ) { call, delay in
                // Told in vain where the process has ended meanwhile; a suspended one reads it when it runs again.
                try call.after(delay) {
                    try? call.tell("didUpdatePedometer", ["steps": .number(String(steps(in: delay)))])
                }
                return .null
            },
        ],
        callbacks: [
            CallbackRow(telling: "didUpdatePedometer", "the steps up to now", [.init("steps", .whole())])
        ])

    /// Two steps a second.
    private static func steps(in duration: Duration) -> Int64 { duration.components.seconds * 2 }
}
