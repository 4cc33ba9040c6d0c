import CLinux
import Glibc
import KeepAlivePolicy

/// The mark of a program that speaks for itself when it is started: Apple's names put it into the file.
package enum AppMark {
    /// What is looked for, in two parts: the runner, which does not say hello, must not hold the whole.
    private static let parts: [StaticString] = ["KeepAlive: this program launches itself", ", by protocol 1"]

    /// Whether a program holds the mark.
    ///
    /// - Parameter path: its file; what cannot be read holds none.
    static func isIn(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        let mark = parts.flatMap { Array(UnsafeBufferPointer(start: $0.utf8Start, count: $0.utf8CodeUnitCount)) }
        // Read, not mapped: a file that is written anew meanwhile is no reason to crash. Each part begins with the end of
        // the one before, where the mark may have begun.
        var buffer = [UInt8](repeating: 0, count: partBytes)
        var (kept, offset) = (0, 0)
        while offset < sizeMaxBytes {
            let count = pread(descriptor, &buffer[kept], buffer.count - kept, off_t(offset))
            guard count > 0 else { return false }
            // Only a compiled program: a text about this project holds the words, too.
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
    /// No program is larger; a sparse file may say that it is.
    private static let sizeMaxBytes = 1 << 30

    /// Whether a command names such a program, as it would be found.
    package static func isIn(command: RawText, environment: [RawText], directory: String?) -> Bool {
        let searchPath = environment.map(\.text).first { $0.hasPrefix("PATH=") }.map { String($0.dropFirst(5)) }
        guard let path = try? CommandResolver.resolve(command.text, path: searchPath, directory: directory) else {
            return false
        }
        return isIn(path)
    }
}
