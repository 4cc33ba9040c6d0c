import KeepAliveProtocol

/// The calls of the pedometer, as the runner and an app know them.
public enum PedometerCalls {
    public static let query = Method(
        "queryPedometer", "how many steps a walk of some seconds takes", .seconds("duration"),
        returns: .object(.whole("steps")))
    public static let startUpdates = Method(
        "startPedometerUpdates", "tells the steps once, after some seconds", .seconds("after"))
    public static let didUpdate = Callback("didUpdatePedometer", "the steps up to now", .whole("steps"))
}
