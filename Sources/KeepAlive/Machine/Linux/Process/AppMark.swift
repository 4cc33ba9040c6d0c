import CLinux
import Glibc
import KeepAlivePolicy

/// The mark in the binary of a program that sends its own messages at launch. KeepAlive's library with Apple's names
/// (Sources/KeepAlive/iOS) puts the mark into the binary.
package enum AppMark {
    /// The mark, in two parts. The runner sends no such messages, so its own binary must not contain the whole mark.
    private static let parts: [StaticString] = ["KeepAlive: this program launches itself", ", by protocol 1"]

    /// Returns whether a program contains the mark.
    ///
    /// - Parameter path: the path of the program. A file that cannot be read has no mark.
    static func isIn(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        let mark = parts.flatMap { Array(UnsafeBufferPointer(start: $0.utf8Start, count: $0.utf8CodeUnitCount)) }
        // The file is read, not mapped, because rewriting a mapped file could crash the runner. The end of each part is
        // kept in front of the next part, because the mark may cross the border between two parts.
        var buffer = [UInt8](repeating: 0, count: min(partBytes, max(0, Int(status.st_size)) + mark.count))
        var (kept, offset) = (0, 0)
        while offset < sizeMaxBytes {
            let count = pread(descriptor, &buffer[kept], buffer.count - kept, off_t(offset))
            guard count > 0 else { return false }
            // Only ELF files count, because a text about this project may contain the mark's text, too.
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
    /// The largest number of bytes that are read. No program is larger, but a sparse file may be.
    private static let sizeMaxBytes = 1 << 30

    /// Returns whether a command, found through `PATH`, is a program with the mark.
    package static func isIn(command: RawText, environment: [RawText], directory: String?) -> Bool {
        let searchPath = environment.map(\.text).first { $0.hasPrefix("PATH=") }.map { String($0.dropFirst(5)) }
        guard let path = try? CommandResolver.resolve(command.text, path: searchPath, directory: directory) else {
            return false
        }
        return isIn(path)
    }
}
