import CLinux
import Glibc
import KeepAlivePolicy

/// The mark of a program that sends its own messages when it is started. The library of Apple's names puts the mark
/// into the file.
package enum AppMark {
    /// The mark, in two parts: the runner, which does not say hello, must not contain the whole.
    private static let parts: [StaticString] = ["KeepAlive: this program launches itself", ", by protocol 1"]

    /// Returns whether a program contains the mark.
    ///
    /// - Parameter path: its file; one that cannot be read has no mark.
    static func isIn(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        let mark = parts.flatMap { Array(UnsafeBufferPointer(start: $0.utf8Start, count: $0.utf8CodeUnitCount)) }
        // The file is read, not mapped: a mapped file that is rewritten meanwhile could crash the runner. Each part
        // begins with the end of the one before, where the mark may have begun.
        var buffer = [UInt8](repeating: 0, count: min(partBytes, max(0, Int(status.st_size)) + mark.count))
        var (kept, offset) = (0, 0)
        while offset < sizeMaxBytes {
            let count = pread(descriptor, &buffer[kept], buffer.count - kept, off_t(offset))
            guard count > 0 else { return false }
            // Only ELF files count: a text about this project may contain the words, too.
            if offset == 0, !buffer.starts(with: [0x7F, 0x45, 0x4C, 0x46]) { return false }
            let filled = kept + count
            if clinux_contains(buffer, filled, mark, mark.count) != 0 { return true }
            offset += count
            kept = min(filled, mark.count - 1)
            buffer.replaceSubrange(..<kept, with: buffer[filled - kept..<filled])
        }
        return false
    }

    private static let partBytes = 1 << 20
    /// The limit on the bytes that are read. No program is larger, but a sparse file may be.
    private static let sizeMaxBytes = 1 << 30

    /// Returns whether a command leads to a program with the mark, through `PATH`.
    package static func isIn(command: RawText, environment: [RawText], directory: String?) -> Bool {
        let searchPath = environment.map(\.text).first { $0.hasPrefix("PATH=") }.map { String($0.dropFirst(5)) }
        guard let path = try? CommandResolver.resolve(command.text, path: searchPath, directory: directory) else {
            return false
        }
        return isIn(path)
    }
}
