/// The kinds of task that background sessions do not support (UR-21).
public enum UnsupportedTask: String, Sendable, Hashable, CaseIterable {
    /// A data task, whose response is received into memory. From iOS 8 on, the app's process performs it.
    case data
    /// An upload task that sends data from memory.
    case uploadFromData = "upload-from-data"
    /// A task that reports its end to a completion handler.
    case completionHandler = "completion-handler"

    /// Returns whether a version of iOS raises an exception for such a task.
    package func isRefused(by version: IOSVersion) -> Bool { self != .data || version < IOSVersion(8) }

    /// The reason of the exception that iOS raises for such a task.
    public var reason: String {
        switch self {
        case .data: "Data tasks are not supported in background sessions. Use a download or an upload task."
        case .uploadFromData: "Upload tasks from NSData are not supported in background sessions."
        case .completionHandler:
            "Completion handler blocks are not supported in background sessions. Use a delegate instead."
        }
    }
}
