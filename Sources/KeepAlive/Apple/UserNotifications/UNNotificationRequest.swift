import Foundation
import KeepAlivePolicy

/// A notification to come: its content and its trigger (LN-17).
public final class UNNotificationRequest: NSObject, @unchecked Sendable {
    /// The identifier; a request that is added takes the place of one with the same.
    public let identifier: String
    /// The content.
    public let content: UNNotificationContent
    /// The condition; `nil` for at once.
    public let trigger: UNNotificationTrigger?

    /// Creates a request.
    public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        self.identifier = identifier
        self.content = content.copy() as? UNNotificationContent ?? content
        self.trigger = trigger
    }

    convenience init(_ json: JSONValue) {
        self.init(
            identifier: json["identifier"]?.string ?? "", content: UNNotificationContent(json["content"] ?? .null),
            trigger: UNNotificationTrigger.read(json["trigger"] ?? .null))
    }
}

/// A notification that has appeared, or is about to.
public final class UNNotification: NSObject, @unchecked Sendable {
    /// The date at which the app heard of it.
    public let date: Date
    /// The request that it comes from.
    public let request: UNNotificationRequest

    init(_ json: JSONValue) {
        date = Date()
        request = UNNotificationRequest(json)
    }
}

/// The action of a user who tapped a notification.
public let UNNotificationDefaultActionIdentifier = NotificationResponse.Action.tapped.identifier
/// The action of a user who dismissed a notification.
public let UNNotificationDismissActionIdentifier = NotificationResponse.Action.dismissed.identifier

/// What the user did with a notification (LN-12).
public class UNNotificationResponse: NSObject, @unchecked Sendable {
    /// The notification.
    public let notification: UNNotification
    /// The identifier of the action.
    public let actionIdentifier: String
    /// The scene that was in front when the user answered; `nil` for an app without scenes.
    @MainActor public var targetScene: UIScene? { UIApplication.shared.lifeCycle.sceneInFront }

    fileprivate init(_ json: JSONValue) {
        notification = UNNotification(json)
        actionIdentifier = json["actionIdentifier"]?.string ?? ""
    }

    static func read(_ json: JSONValue) -> UNNotificationResponse {
        guard let text = json["userText"]?.string else { return UNNotificationResponse(json) }
        return UNTextInputNotificationResponse(json, text)
    }
}

/// What the user did with a notification, and typed (LN-12).
public final class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
    /// The text that the user typed.
    public let userText: String

    fileprivate init(_ json: JSONValue, _ text: String) {
        userText = text
        super.init(json)
    }
}
