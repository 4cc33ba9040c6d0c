import Foundation
import KeepAliveModel
import KeepAliveProtocol

public struct UNAuthorizationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let badge = UNAuthorizationOptions(rawValue: 1)
    public static let sound = UNAuthorizationOptions(rawValue: 2)
    public static let alert = UNAuthorizationOptions(rawValue: 4)
    /// Ignored, unlike on iOS.
    public static let carPlay = UNAuthorizationOptions(rawValue: 8)
    /// Ignored, unlike on iOS.
    public static let criticalAlert = UNAuthorizationOptions(rawValue: 16)
    /// Ignored, unlike on iOS.
    public static let providesAppNotificationSettings = UNAuthorizationOptions(rawValue: 32)
    /// Delivers notifications quietly, without asking the user for permission first (iOS 12; LN-10).
    public static let provisional = UNAuthorizationOptions(rawValue: 64)
}

/// The ways in which a notification appears while the app is in the foreground (LN-11).
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let badge = UNNotificationPresentationOptions(rawValue: 1)
    public static let sound = UNNotificationPresentationOptions(rawValue: 2)
    public static let alert = UNNotificationPresentationOptions(rawValue: 4)
    public static let list = UNNotificationPresentationOptions(rawValue: 8)
    public static let banner = UNNotificationPresentationOptions(rawValue: 16)
}

/// The permission that the user has given for notifications (LN-10).
public enum UNAuthorizationStatus: Int, Sendable {
    case notDetermined
    case denied, authorized
    case provisional = 3
    /// The permission of an App Clip; never the status, unlike on iOS.
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

/// The app's notification settings (LN-10). Unlike on iOS, the user allows either all kinds of notifications or none.
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
        /// The user does not allow notifications (LN-10).
        case notificationsNotAllowed = 1
        /// No future date matches the trigger (LN-14).
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
    /// Called when a notification is due while the app is in the foreground. The app passes the ways in which the
    /// notification appears to `completionHandler` (LN-11).
    @MainActor func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void)
    /// Called instead of the variant with a handler, if the app does not implement the variant with a handler.
    @MainActor func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions
    /// Called when the user has responded to a notification. The app must call `completionHandler` when it has
    /// processed the response (LN-12).
    @MainActor func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void)
    /// Called instead of the variant with a handler, if the app does not implement the variant with a handler.
    @MainActor func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async
}

// Default implementations. Each variant with a handler calls its async variant; the async variants show no notification
// and ignore the response.
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

    /// The delegate. To get the response that launched the app, the app must set the delegate before
    /// `didFinishLaunching` returns (LN-12).
    public weak var delegate: (any UNUserNotificationCenterDelegate)? {
        get { lock.withLock { storedDelegate } }
        set {
            lock.withLock { storedDelegate = newValue }
            context.send(NotificationMethods.setDelegate, newValue != nil)
        }
    }

    /// Always false, as app extensions are not reproduced.
    public var supportsContentExtensions: Bool { false }

    // MARK: Permission

    /// Asks the user for permission, on the first call only (LN-10).
    ///
    /// - Parameters:
    ///   - options: ignored but for `provisional`, unlike on iOS.
    ///   - completionHandler: called on a background queue; its first value is true if the user has allowed
    ///     notifications.
    public func requestAuthorization(
        options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let granted = request(options)
        context.perform(on: nil) { completionHandler(granted, nil) }
    }

    /// Asks the user for permission, on the first call only (LN-10). It never throws, unlike on iOS.
    ///
    /// - Returns: true if the user has allowed notifications.
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

    /// Sets the categories of the app's notifications, in place of the former categories (LN-13).
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

    /// Adds a request, in place of a request with the same identifier (LN-01, LN-17).
    ///
    /// - Parameter completionHandler: called on a background queue, with `nil` or a ``UNError``.
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

    /// Adds a request, in place of a request with the same identifier (LN-01, LN-17).
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

    /// Removes all pending requests (SD-60).
    public func removeAllPendingNotificationRequests() { context.send(NotificationMethods.removePending, nil) }

    // MARK: Delivered notifications

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

    /// Sets the number of the app icon's badge; 0 removes the badge (iOS 16; LN-18).
    ///
    /// - Parameter completionHandler: called on a background queue, with `nil`.
    public func setBadgeCount(
        _ newBadgeCount: Int, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        context.send(NotificationMethods.setBadgeCount, max(0, newBadgeCount))
        if let completionHandler { context.perform(on: nil) { completionHandler(nil) } }
    }

    /// Sets the number of the app icon's badge; 0 removes the badge (iOS 16; LN-18). It never throws, unlike on iOS.
    public func setBadgeCount(_ newBadgeCount: Int) async throws {
        context.send(NotificationMethods.setBadgeCount, max(0, newBadgeCount))
    }

    // MARK: Callbacks of the system

    /// Asks the delegate how a notification appears that is due while the app is in the foreground.
    @MainActor
    package func present(
        _ request: NotificationRequest, done: @escaping @Sendable (NotificationPresentation) -> Void
    ) {
        guard let delegate else { return done([]) }
        delegate.userNotificationCenter(self, willPresent: UNNotification(request)) { options in
            done(NotificationPresentation(rawValue: options.rawValue))
        }
    }

    /// Passes the user's response to the delegate.
    @MainActor
    package func respond(_ answered: AnsweredNotification, done: @escaping @Sendable () -> Void) {
        guard let delegate else { return done() }
        delegate.userNotificationCenter(
            self, didReceive: UNNotificationResponse.of(answered), withCompletionHandler: done)
    }
}

extension UnimplementedDelegate: UNUserNotificationCenterDelegate {}
