import Foundation
import KeepAliveModel

public struct UNNotificationActionOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let authenticationRequired = UNNotificationActionOptions(rawValue: 1)
    public static let destructive = UNNotificationActionOptions(rawValue: 2)
    public static let foreground = UNNotificationActionOptions(rawValue: 4)
}

/// An action that the user may choose for a notification (LN-13).
public class UNNotificationAction: NSObject, @unchecked Sendable {
    public let identifier: String
    public let title: String
    public let options: UNNotificationActionOptions

    public init(identifier: String, title: String, options: UNNotificationActionOptions = []) {
        self.identifier = identifier
        self.title = title
        self.options = options
    }

    fileprivate var takesText: Bool { false }

    fileprivate static func of(_ action: NotificationCategory.Action) -> UNNotificationAction {
        var options: UNNotificationActionOptions = []
        if action.opensApp { options.insert(.foreground) }
        if action.requiresAuthentication { options.insert(.authenticationRequired) }
        guard action.takesText else {
            return UNNotificationAction(identifier: action.identifier, title: action.title, options: options)
        }
        return UNTextInputNotificationAction(identifier: action.identifier, title: action.title, options: options)
    }

    /// This action as a value of the app protocol.
    fileprivate var forSystem: NotificationCategory.Action {
        NotificationCategory.Action(
            identifier: identifier, title: title, opensApp: options.contains(.foreground),
            requiresAuthentication: options.contains(.authenticationRequired), takesText: takesText)
    }
}

public final class UNTextInputNotificationAction: UNNotificationAction, @unchecked Sendable {
    public let textInputButtonTitle: String
    /// Stored, but never shown, unlike on iOS.
    public let textInputPlaceholder: String

    public init(
        identifier: String, title: String, options: UNNotificationActionOptions = [],
        textInputButtonTitle: String = "", textInputPlaceholder: String = ""
    ) {
        self.textInputButtonTitle = textInputButtonTitle
        self.textInputPlaceholder = textInputPlaceholder
        super.init(identifier: identifier, title: title, options: options)
    }

    override fileprivate var takesText: Bool { true }
}

public struct UNNotificationCategoryOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1)
    /// Ignored, unlike on iOS.
    public static let allowInCarPlay = UNNotificationCategoryOptions(rawValue: 2)
    /// Ignored, unlike on iOS.
    public static let hiddenPreviewsShowTitle = UNNotificationCategoryOptions(rawValue: 4)
    /// Ignored, unlike on iOS.
    public static let hiddenPreviewsShowSubtitle = UNNotificationCategoryOptions(rawValue: 8)
}

/// A kind of notification, with its actions (LN-13).
public final class UNNotificationCategory: NSObject, @unchecked Sendable {
    public let identifier: String
    public let actions: [UNNotificationAction]
    /// Stored, but ignored, unlike on iOS: there is no Siri.
    public let intentIdentifiers: [String]
    public let options: UNNotificationCategoryOptions

    public init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        options: UNNotificationCategoryOptions = []
    ) {
        self.identifier = identifier
        self.actions = actions
        self.intentIdentifiers = intentIdentifiers
        self.options = options
    }

    /// Creates a category. The placeholder and the summary format are ignored, unlike on iOS.
    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String?, categorySummaryFormat: String? = nil,
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers, options: options)
    }

    convenience init(_ category: NotificationCategory) {
        self.init(
            identifier: category.identifier, actions: category.actions.map(UNNotificationAction.of),
            intentIdentifiers: [], options: category.reportsDismissal ? .customDismissAction : [])
    }

    /// This category as a value of the app protocol.
    var forSystem: NotificationCategory {
        NotificationCategory(
            identifier: identifier, actions: actions.map(\.forSystem),
            reportsDismissal: options.contains(.customDismissAction))
    }

    override public func isEqual(_ object: Any?) -> Bool {
        (object as? UNNotificationCategory)?.identifier == identifier
    }
    override public var hash: Int { identifier.hash }
}
