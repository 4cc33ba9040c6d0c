// Re-exports UserNotifications under Apple's module name.
@_exported import KeepAliveUserNotifications
