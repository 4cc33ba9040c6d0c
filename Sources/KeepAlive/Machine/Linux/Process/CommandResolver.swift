import Glibc
import KeepAlivePolicy
import SystemPackage

/// Finds the executable of a command, as execvp(3) does.
enum CommandResolver {
    /// Returns the path of a command's executable.
    ///
    /// - Parameters:
    ///   - command: a name to look up in `path`, or a path with a slash.
    ///   - path: the value of `PATH`; `nil` for /usr/local/bin, /usr/bin and /bin.
    ///   - directory: the base of a relative path; `nil` for the runner's directory.
    /// - Throws: ``KeepAliveError`` with code `commandNotFound`, or `commandNotExecutable` when the file exists but may
    ///   not be executed.
    static func resolve(_ command: String, path: String?, directory: String? = nil) throws -> String {
        if command.contains("/") {
            let found = directory.map { command.hasPrefix("/") ? command : "\($0)/\(command)" } ?? command
            try check(command, found: found)
            return found
        }
        var forbidden: String?
        for directory in (path ?? "/usr/local/bin:/usr/bin:/bin").split(
            separator: ":", omittingEmptySubsequences: false)
        {
            let candidate = (directory.isEmpty ? "." : String(directory)) + "/" + command
            guard isRegularFile(candidate) else { continue }
            if access(candidate, X_OK) == 0 { return candidate }
            forbidden = forbidden ?? candidate
        }
        if let forbidden { try check(command, found: forbidden) }
        throw KeepAliveError(
            .commandNotFound, "\(command.isEmpty ? "''" : command): command not found",
            remedy: "It is in no directory of PATH")
    }

    private static func check(_ command: String, found path: String) throws {
        var information = stat()
        guard stat(path, &information) == 0 else {
            throw KeepAliveError(.commandNotFound, "\(command): \(Errno(rawValue: errno))")
        }
        guard information.st_mode & S_IFMT != S_IFDIR else {
            throw KeepAliveError(.commandNotExecutable, "\(command): is a directory")
        }
        guard access(path, X_OK) == 0 else {
            throw KeepAliveError(
                .commandNotExecutable, "\(path): \(Errno(rawValue: errno))", remedy: "chmod +x makes a file executable")
        }
    }

    private static func isRegularFile(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
    }
}
