/// Events of background fetch, caused by the app or the system.
public enum FetchEvent: Sendable, Hashable {
    /// The app called `setMinimumBackgroundFetchInterval`; `nil` means never, zero means as often as possible (WK-01).
    case intervalSet(Duration?)
    /// The system has time for a fetch (WK-01).
    case opportunity
    /// The app called the completion handler of a fetch (WK-03).
    case completed(BackgroundFetchResult)
    /// The app implements `performFetch` or the push callback (BM-16).
    case implemented(BackgroundMode)
}

/// Events of remote notifications, caused by the app or the system.
public enum PushEvent: Sendable, Hashable {
    /// A silent push arrived: `content-available` alone, with a priority (WK-05). The identifier names the payload.
    case silent(priority: Int = 5, identifier: String? = nil)
    /// A push with an alert, a badge or a sound arrived: the system shows the push and does not wake the app (WK-05,
    /// LN-05).
    indirect case alert(NotificationRequest)
    /// A push of any kind arrived, with all data of its sender.
    indirect case arrived(RemotePush)
    /// The system got a token for the app (WK-19, SD-54). With `activity`, the token is for this Live Activity.
    case tokenReceived(PushType, token: [UInt8], activity: String? = nil)
    /// The app called the completion handler of a silent push (WK-04).
    case completed(BackgroundFetchResult)
}

/// Events of VoIP services, caused by the app or the system.
public enum VoIPEvent: Sendable, Hashable {
    /// The app registered with PushKit for VoIP pushes (SD-54).
    case pushKitUsed
    /// PushKit got a token for the app (SD-54).
    case credentialsUpdated(token: [UInt8])
    /// PushKit invalidated the token: pushes to it no longer arrive (SD-54).
    case tokenInvalidated
    /// A VoIP push of PushKit arrived (WK-08). The identifier names the payload.
    case pushed(identifier: String? = nil)
    /// The app reported the call to CallKit in the same turn of its run loop (WK-08, WK-10).
    case callReported
    /// The callback of a VoIP push returned without a report (WK-08).
    case returnedWithoutReport
    /// The app used CallKit (BM-17).
    case callKitUsed
    /// An app extension reported an encrypted VoIP push (WK-16).
    case reportedByExtension
    /// The app called `setKeepAliveTimeout(_:handler:)` (WK-13).
    case keepAliveTimeoutSet(Duration)
    /// The app called `clearKeepAliveTimeout()` (WK-13).
    case keepAliveCleared
    /// The app tagged a socket as its VoIP socket (true), or a socket lost the tag (SD-50).
    case socketTagged(Bool)
    /// Data arrived on a tagged socket (SD-50).
    case socketDataArrived
    /// The app joined (true) or left a Push to Talk channel (BM-13).
    case pushToTalkChannel(Bool)
    /// The app called `setActiveRemoteParticipant(nil, …)`: nobody speaks in the channel any more (BM-22).
    case remoteParticipantLeft
    /// A Push to Talk push arrived (BM-13).
    case pushToTalkPushed(identifier: String? = nil)
}

/// Events of CallKit, caused by the app or the user (WK-17).
public enum CallEvent: Sendable, Hashable {
    /// The app called `reportNewIncomingCall(with:update:completion:)`: the device rings for the call.
    case reported(call: String)
    /// The app requested an action from `CXCallController`.
    case transactionRequested(CallAction, call: String)
    /// The user answers, declines, ends, holds or mutes a call in the system's interface.
    case userRequested(CallAction, call: String)
    /// The app's provider fulfilled an action.
    case fulfilled(CallAction, call: String)
    /// The app's provider failed an action.
    case failed(CallAction, call: String)
    /// The app called `reportCall(with:endedAt:reason:)`.
    case ended(call: String)
    /// The app set `CXProviderConfiguration.maximumCallGroups` to this value.
    case groupsLimited(to: Int)
    /// The app called `CXProvider.invalidate()`: all calls of the provider end.
    case providerInvalidated
}

/// Events of Live Activities, caused by the app. A push that starts a Live Activity is a ``PushEvent`` (WK-21).
public enum LiveActivityEvent: Sendable, Hashable {
    /// The app called `Activity.request(attributes:content:pushType:)` (WK-24).
    case requested(String)
    /// The app called `Activity.end(_:dismissalPolicy:)` (WK-24).
    case ended(String)
}
