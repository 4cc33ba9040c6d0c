// Re-exports BackgroundTasks under Apple's module name.
@_exported import KeepAliveBackgroundTasks
