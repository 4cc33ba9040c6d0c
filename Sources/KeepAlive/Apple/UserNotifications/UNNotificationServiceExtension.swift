import Foundation

/// Changes a remote notification before it is shown. There are no extensions here: the system calls none, and a test may.
open class UNNotificationServiceExtension: NSObject {
    /// Creates an extension.
    override public required init() { super.init() }

    /// A notification has come; the handler takes what is shown instead of it.
    open func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) { contentHandler(request.content) }

    /// The extension's time is over.
    open func serviceExtensionTimeWillExpire() {}
}

/// The key of a hint of an attachment: what kind of file it is.
public let UNNotificationAttachmentOptionsTypeHintKey = "UNNotificationAttachmentOptionsTypeHintKey"
/// The key of whether there is no small picture of an attachment.
public let UNNotificationAttachmentOptionsThumbnailHiddenKey = "UNNotificationAttachmentOptionsThumbnailHiddenKey"
/// The key of the part of an attachment that is its small picture.
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey =
    "UNNotificationAttachmentOptionsThumbnailClippingRectKey"
/// The key of the time of an attachment at which its small picture is.
public let UNNotificationAttachmentOptionsThumbnailTimeKey = "UNNotificationAttachmentOptionsThumbnailTimeKey"
