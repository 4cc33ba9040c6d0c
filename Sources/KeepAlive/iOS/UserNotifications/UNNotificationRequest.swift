import Foundation
import KeepAliveModel

/// A request to show a notification, with its content and its trigger (LN-17).
public final class UNNotificationRequest: NSObject, @unchecked Sendable {
    public let identifier: String
    public let content: UNNotificationContent
    public let trigger: UNNotificationTrigger?

    public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        self.identifier = identifier
        self.content = content.copy() as? UNNotificationContent ?? content
        self.trigger = trigger
    }

    convenience init(_ request: NotificationRequest) {
        self.init(
            identifier: request.identifier, content: UNNotificationContent(request.content),
            trigger: UNNotificationTrigger.of(request.trigger))
    }

    /// This request as a value of the app protocol.
    var forSystem: NotificationRequest {
        NotificationRequest(
            identifier: identifier, content: content.forSystem, trigger: trigger?.condition ?? .immediate)
    }
}

public final class UNNotification: NSObject, @unchecked Sendable {
    public let date: Date
    public let request: UNNotificationRequest

    init(_ request: NotificationRequest) {
        date = Date()
        self.request = UNNotificationRequest(request)
    }
}

public let UNNotificationDefaultActionIdentifier = NotificationResponse.Action.tapped.identifier
public let UNNotificationDismissActionIdentifier = NotificationResponse.Action.dismissed.identifier

/// The user's response to a notification (LN-12).
public class UNNotificationResponse: NSObject, @unchecked Sendable {
    public let notification: UNNotification
    public let actionIdentifier: String

    fileprivate init(_ answered: AnsweredNotification) {
        notification = UNNotification(answered.request)
        actionIdentifier = answered.response.action.identifier
    }

    package static func of(_ answered: AnsweredNotification) -> UNNotificationResponse {
        guard let text = answered.response.text else { return UNNotificationResponse(answered) }
        return UNTextInputNotificationResponse(answered, text)
    }
}

/// The user's response to a notification, with the text that the user typed (LN-12).
public final class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
    public let userText: String

    fileprivate init(_ answered: AnsweredNotification, _ text: String) {
        userText = text
        super.init(answered)
    }
}
