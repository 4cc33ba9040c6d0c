import Glibc
import Testing

/// A terminal and a process that are held by descriptors: the kernel gives their names and numbers to others.
public final class HeldReceiver {
    /// O_PATH of open(2), which Glibc's module lacks: a terminal is not opened by it, only found.
    private static let pathOnly: CInt = 0x20_0000

    private let device: CInt
    private let process: CInt

    /// Holds both as they are now.
    public init(_ device: String, _ pid: Int32) throws {
        self.device = open(device, Self.pathOnly | O_CLOEXEC)
        process = open("/proc/\(pid)", O_DIRECTORY | O_CLOEXEC)
        try #require(self.device != -1 && process != -1)
    }

    deinit {
        close(device)
        close(process)
    }

    /// True as long as the terminal exists.
    public var hasTerminal: Bool {
        var status = stat()
        return fstat(device, &status) == 0 && status.st_nlink > 0
    }

    /// Also while it waits to be reaped.
    public var hasProcess: Bool { faccessat(process, "stat", F_OK, 0) == 0 }

    /// Waits until both are gone: a process that another test makes beside this one has copies of all descriptors, for
    /// a moment.
    public var isGone: Bool {
        for _ in 0..<500 where hasTerminal || hasProcess { usleep(10_000) }
        return !hasTerminal && !hasProcess
    }
}
