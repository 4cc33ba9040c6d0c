import Foundation
import KeepAliveModel
import KeepAliveProtocol

public struct UNAuthorizationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let badge = UNAuthorizationOptions(rawValue: 1)
    public static let sound = UNAuthorizationOptions(rawValue: 2)
    public static let alert = UNAuthorizationOptions(rawValue: 4)
    /// In a car; without effect here.
    public static let carPlay = UNAuthorizationOptions(rawValue: 8)
    /// Sounds although the device is mute; without effect here.
    public static let criticalAlert = UNAuthorizationOptions(rawValue: 16)
    /// The app has settings of its own; without effect here.
    public static let providesAppNotificationSettings = UNAuthorizationOptions(rawValue: 32)
    /// Quietly, before the user has decided (iOS 12; LN-10).
    public static let provisional = UNAuthorizationOptions(rawValue: 64)
}

/// What of a notification appears while the app is in the foreground (LN-11).
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let badge = UNNotificationPresentationOptions(rawValue: 1)
    public static let sound = UNNotificationPresentationOptions(rawValue: 2)
    public static let alert = UNNotificationPresentationOptions(rawValue: 4)
    public static let list = UNNotificationPresentationOptions(rawValue: 8)
    public static let banner = UNNotificationPresentationOptions(rawValue: 16)
}

/// The user's permission (LN-10).
public enum UNAuthorizationStatus: Int, Sendable {
    case notDetermined
    case denied, authorized
    case provisional = 3
    /// For an app clip; never here.
    case ephemeral = 4
}

public enum UNNotificationSetting: Int, Sendable {
    case notSupported, disabled, enabled
}

public enum UNAlertStyle: Int, Sendable {
    case none, banner
    case alert = 2
}

public enum UNShowPreviewsSetting: Int, Sendable {
    case always, whenAuthenticated
    case never = 2
}

/// The app's notification settings (LN-10). Here the user allows all manners, or none.
public final class UNNotificationSettings: NSObject, Sendable {
    public let authorizationStatus: UNAuthorizationStatus
    public var alertSetting: UNNotificationSetting { setting(authorizationStatus == .authorized) }
    public var badgeSetting: UNNotificationSetting { setting(authorizationStatus == .authorized) }
    public var soundSetting: UNNotificationSetting { setting(authorizationStatus == .authorized) }
    public var notificationCenterSetting: UNNotificationSetting {
        setting(authorizationStatus == .authorized || authorizationStatus == .provisional)
    }
    public var lockScreenSetting: UNNotificationSetting { setting(authorizationStatus == .authorized) }

    public var carPlaySetting: UNNotificationSetting { .notSupported }
    public var criticalAlertSetting: UNNotificationSetting { .notSupported }
    public var announcementSetting: UNNotificationSetting { .notSupported }
    public var timeSensitiveSetting: UNNotificationSetting { .notSupported }
    public var scheduledDeliverySetting: UNNotificationSetting { .notSupported }
    public var directMessagesSetting: UNNotificationSetting { .notSupported }
    public var alertStyle: UNAlertStyle { authorizationStatus == .authorized ? .banner : .none }
    public var showPreviewsSetting: UNShowPreviewsSetting { .always }
    public var providesAppNotificationSettings: Bool { false }

    init(_ status: UNAuthorizationStatus) { authorizationStatus = status }

    private func setting(_ isOn: Bool) -> UNNotificationSetting { isOn ? .enabled : .disabled }
}

public struct UNError: Error, Hashable, CustomNSError, Sendable {
    public enum Code: Int, Sendable {
        /// The user has not allowed notifications (LN-10).
        case notificationsNotAllowed = 1
        /// No date that the trigger describes will come (LN-14).
        case notificationInvalidNoDate = 1400
        case notificationInvalidNoContent
    }

    public let code: Code

    public init(_ code: Code) { self.code = code }

    public static var errorDomain: String { UNErrorDomain }
    public var errorCode: Int { code.rawValue }

    public static var notificationsNotAllowed: Code { .notificationsNotAllowed }
    public static var notificationInvalidNoDate: Code { .notificationInvalidNoDate }
}

public let UNErrorDomain = "UNErrorDomain"

public protocol UNUserNotificationCenterDelegate: AnyObject {
    /// A notification is due while the app is in the foreground: the handler takes what of it appears (LN-11).
    @MainActor func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void)
    /// The same. Called where the method with a handler is missing.
    @MainActor func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions
    /// The user has answered a notification. Call the handler when it is dealt with (LN-12).
    @MainActor func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void)
    /// The same. Called where the method with a handler is missing.
    @MainActor func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async
}

// The methods that an app leaves out.
extension UNUserNotificationCenterDelegate {
    @MainActor public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        Task { @MainActor in
            completionHandler(await self.userNotificationCenter(center, willPresent: notification))
        }
    }

    @MainActor public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions { [] }

    @MainActor public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        Task { @MainActor in
            await self.userNotificationCenter(center, didReceive: response)
            completionHandler()
        }
    }

    @MainActor public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {}
}

public final class UNUserNotificationCenter: NSObject, @unchecked Sendable {
    private let context: AppContext
    private let lock = NSLock()
    private weak var storedDelegate: (any UNUserNotificationCenterDelegate)?

    private init(_ context: AppContext) { self.context = context }

    public class func current() -> UNUserNotificationCenter { of(.current) }

    package static func of(_ context: AppContext) -> UNUserNotificationCenter {
        context.only { UNUserNotificationCenter(context) }
    }

