/// An error with which a framework answers a call, with Apple's domain, name and number.
public struct ServiceError: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The domain, such as `BGTaskSchedulerErrorDomain`.
    public var domain: String
    /// The number, or `nil` where only the name is known.
    public var code: Int?
    /// The name of the case.
    public var name: String
    /// The rule that lists it.
    public var rule: RuleID

    /// Creates an error.
    public init(domain: String, code: Int?, name: String, rule: RuleID) {
        self.domain = domain
        self.code = code
        self.name = name
        self.rule = rule
    }

    /// Domain, number and name in one line.
    public var description: String {
        "\(domain)\(code.map { " \($0)" } ?? "") (\(name))"
    }

    private static func scene(_ code: Int, _ name: String) -> ServiceError {
        ServiceError(domain: "UISceneErrorDomain", code: code, name: name, rule: "LC-30")
    }

    /// The app does not declare `UIApplicationSupportsMultipleScenes`.
    public static let multipleScenesNotSupported = scene(0, "multipleScenesNotSupported")
    /// There is no such scene, or there are too many.
    public static let sceneRequestDenied = scene(1, "requestDenied")

    private static func scheduler(_ code: Int, _ name: String) -> ServiceError {
        ServiceError(domain: "BGTaskSchedulerErrorDomain", code: code, name: name, rule: "BG-07")
    }

    /// The scheduler cannot be used: Background App Refresh is off, or this is a simulator (BG-07).
    public static let schedulerUnavailable = scheduler(1, "unavailable")
    /// More than one refresh or ten processing requests are pending (BG-08).
    public static let tooManyPendingTaskRequests = scheduler(2, "tooManyPendingTaskRequests")
    /// The identifier is not permitted, the mode is missing, or a resource is not available (BG-06).
    public static let notPermitted = scheduler(3, "notPermitted")
    /// The continued task cannot run at once (BG-23).
    public static let immediateRunIneligible = scheduler(4, "immediateRunIneligible")

    /// CallKit without `voip` in `UIBackgroundModes` (BM-17); the sources give no number.
    public static let missingVoIPBackgroundMode = ServiceError(
        domain: "com.apple.CallKit.error", code: nil, name: "missingVoIPBackgroundMode", rule: "BM-17")
    /// There is a call with this UUID (WK-17).
    public static let callExists = ServiceError(
        domain: "com.apple.CallKit.error.incomingcall", code: 2, name: "callUUIDAlreadyExists", rule: "WK-17")
    /// The transaction is about a call that does not exist (WK-17).
    public static let unknownCall = ServiceError(
        domain: "com.apple.CallKit.error.requesttransaction", code: 4, name: "unknownCallUUID", rule: "WK-17")
    /// The transaction starts a call that exists (WK-17).
    public static let callActionExists = ServiceError(
        domain: "com.apple.CallKit.error.requesttransaction", code: 5, name: "callUUIDAlreadyExists", rule: "WK-17")
    /// The action is not possible with the call as it is (WK-17).
    public static let invalidCallAction = ServiceError(
        domain: "com.apple.CallKit.error.requesttransaction", code: 6, name: "invalidAction", rule: "WK-17")
    /// The app has as many calls as it may have (WK-17).
    public static let tooManyCalls = ServiceError(
        domain: "com.apple.CallKit.error.requesttransaction", code: 7, name: "maximumCallGroupsReached", rule: "WK-17")
    /// A completely protected file while the device is locked (UR-13).
    public static let protectedFile = ServiceError(
        domain: "NSPOSIXErrorDomain", code: 1, name: "operationNotPermitted", rule: "UR-13")
    private static func keychain(_ code: Int, _ name: String, _ rule: RuleID) -> ServiceError {
        ServiceError(domain: "NSOSStatusErrorDomain", code: code, name: name, rule: rule)
    }

    /// The class key of an item is not at hand (DP-01).
    public static let keychainLocked = keychain(-25308, "errSecInteractionNotAllowed", "DP-01")
    /// There is an item with the same primary key (DP-08).
    public static let keychainHasItem = keychain(-25299, "errSecDuplicateItem", "DP-08")
    /// No item matches (DP-08).
    public static let keychainItemNotFound = keychain(-25300, "errSecItemNotFound", "DP-08")
    /// A call without `kSecClass` (DP-08).
    public static let keychainParameter = keychain(-50, "errSecParam", "DP-08")
    /// An item that needs a passcode, on a device without one (DP-04).
    public static let keychainNeedsPasscode = keychain(-26275, "errSecDecode", "DP-04")
    /// The keychain takes no more; a limit of this project (DP-08).
    public static let keychainFull = keychain(-108, "errSecAllocate", "DP-08")
    /// The app may not show notifications (LN-10).
    public static let notificationsNotAllowed = ServiceError(
        domain: "UNErrorDomain", code: 1, name: "notificationsNotAllowed", rule: "LN-10")
    /// No date that a calendar trigger describes will come (LN-14).
    public static let notificationHasNoDate = ServiceError(
        domain: "UNErrorDomain", code: 1400, name: "notificationInvalidNoDate", rule: "LN-14")
    /// Metal in the background (LC-26).
    public static let metalNotPermitted = ServiceError(
        domain: "MTLCommandBufferErrorDomain", code: 7, name: "notPermitted", rule: "LC-26")

    /// `Activity.request` in the background (WK-24); the sources give no number.
    public static let liveActivityVisibility = ServiceError(
        domain: "com.apple.ActivityKit.ActivityAuthorization", code: nil, name: "visibility", rule: "WK-24")
    /// `Activity.request` where the app has as many as it may have (WK-24).
    public static let tooManyLiveActivities = ServiceError(
        domain: "com.apple.ActivityKit.ActivityAuthorization", code: nil, name: "targetMaximumExceeded", rule: "WK-24")
    /// `Activity.request` on a system without Live Activities (WK-24).
    public static let liveActivitiesUnsupported = ServiceError(
        domain: "com.apple.ActivityKit.ActivityAuthorization", code: nil, name: "unsupported", rule: "WK-24")
    /// The app tried to change a file of `Documents/Inbox` (LN-06); the sources give no number.
    public static let inboxIsReadOnly = ServiceError(
        domain: "NSCocoaErrorDomain", code: nil, name: "fileWriteNoPermission", rule: "LN-06")
    /// A downloaded file that was not moved in time (SD-43); the sources give no number.
    public static let downloadedFileGone = ServiceError(
        domain: "NSCocoaErrorDomain", code: nil, name: "fileNoSuchFile", rule: "SD-43")

    /// All of them.
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

    /// An error of Core Location.
    ///
    /// - Parameter code: 0 to 19.
    package static func coreLocation(_ code: Int) -> ServiceError { coreLocation[code] }

    /// The errors of Core Location by number (CL-24 to CL-43).
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
