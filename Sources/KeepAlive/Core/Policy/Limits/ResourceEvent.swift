/// Events of the resources that the background forbids: the app takes, gives back or uses one.
public enum ResourceEvent: Sendable, Hashable {
    /// A lock on a file in a shared container was taken (RB-15).
    ///
    /// `isShared` is false in the app's own container, where a lock is no reason to end it (RB-21).
    case fileLocked(path: String, isShared: Bool = true)
    /// The lock was given back.
    case fileUnlocked(path: String)
    /// The host found these locks held at the moment of suspension (RB-15).
    case locksFoundAtSuspension(paths: [String])
    /// The contacts or calendar database was opened, or closed (LC-24).
    case sharedDatabase(held: Bool)
    /// Sockets are open, this many (LC-23).
    case socketsOpen(Int)
    /// The system has taken this many sockets from the app that it has frozen (LC-23).
    case socketsTaken(Int)
    /// A Bonjour service was published, or withdrawn (LC-23).
    case bonjourPublished(Bool)
    /// OpenGL ES was called (LC-25).
    case openGLUsed
    /// Work was submitted to Metal (LC-26).
    case metalUsed
    /// The app asks for Bluetooth state restoration, or no longer does (BM-07).
    case bluetoothRestoration(Bool)
    /// The app wrote to a file (LN-06).
    case fileWritten(path: String)
    /// The app deleted a file (LN-06).
    case fileDeleted(path: String)
    /// The app opens a file of a class of data protection, or makes a new one (UR-13, DP-06).
    case protectedFileOpened(path: String, ProtectionClass = .complete, writesNew: Bool = false)
    /// The memory in use changed, in MB (RB-09).
    case memoryUsed(megabytes: Int)
}
