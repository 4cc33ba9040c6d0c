// Apple's UserNotifications by its name.
@_exported import KeepAliveUserNotifications