    /// What the app does with notifications. To be set before `didFinishLaunching` returns (LN-12).
    public weak var delegate: (any UNUserNotificationCenterDelegate)? {
        get { lock.withLock { storedDelegate } }
        set {
            lock.withLock { storedDelegate = newValue }
            context.send(NotificationMethods.setDelegate, newValue != nil)
        }
    }

    /// True: there are no extensions here.
    public var supportsContentExtensions: Bool { false }

    // MARK: Permission

    /// Asks the user, the first time (LN-10).
    ///
    /// - Parameters:
    ///   - options: what the app wants to do.
    ///   - completionHandler: called on a queue of the system, with whether the app may.
    public func requestAuthorization(
        options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let granted = request(options)
        context.perform(on: nil) { completionHandler(granted, nil) }
    }

    /// Asks the user, the first time (LN-10).
    ///
    /// - Returns: whether the app may. It never throws here.
    public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool { request(options) }

    private func request(_ options: UNAuthorizationOptions) -> Bool {
        context.send(NotificationMethods.requestAuthorization, options.contains(.provisional)) ?? false
    }

    public func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
        let settings = settings
        context.perform(on: nil) { completionHandler(settings) }
    }

    public func notificationSettings() async -> UNNotificationSettings { settings }

    private var settings: UNNotificationSettings {
        let number = context.send(NotificationMethods.settings)?.number ?? 0
        return UNNotificationSettings(UNAuthorizationStatus(rawValue: number) ?? .notDetermined)
    }

    // MARK: Categories

    /// Sets the categories of the app's notifications; they replace the former ones (LN-13).
    public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        context.send(NotificationMethods.setCategories, categories.map(\.forSystem))
    }

    public func getNotificationCategories(completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void)
    {
        let categories = categories
        context.perform(on: nil) { completionHandler(categories) }
    }

    public func notificationCategories() async -> Set<UNNotificationCategory> { categories }

    private var categories: Set<UNNotificationCategory> {
        Set((context.send(NotificationMethods.categories) ?? []).map { UNNotificationCategory($0) })
    }

    // MARK: Requests

    /// Adds a notification; it takes the place of a request with its identifier (LN-01, LN-17).
    ///
    /// - Parameter completionHandler: called on a queue of the system, with `nil` or a ``UNError``.
    public func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let outcome = Result { try addNow(request) }
        guard let completionHandler else { return }
        context.perform(on: nil) {
            switch outcome {
            case .success: completionHandler(nil)
            case .failure(let error): completionHandler(error)
            }
        }
    }

    /// Adds a notification; it takes the place of a request with its identifier (LN-01, LN-17).
    ///
    /// - Throws: ``UNError``.
    public func add(_ request: UNNotificationRequest) async throws { try addNow(request) }

    private func addNow(_ request: UNNotificationRequest) throws {
        do {
            try context.request(NotificationMethods.add, request.forSystem)
        } catch let error as NSError {
            throw UNError.Code(rawValue: error.code).map { UNError($0) } ?? error
        }
    }

    public func getPendingNotificationRequests(
        completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
    ) {
        let pending = pending
        context.perform(on: nil) { completionHandler(pending) }
    }

    public func pendingNotificationRequests() async -> [UNNotificationRequest] { pending }

    private var pending: [UNNotificationRequest] {
        (context.send(NotificationMethods.pending) ?? []).map { UNNotificationRequest($0.request) }
    }

    public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        context.send(NotificationMethods.removePending, identifiers)
    }

    /// Removes all requests that wait (SD-60).
    public func removeAllPendingNotificationRequests() { context.send(NotificationMethods.removePending, nil) }

    // MARK: What the user sees

    public func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
        let delivered = delivered
        context.perform(on: nil) { completionHandler(delivered) }
    }

    public func deliveredNotifications() async -> [UNNotification] { delivered }

    private var delivered: [UNNotification] {
        (context.send(NotificationMethods.delivered) ?? []).map { UNNotification($0) }
    }

    public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        context.send(NotificationMethods.removeDelivered, identifiers)
    }

    public func removeAllDeliveredNotifications() { context.send(NotificationMethods.removeDelivered, nil) }

    /// Sets the number on the app's icon; 0 removes it (iOS 16; LN-18).
    ///
    /// - Parameter completionHandler: called on a queue of the system, with `nil`.
    public func setBadgeCount(
        _ newBadgeCount: Int, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        context.send(NotificationMethods.setBadgeCount, max(0, newBadgeCount))
        if let completionHandler { context.perform(on: nil) { completionHandler(nil) } }
    }

    /// Sets the number on the app's icon; 0 removes it (iOS 16; LN-18). It never throws here.
    public func setBadgeCount(_ newBadgeCount: Int) async throws {
        context.send(NotificationMethods.setBadgeCount, max(0, newBadgeCount))
    }

    // MARK: What the system does

    /// A notification is due in the foreground. The delegate says what of it appears.
    @MainActor
    package func present(
        _ request: NotificationRequest, done: @escaping @Sendable (NotificationPresentation) -> Void
    ) {
        guard let delegate else { return done([]) }
        delegate.userNotificationCenter(self, willPresent: UNNotification(request)) { options in
            done(NotificationPresentation(rawValue: options.rawValue))
        }
    }

    /// The user has answered a notification.
    @MainActor
    package func respond(_ answered: AnsweredNotification, done: @escaping @Sendable () -> Void) {
        guard let delegate else { return done() }
        delegate.userNotificationCenter(
            self, didReceive: UNNotificationResponse.of(answered), withCompletionHandler: done)
    }
}

extension UnimplementedDelegate: UNUserNotificationCenterDelegate {}
