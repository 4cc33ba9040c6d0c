/// The reason for the start of a process.
public enum LaunchCause: Sendable, Hashable {
    /// The user tapped the icon.
    case user
    /// The user opened a URL or a file (LN-07).
    case url(OpenedURL)
    /// The user tapped a local notification, or chose an action of it that opens the app (LN-05, LN-12).
    indirect case notification(AnsweredNotification)
    /// A service has something for the app (LC-06).
    case wake(WakeKind)
    /// The system expects that the user will open the app soon (LC-34).
    case prewarm

    /// The name of what a new scene is connected with (LC-28), or `nil` where there is nothing: a wake brings none.
    package var connectionOptionsKey: String? {
        switch self {
        case .url: "urlContexts"
        case .notification: "notificationResponse"
        case .user, .wake, .prewarm: nil
        }
    }

    /// The name of the key of `launchOptions` (LN-09), or `nil` where there is none. A URL comes with `sourceApplication`
    /// and `annotation` too.
    public var launchOptionsKey: String? {
        switch self {
        case .user: nil
        case .url: "url"
        case .notification(let answered):
            // The system gives a push to an app of any version.
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

    /// The cause in words.
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
