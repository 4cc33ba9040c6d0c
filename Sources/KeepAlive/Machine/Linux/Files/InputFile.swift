import Glibc
import KeepAlivePolicy
import SystemPackage

/// Reads a small regular file whole.
package enum InputFile {
    /// The bytes of a file.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that it may have.
    ///   - code: the code of an error.
    ///   - what: the kind of file that is expected, for errors: "an Info.plist".
    /// - Throws: ``KeepAliveError``: missing, unreadable, not a regular file, or larger than `limit`.
    package static func bytes(
        of path: String, limit: Int, code: KeepAliveError.Code, what: String
    ) throws -> [UInt8] {
        func failure(_ text: String, _ remedy: String? = nil) -> KeepAliveError {
            KeepAliveError(code, "\(path): \(text)", remedy: remedy)
        }
        // Not blocking: a FIFO without a writer must not hang the runner.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure("\(Errno(rawValue: errno))", "Expected the path of \(what)") }
        defer { close(descriptor) }
        var information = stat()
        fstat(descriptor, &information)
        guard information.st_mode & S_IFMT == S_IFREG else {
            throw failure("not a regular file", "Expected the path of \(what)")
        }
        guard information.st_size <= limit else {
            throw failure("\(information.st_size) bytes are too many for \(what)", "The limit is \(limit) bytes")
        }
        do {
            return try SmallFile.readAll(descriptor, limit: limit + 1)
        } catch {
            throw failure("\(error)")
        }
    }

    /// Refuses what is no regular file, for one that is read later.
    ///
    /// - Throws: ``KeepAliveError``: missing, or not a regular file.
    package static func expectRegular(_ path: String, code: KeepAliveError.Code, what: String) throws {
        var information = stat()
        let error = stat(path, &information) == 0 ? nil : errno
        guard error == nil, information.st_mode & S_IFMT == S_IFREG else {
            let reason = error.map { "\(Errno(rawValue: $0))" } ?? "not a regular file"
            throw KeepAliveError(code, "\(path): \(reason)", remedy: "Expected the path of \(what)")
        }
    }

    /// The payload of a push: a file, or standard input for `-`.
    ///
    /// - Throws: ``KeepAliveError`` with code `payload`.
    package static func payload(_ path: String) throws -> [UInt8] {
        // Apple's limit is 4 KB; a little more may be white space.
        let limit = 32 << 10
        if path != "-" { return try bytes(of: path, limit: limit, code: .payload, what: "a payload, JSON") }
        do {
            let bytes = try SmallFile.readAll(STDIN_FILENO, limit: limit + 1)
            guard bytes.count <= limit else {
                throw KeepAliveError(.payload, "standard input: more than \(limit) bytes are no payload")
            }
            return bytes
        } catch let error as Errno {
            throw KeepAliveError(.payload, "standard input: \(error)")
        }
    }

    /// The text of a YAML file.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that it may have.
    ///   - what: the kind of file that is expected, for errors: "a scenario file".
    /// - Throws: ``KeepAliveError`` with code `usage`, as for ``bytes(of:limit:code:what:)``, or when it is not UTF-8.
    package static func yaml(of path: String, limit: Int, what: String) throws -> String {
        let bytes = try bytes(of: path, limit: limit, code: .usage, what: what)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw KeepAliveError(.usage, "\(path): not UTF-8 text", remedy: "Expected \(what), which is YAML")
        }
        return text
    }

    /// The files with a suffix in a directory and below it, in alphabetical order; for a path to a file, that file.
    package static func files(at path: String, suffix: String) -> [String] {
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR else { return [path] }
        guard let directory = opendir(path) else { return [path] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted().flatMap { name -> [String] in
            let child = "\(path)/\(name)"
            var information = stat()
            guard lstat(child, &information) == 0 else { return [] }
            if information.st_mode & S_IFMT == S_IFDIR { return files(at: child, suffix: suffix) }
            return name.hasSuffix(suffix) ? [child] : []
        }
    }

    /// Returns whether there is something at a path.
    package static func exists(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0
    }

    /// Returns whether a path leads to a directory.
    package static func isDirectory(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
    }
}
