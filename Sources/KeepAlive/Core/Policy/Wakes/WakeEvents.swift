/// Events of background fetch, by the app or the system.
public enum FetchEvent: Sendable, Hashable {
    /// `setMinimumBackgroundFetchInterval`; `nil` is never, zero as often as possible (WK-01).
    case intervalSet(Duration?)
    /// The system has a moment for a fetch (WK-01).
    case opportunity
    /// The app called the completion handler (WK-03).
    case completed(BackgroundFetchResult)
    /// The app implements `performFetch` or the push callback (BM-16).
    case implemented(BackgroundMode)
}

/// Events of remote notifications, by the app or the system.
public enum PushEvent: Sendable, Hashable {
    /// A silent push arrived: `content-available` alone, with its priority (WK-05), and by what its payload is known.
    case silent(priority: Int = 5, identifier: String? = nil)
    /// A push with an alert, a badge or a sound arrived: it is shown, and does not wake the app (WK-05, LN-05).
    indirect case alert(NotificationRequest)
    /// A push of any kind arrived, with all that its sender gave it.
    indirect case arrived(RemotePush)
    /// The system has a token for the app (WK-19, SD-54), of a Live Activity's where one is named.
    case tokenReceived(PushType, token: [UInt8], activity: String? = nil)
    /// The app called the completion handler (WK-04).
    case completed(BackgroundFetchResult)
}

/// Events of VoIP, by the app or the system.
public enum VoIPEvent: Sendable, Hashable {
    /// The app asked PushKit for pushes of calls (SD-54).
    case pushKitUsed
    /// PushKit has a token for the app, as bytes (SD-54).
    case credentialsUpdated(token: [UInt8])
    /// PushKit has taken the token back: pushes to it no longer arrive (SD-54).
    case tokenInvalidated
    /// A PushKit VoIP push arrived (WK-08), known by this identifier.
    case pushed(identifier: String? = nil)
    /// The app reported the call to CallKit in the same turn of its run loop (WK-08, WK-10).
    case callReported
    /// The callback of a VoIP push returned without a report (WK-08).
    case returnedWithoutReport
    /// The app used CallKit (BM-17).
    case callKitUsed
    /// An app extension reported an encrypted VoIP push (WK-16).
    case reportedByExtension
    /// `setKeepAliveTimeout(_:handler:)` (WK-13).
    case keepAliveTimeoutSet(Duration)
    /// `clearKeepAliveTimeout()` (WK-13).
    case keepAliveCleared
    /// The app tagged a socket as its signalling socket (SD-50).
    case socketTagged(Bool)
    /// Data arrived on the tagged socket (SD-50).
    case socketDataArrived
    /// The app joined or left a Push to Talk channel (BM-13).
    case pushToTalkChannel(Bool)
    /// `setActiveRemoteParticipant(nil, …)`: nobody speaks in the channel any more (BM-22).
    case remoteParticipantLeft
    /// A Push to Talk push arrived (BM-13).
    case pushToTalkPushed(identifier: String? = nil)
}

/// Events of CallKit, by the app or the user (WK-17).
public enum CallEvent: Sendable, Hashable {
    /// `reportNewIncomingCall(with:update:completion:)`: the device rings.
    case reported(call: String)
    /// The app has asked `CXCallController` for an action.
    case transactionRequested(CallAction, call: String)
    /// The user acts in the system's interface: answers, declines, hangs up, holds.
    case userRequested(CallAction, call: String)
    /// The app's provider has fulfilled an action.
    case fulfilled(CallAction, call: String)
    /// The app's provider has failed an action.
    case failed(CallAction, call: String)
    /// `reportCall(with:endedAt:reason:)`.
    case ended(call: String)
    /// `CXProviderConfiguration.maximumCallGroups`.
    case groupsLimited(to: Int)
    /// `CXProvider.invalidate()`: all its calls end.
    case providerInvalidated
}

/// Events of Live Activities, by the app; a push that starts one is a push (WK-21).
public enum LiveActivityEvent: Sendable, Hashable {
    /// `Activity.request(attributes:content:pushType:)` (WK-24).
    case requested(String)
    /// `Activity.end(_:dismissalPolicy:)` (WK-24).
    case ended(String)
}
