/// An error that a framework returns to the app, with Apple's domain, name and number.
public struct ServiceError: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The domain, such as `BGTaskSchedulerErrorDomain`.
    public var domain: String
    /// The number; `nil` if the sources give only the name.
    public var code: Int?
    /// Apple's name of the error's case, such as `notPermitted`.
    public var name: String
    /// The rule that states domain, number and name of the error.
    public var rule: RuleID

    /// Creates an error; `code` is `nil` if the sources give only the name.
    public init(domain: String, code: Int?, name: String, rule: RuleID) {
        self.domain = domain
        self.code = code
        self.name = name
        self.rule = rule
    }

    /// Domain, number (if known) and name in one line.
    public var description: String {
        "\(domain)\(code.map { " \($0)" } ?? "") (\(name))"
    }

    private static func scene(_ code: Int, _ name: String) -> ServiceError {
        ServiceError(domain: "UISceneErrorDomain", code: code, name: name, rule: "LC-30")
    }

    /// The app requested a scene and does not declare `UIApplicationSupportsMultipleScenes`.
    public static let multipleScenesNotSupported = scene(0, "multipleScenesNotSupported")
    /// The app requested a scene that does not exist, or has too many scenes.
    public static let sceneRequestDenied = scene(1, "requestDenied")

    private static func scheduler(_ code: Int, _ name: String) -> ServiceError {
        ServiceError(domain: "BGTaskSchedulerErrorDomain", code: code, name: name, rule: "BG-07")
    }

    /// The scheduler cannot be used: Background App Refresh is off, or the device is a simulator (BG-07).
    public static let schedulerUnavailable = scheduler(1, "unavailable")
    /// The limit of pending requests is reached: one refresh request, ten processing requests (BG-08).
    public static let tooManyPendingTaskRequests = scheduler(2, "tooManyPendingTaskRequests")
    /// The identifier is not permitted, the background mode is missing, or a requested resource is not available
    /// (BG-06).
    public static let notPermitted = scheduler(3, "notPermitted")
    /// The continued task cannot run at once, and the request did not allow it to be queued (BG-23).
    public static let immediateRunIneligible = scheduler(4, "immediateRunIneligible")

    /// The app uses CallKit without `voip` in `UIBackgroundModes` (BM-17); the sources give no number.
    public static let missingVoIPBackgroundMode = ServiceError(
        domain: "com.apple.CallKit.error", code: nil, name: "missingVoIPBackgroundMode", rule: "BM-17")
    /// The app reports a call whose UUID belongs to an existing call (WK-17).
    public static let callExists = ServiceError(
        domain: "com.apple.CallKit.error.incomingcall", code: 2, name: "callUUIDAlreadyExists", rule: "WK-17")
    /// The transaction names a call that does not exist (WK-17).
    public static let unknownCall = ServiceError(
        domain: "com.apple.CallKit.error.requesttransaction", code: 4, name: "unknownCallUUID", rule: "WK-17")
    /// The transaction starts a call whose UUID belongs to an existing call (WK-17).
    public static let callActionExists = ServiceError(
        domain: "com.apple.CallKit.error.requesttransaction", code: 5, name: "callUUIDAlreadyExists", rule: "WK-17")
    /// The action is not possible in the call's current state (WK-17).
    public static let invalidCallAction = ServiceError(
        domain: "com.apple.CallKit.error.requesttransaction", code: 6, name: "invalidAction", rule: "WK-17")
    /// The app has reached the maximum number of calls (WK-17).
    public static let tooManyCalls = ServiceError(
        domain: "com.apple.CallKit.error.requesttransaction", code: 7, name: "maximumCallGroupsReached", rule: "WK-17")
    /// The app opens a file of class `complete` while the device is locked (UR-13).
    public static let protectedFile = ServiceError(
        domain: "NSPOSIXErrorDomain", code: 1, name: "operationNotPermitted", rule: "UR-13")
    private static func keychain(_ code: Int, _ name: String, _ rule: RuleID) -> ServiceError {
        ServiceError(domain: "NSOSStatusErrorDomain", code: code, name: name, rule: rule)
    }

    /// The key of the item's protection class is not available, because the device is locked (DP-01).
    public static let keychainLocked = keychain(-25308, "errSecInteractionNotAllowed", "DP-01")
    /// The keychain has an item with the same primary key (DP-08).
    public static let keychainHasItem = keychain(-25299, "errSecDuplicateItem", "DP-08")
    /// No item matches the query (DP-08).
    public static let keychainItemNotFound = keychain(-25300, "errSecItemNotFound", "DP-08")
    /// The query has no `kSecClass` (DP-08).
    public static let keychainParameter = keychain(-50, "errSecParam", "DP-08")
    /// The item requires a passcode, and the device has none (DP-04).
    public static let keychainNeedsPasscode = keychain(-26275, "errSecDecode", "DP-04")
    /// The app's items would exceed the keychain's maximum size, which is a limit of this project (DP-08).
    public static let keychainFull = keychain(-108, "errSecAllocate", "DP-08")
    /// The app has no permission to show notifications (LN-10).
    public static let notificationsNotAllowed = ServiceError(
        domain: "UNErrorDomain", code: 1, name: "notificationsNotAllowed", rule: "LN-10")
    /// No future date matches the calendar trigger (LN-14).
    public static let notificationHasNoDate = ServiceError(
        domain: "UNErrorDomain", code: 1400, name: "notificationInvalidNoDate", rule: "LN-14")
    /// The app submits work to Metal in the background (LC-26).
    public static let metalNotPermitted = ServiceError(
        domain: "MTLCommandBufferErrorDomain", code: 7, name: "notPermitted", rule: "LC-26")

    /// The app calls `Activity.request` in the background (WK-24); the sources give no number.
    public static let liveActivityVisibility = ServiceError(
        domain: "com.apple.ActivityKit.ActivityAuthorization", code: nil, name: "visibility", rule: "WK-24")
    /// The app calls `Activity.request` and has the maximum number of Live Activities already (WK-24).
    public static let tooManyLiveActivities = ServiceError(
        domain: "com.apple.ActivityKit.ActivityAuthorization", code: nil, name: "targetMaximumExceeded", rule: "WK-24")
    /// The app calls `Activity.request` on an iOS version without Live Activities (WK-24).
    public static let liveActivitiesUnsupported = ServiceError(
        domain: "com.apple.ActivityKit.ActivityAuthorization", code: nil, name: "unsupported", rule: "WK-24")
    /// The app tries to change a file in `Documents/Inbox` (LN-06); the sources give no number.
    public static let inboxIsReadOnly = ServiceError(
        domain: "NSCocoaErrorDomain", code: nil, name: "fileWriteNoPermission", rule: "LN-06")
    /// The app reads a downloaded file that it has not moved before the end of the callback (SD-43); the sources give
    /// no number.
    public static let downloadedFileGone = ServiceError(
        domain: "NSCocoaErrorDomain", code: nil, name: "fileNoSuchFile", rule: "SD-43")

    /// All errors of this type, those of Core Location included.
    public static let all: [ServiceError] =
        [
            multipleScenesNotSupported, sceneRequestDenied, schedulerUnavailable, tooManyPendingTaskRequests,
            notPermitted, immediateRunIneligible,
            missingVoIPBackgroundMode, metalNotPermitted, inboxIsReadOnly, downloadedFileGone, protectedFile,
            notificationsNotAllowed, notificationHasNoDate, callExists, unknownCall, callActionExists,
            invalidCallAction, tooManyCalls, keychainLocked, keychainHasItem, keychainItemNotFound, keychainParameter,
            keychainNeedsPasscode, keychainFull, liveActivityVisibility, liveActivitiesUnsupported,
            tooManyLiveActivities,
        ] + coreLocation

    /// Returns the error of Core Location with a number.
    ///
    /// - Parameter code: the number, 0 to 19.
    package static func coreLocation(_ code: Int) -> ServiceError { coreLocation[code] }

    /// The errors of Core Location; the index is the number, 0 to 19 (CL-24 to CL-43).
    public static let coreLocation: [ServiceError] = [
        "locationUnknown", "denied", "network", "headingFailure", "regionMonitoringDenied", "regionMonitoringFailure",
        "regionMonitoringSetupDelayed", "regionMonitoringResponseDelayed", "geocodeFoundNoResult",
        "geocodeFoundPartialResult", "geocodeCanceled", "deferredFailed", "deferredNotUpdatingLocation",
        "deferredAccuracyTooLow", "deferredDistanceFiltered", "deferredCanceled", "rangingUnavailable",
        "rangingFailure", "promptDeclined", "historicalLocationError",
    ].enumerated().map { code, name in
        ServiceError(domain: "kCLErrorDomain", code: code, name: name, rule: RuleID("CL-\(24 + code)"))
    }
}
