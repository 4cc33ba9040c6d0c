// Apple's BackgroundTasks by its name.
@_exported import KeepAliveBackgroundTasks
