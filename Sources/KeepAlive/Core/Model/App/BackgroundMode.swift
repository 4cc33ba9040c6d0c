/// A value of `UIBackgroundModes` (BM-01).
public enum BackgroundMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// Plays or records sound in the background (BM-03).
    case audio
    /// Wakes the app for events of Bluetooth peripherals (BM-07).
    case bluetoothCentral = "bluetooth-central"
    /// Wakes the app for requests of Bluetooth centrals (BM-08).
    case bluetoothPeripheral = "bluetooth-peripheral"
    /// Wakes the app for data of an external accessory (BM-06).
    case externalAccessory = "external-accessory"
    /// Launches the app now and then to fetch content (BM-09).
    case fetch
    /// Delivers location updates in the background (BM-04).
    case location
    /// Measures the distance to nearby devices in the background (BM-12).
    case nearbyInteraction = "nearby-interaction"
    /// Lets the app help to join networks (BM-14).
    case networkAuthentication = "network-authentication"
    /// Downloads issues of a Newsstand magazine (BM-15).
    case newsstandContent = "newsstand-content"
    /// Runs long tasks at times when the device is idle (BM-11).
    case processing
    /// Plays audio of a Push to Talk channel (BM-13).
    case pushToTalk = "push-to-talk"
    /// Wakes the app for silent pushes (BM-10).
    case remoteNotification = "remote-notification"
    /// Wakes or launches the app for Internet calls (BM-05).
    case voip
    /// Tracks a workout. The mode exists on watchOS only and has no effect on iOS (BM-02).
    case workoutProcessing = "workout-processing"

    /// The rule that describes this background mode.
    public var rule: RuleID {
        switch self {
        case .audio: "BM-03"
        case .location: "BM-04"
        case .voip: "BM-05"
        case .externalAccessory: "BM-06"
        case .bluetoothCentral: "BM-07"
        case .bluetoothPeripheral: "BM-08"
        case .fetch: "BM-09"
        case .remoteNotification: "BM-10"
        case .processing: "BM-11"
        case .nearbyInteraction: "BM-12"
        case .pushToTalk: "BM-13"
        case .networkAuthentication: "BM-14"
        case .newsstandContent: "BM-15"
        case .workoutProcessing: "BM-02"
        }
    }

    /// One line that says what the mode grants, for messages and reports.
    public var summary: String {
        switch self {
        case .audio: "keeps the app running while it plays or records"
        case .location: "keeps the app running while updates started in the foreground go on"
        case .voip: "launches or wakes the app for calls; does not by itself allow audio"
        case .externalAccessory: "wakes the app for accessory data, about 10 s each"
        case .bluetoothCentral: "wakes the app for peripheral events, about 10 s each"
        case .bluetoothPeripheral: "wakes the app for requests of centrals"
        case .fetch: "launches the app now and then to refresh, 30 s each"
        case .remoteNotification: "wakes the app for a silent push, 30 s each"
        case .processing: "runs long tasks at quiet times, minutes each"
        case .nearbyInteraction: "ranges paired devices in the background"
        case .pushToTalk: "wakes the app for incoming push-to-talk audio"
        case .networkAuthentication: "helps to join networks; what it grants is not published"
        case .newsstandContent: "downloads issues (iOS 5 to 8)"
        case .workoutProcessing: "watchOS only; no effect on iOS"
        }
    }
}
