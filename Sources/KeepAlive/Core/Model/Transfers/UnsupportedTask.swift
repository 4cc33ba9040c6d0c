/// The kinds of task that background sessions do not support (UR-21).
public enum UnsupportedTask: String, Sendable, Hashable, CaseIterable {
    /// A data task, whose response is received into memory.
    case data
    /// An upload task that sends data from memory.
    case uploadFromData = "upload-from-data"
    /// A task that reports its end to a completion handler.
    case completionHandler = "completion-handler"

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
