/// The tasks that background sessions do not have (UR-21).
public enum UnsupportedTask: String, Sendable, Hashable, CaseIterable {
    /// A data task: the answer comes into memory.
    case data
    /// An upload task that sends data out of memory.
    case uploadFromData = "upload-from-data"
    /// A task whose end is told to a completion handler.
    case completionHandler = "completion-handler"

    /// The reason of the exception.
    public var reason: String {
        switch self {
        case .data: "Data tasks are not supported in background sessions. Use a download or an upload task."
        case .uploadFromData: "Upload tasks from NSData are not supported in background sessions."
        case .completionHandler:
            "Completion handler blocks are not supported in background sessions. Use a delegate instead."
        }
    }
}
