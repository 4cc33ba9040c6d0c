import KeepAliveProtocol

/// The calls of the pedometer, as the runner and an app know them.
public enum PedometerCalls {
    /// How many steps a walk takes, and how far it goes.
    public static let query = Method(
        "queryPedometer", "how many steps a walk of some seconds takes, and how far it goes", .seconds("duration"),
        returns: .members(.whole("steps"), .number("metres")))
    /// Has ``didUpdate`` called once.
    public static let startUpdates = Method(
        "startPedometerUpdates", "tells the steps once, after some seconds", .seconds("after"))
    /// The steps up to now.
    public static let didUpdate = Callback("didUpdatePedometer", "the steps up to now", .whole("steps"))
}
