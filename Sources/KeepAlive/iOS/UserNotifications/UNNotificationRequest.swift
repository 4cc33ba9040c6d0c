import Foundation
import KeepAliveModel

/// A notification to come: its content and its trigger (LN-17).
public final class UNNotificationRequest: NSObject, @unchecked Sendable {
    public let identifier: String
    public let content: UNNotificationContent
    public let trigger: UNNotificationTrigger?

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

public final class UNNotification: NSObject, @unchecked Sendable {
    public let date: Date
    public let request: UNNotificationRequest

    init(_ json: JSONValue) {
        date = Date()
        request = UNNotificationRequest(json)
    }
}

public let UNNotificationDefaultActionIdentifier = NotificationResponse.Action.tapped.identifier
public let UNNotificationDismissActionIdentifier = NotificationResponse.Action.dismissed.identifier

/// The user's answer to a notification (LN-12).
public class UNNotificationResponse: NSObject, @unchecked Sendable {
    public let notification: UNNotification
    public let actionIdentifier: String
    fileprivate init(_ json: JSONValue) {
        notification = UNNotification(json)
        actionIdentifier = json["actionIdentifier"]?.string ?? ""
    }

    package static func read(_ json: JSONValue) -> UNNotificationResponse {
        guard let text = json["userText"]?.string else { return UNNotificationResponse(json) }
        return UNTextInputNotificationResponse(json, text)
    }
}

/// What the user did with a notification, and typed (LN-12).
public final class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
    public let userText: String

    fileprivate init(_ json: JSONValue, _ text: String) {
        userText = text
        super.init(json)
    }
}
