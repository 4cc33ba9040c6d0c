/// The tasks that background sessions do not have (UR-21).
public enum UnsupportedTask: String, Sendable, Hashable, CaseIterable {
    /// Whose answer comes into memory.
    case data
    /// Which sends data out of memory.
    case uploadFromData = "upload-from-data"
    /// Whose end is told to a handler.
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
