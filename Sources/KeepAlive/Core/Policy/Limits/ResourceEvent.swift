/// Events of resources that are not allowed in the background: the app takes, releases or uses a resource.
public enum ResourceEvent: Sendable, Hashable {
    /// The app locked a file in a shared container (RB-15).
    ///
    /// `isShared` is false for a file in the app's own container: such a lock is no reason to kill the app (RB-21).
    case fileLocked(path: String, isShared: Bool = true)
    /// The app released its lock on a file.
    case fileUnlocked(path: String)
    /// The host found these files locked when it suspended the app (RB-15).
    case locksFoundAtSuspension(paths: [String])
    /// The app opened (true) or closed the contacts or calendar database (LC-24).
    case sharedDatabase(held: Bool)
    /// The number of sockets that the app has open (LC-23).
    case socketsOpen(Int)
    /// The system has taken this many sockets from the frozen app (LC-23).
    case socketsTaken(Int)
    /// The app published (true) or withdrew a Bonjour service (LC-23).
    case bonjourPublished(Bool)
    /// The app called OpenGL ES (LC-25).
    case openGLUsed
    /// The app submitted work to Metal (LC-26).
    case metalUsed
    /// The app asks (true) or no longer asks for Bluetooth state restoration (BM-07).
    case bluetoothRestoration(Bool)
    /// The app wrote to a file (LN-06).
    case fileWritten(path: String)
    /// The app deleted a file (LN-06).
    case fileDeleted(path: String)
    /// The app opens a file with a class of data protection; `writesNew` is true if it creates the file (UR-13, DP-06).
    case protectedFileOpened(path: String, ProtectionClass = .complete, writesNew: Bool = false)
    /// The app's memory use changed, in MB (RB-09).
    case memoryUsed(megabytes: Int)
}
