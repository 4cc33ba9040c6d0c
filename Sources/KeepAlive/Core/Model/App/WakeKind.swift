/// The reasons for which the system wakes an app or launches it into the background.
public enum WakeKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A background fetch: `performFetch` (WK-02).
    case backgroundFetch
    /// A silent push (WK-04).
    case remoteNotification
    /// The events of a background URL session (UR-05).
    case urlSession
    /// A `BGAppRefreshTask` (BG-14).
    case appRefresh
    /// A `BGProcessingTask` (BG-15).
    case processing
    /// A `BGContinuedProcessingTask`, which starts in the foreground and continues in the background (BG-21).
    case continuedProcessing
    /// A PushKit VoIP push (WK-08).
    case voipPush
    /// Data on the socket that the system holds for a VoIP app (SD-50, BM-05).
    case voipSocket
    /// The keep-alive handler of a VoIP app (WK-13).
    case voipKeepAlive
    /// The relaunch of a VoIP app at boot, or after a non-zero exit (WK-14, WK-15).
    case voipRelaunch
    /// A Push to Talk push during a session (BM-13).
    case pushToTalk
    /// A push that starts a Live Activity (WK-21).
    case liveActivity
    /// An event of a Bluetooth peripheral (BM-07).
    case bluetoothCentral
    /// A request of a Bluetooth central (BM-08).
    case bluetoothPeripheral
    /// Data from an accessory, or its connection or disconnection (BM-06).
    case externalAccessory
    /// HealthKit has new data for an app with background delivery (UR-14).
    case healthData
    /// The watch app has sent a message (WK-25).
    case watchMessage
    /// The device crossed the boundary of a monitored region (CL-17).
    case region
    /// A significant location change: the device moved far (CL-16).
    case significantChange
    /// A visit: an arrival at a place or a departure (CL-19).
    case visit
    /// Locations for an app whose process ended while it had a `CLBackgroundActivitySession` (CL-46).
    case activitySession
    /// A location for an app that was built for iOS 8 or older (BM-04).
    case location
    /// An action of a notification, or its dismissal, that the app handles in the background (LN-12, LN-13).
    case notificationAction
    /// A remote command for the app that is the Now Playing app (AS-60).
    case remoteCommand
    /// A Newsstand issue to download (BM-15).
    case newsstand
}
