/// A fact that the policy is told: always something that has happened, never a command.
public enum PolicyEvent: Sendable, Hashable, Codable {
    /// The user started the app, and its process runs.
    case launched
    /// The user pressed home, or another app came to the front.
    case homePressed
    /// The user came back to the app.
    case returnedToForeground

    /// The app called `beginBackgroundTask(withName:expirationHandler:)` and got this identifier.
    case backgroundTaskBegan(BackgroundTaskIdentifier, name: String)
    /// The app called `endBackgroundTask(_:)`.
    case backgroundTaskEnded(BackgroundTaskIdentifier)

    /// The app set its category and called `setActive(true)`.
    case audioSessionActivated(AudioSessionConfiguration)
    /// The app called `setActive(false)`.
    case audioSessionDeactivated
    /// The app called `play()`.
    case audioPlaybackRequested
    /// The device's pointer advanced: this many frames since playback began.
    case audioAdvanced(frames: Int64, sampleRate: Int)
    /// Audio no longer flows, for this reason.
    case audioStalled(cause: String)
    /// The app paused or stopped its player.
    case audioPlaybackStopped

    /// The app asked for authorization, and this is what it has now.
    case locationAuthorizationChanged(LocationAuthorization)
    /// The app asked for authorization without the usage string of this key.
    case locationAuthorizationAskedWithoutUsageString(key: String)
    /// The app set `allowsBackgroundLocationUpdates`.
    case allowsBackgroundLocationUpdatesSet(Bool)
    /// The app called `startUpdatingLocation()`.
    case locationUpdatesStarted(pausesAutomatically: Bool)
    /// The app called `stopUpdatingLocation()`.
    case locationUpdatesStopped
    /// The receiver answers: the session is live, with or without a fix.
    case locationSessionOpened(source: String)
    /// The receiver is gone, for this reason.
    case locationSessionLost(cause: String)
    /// A new fix arrived.
    case locationFixArrived(LocationFix)
    /// The receiver is there and has no usable fix, for this reason.
    case locationFixMissing(cause: String)

    /// An exception of a framework left the app's code without being caught.
    case exceptionNotCaught(AppleException)
    /// The process ended.
    case processExited(ProcessStatus)
    /// The armed deadline has come.
    case deadlineReached
}
