/// The reason why a process of the app is started.
public enum LaunchCause: Sendable, Hashable {
    /// The user tapped the icon.
    case user
    /// The user opened a URL or a file (LN-07).
    case url(OpenedURL)
    /// The user tapped a local notification, or chose an action of it that opens the app (LN-05, LN-12).
    indirect case notification(AnsweredNotification)
    /// A service of iOS wakes an app that does not run (LC-06).
    case wake(WakeKind)
    /// The system launches the app in advance, because it expects the user to open the app soon (LC-34).
    case prewarm

    /// The name of the property of `UIScene.ConnectionOptions` that carries the cause (LC-28); `nil` if the options are
    /// empty, as after a wake.
    package var connectionOptionsKey: String? {
        switch self {
        case .url: "urlContexts"
        case .notification: "notificationResponse"
        case .user, .wake, .prewarm: nil
        }
    }

    /// The name of the key of `launchOptions` that carries the cause (LN-09); `nil` if `launchOptions` is `nil`. A URL
    /// comes with the keys `sourceApplication` and `annotation` in addition.
    public var launchOptionsKey: String? {
        switch self {
        case .user: nil
        case .url: "url"
        case .notification(let answered):
            // A launch by a push has the key `remoteNotification` in every app. A launch by a local notification has a
            // key only if the app uses `UILocalNotification`.
            answered.request.isRemote
                ? "remoteNotification" : answered.request.isLegacy ? "localNotification" : nil
        case .wake(.remoteNotification): "remoteNotification"
        case .wake(.region), .wake(.significantChange), .wake(.visit), .wake(.location): "location"
        case .wake(.bluetoothCentral): "bluetoothCentrals"
        case .wake(.bluetoothPeripheral): "bluetoothPeripherals"
        case .wake(.newsstand): "newsstandDownloads"
        case .wake, .prewarm: nil
        }
    }

    /// The cause in words, for messages and the timeline.
    public var inWords: String {
        switch self {
        case .user: "by the user"
        case .url(let opened): "to open \(opened.url)"
        case .notification(let answered): "by a tap on notification \(answered.request.identifier)"
        case .wake(let kind): "for \(kind.rawValue)"
        case .prewarm: "before the user opens it"
        }
    }
}
