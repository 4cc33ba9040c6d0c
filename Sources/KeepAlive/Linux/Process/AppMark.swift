import CLinux
import Glibc

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
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 4,
            let file = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), file != MAP_FAILED
        else { return false }
        defer { munmap(file, Int(status.st_size)) }
        // Only a compiled program: a text about this project holds the words, too.
        guard memcmp(file, "\u{7F}ELF", 4) == 0 else { return false }
        let mark = parts.flatMap { Array(UnsafeBufferPointer(start: $0.utf8Start, count: $0.utf8CodeUnitCount)) }
        return clinux_contains(file, Int(status.st_size), mark, mark.count) != 0
    }

    /// Whether a command names such a program, as it would be found.
    package static func isIn(command: RawText, environment: [RawText], directory: String?) -> Bool {
        let searchPath = environment.map(\.text).first { $0.hasPrefix("PATH=") }.map { String($0.dropFirst(5)) }
        guard let path = try? CommandResolver.resolve(command.text, path: searchPath, directory: directory) else {
            return false
        }
        return isIn(path)
    }
}
