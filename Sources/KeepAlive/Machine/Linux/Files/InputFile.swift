import Glibc
import KeepAlivePolicy
import SystemPackage

/// Reads small regular files whole, and checks paths of input files.
package enum InputFile {
    /// Returns the bytes of a regular file.
    ///
    /// - Parameters:
    ///   - limit: the largest size of the file in bytes.
    ///   - code: the code of the errors that this function throws.
    ///   - what: the expected kind of file, for error messages, such as "an Info.plist".
    /// - Throws: ``KeepAliveError`` if the file is missing, unreadable, not regular, or larger than `limit`.
    package static func bytes(
        of path: String, limit: Int, code: KeepAliveError.Code, what: String
    ) throws -> [UInt8] {
        func failure(_ text: String, _ remedy: String? = nil) -> KeepAliveError {
            KeepAliveError(code, "\(path): \(text)", remedy: remedy)
        }
        // O_NONBLOCK, because a FIFO without a writer must not block the runner.
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

    /// Returns the bytes of a report of a phone, read from a file, or from standard input for `-`.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` if there is no such file, or if it is larger than `limit` bytes.
    package static func report(_ path: String, limit: Int) throws -> [UInt8] {
        try bytesOrInput(of: path, limit: limit, code: .usage, what: "a report")
    }

    private static func bytesOrInput(
        of path: String, limit: Int, code: KeepAliveError.Code, what: String
    ) throws -> [UInt8] {
        if path != "-" { return try bytes(of: path, limit: limit, code: code, what: what) }
        do {
            let bytes = try SmallFile.readAll(STDIN_FILENO, limit: limit + 1)
            guard bytes.count <= limit else {
                throw KeepAliveError(code, "standard input: more than \(limit) bytes are too many for \(what)")
            }
            return bytes
        } catch let error as Errno {
            throw KeepAliveError(code, "standard input: \(error)")
        }
    }

    /// Checks that a path leads to a regular file, which is read later.
    ///
    /// - Throws: ``KeepAliveError`` if the file is missing or not regular.
    package static func expectRegular(_ path: String, code: KeepAliveError.Code, what: String) throws {
        var information = stat()
        let error = stat(path, &information) == 0 ? nil : errno
        guard error == nil, information.st_mode & S_IFMT == S_IFREG else {
            let reason = error.map { "\(Errno(rawValue: $0))" } ?? "not a regular file"
            throw KeepAliveError(code, "\(path): \(reason)", remedy: "Expected the path of \(what)")
        }
    }

    /// Returns the payload of a push, read from a file, or from standard input for `-`.
    ///
    /// - Throws: ``KeepAliveError`` with code `payload`.
    package static func payload(_ path: String) throws -> [UInt8] {
        // Apple's limit is 4 KB. This limit is higher, because the JSON may contain white space.
        try bytesOrInput(of: path, limit: 32 << 10, code: .payload, what: "a payload, JSON")
    }

    /// Returns the text of a YAML file.
    ///
    /// - Parameters:
    ///   - limit: the largest size of the file in bytes.
    ///   - what: the expected kind of file, for error messages, such as "a scenario file".
    /// - Throws: ``KeepAliveError`` with code `usage`: for the reasons of ``bytes(of:limit:code:what:)``, or if the
    ///   text is not UTF-8.
    package static func yaml(of path: String, limit: Int, what: String) throws -> String {
        let bytes = try bytes(of: path, limit: limit, code: .usage, what: what)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw KeepAliveError(.usage, "\(path): not UTF-8 text", remedy: "Expected \(what), which is YAML")
        }
        return text
    }

    /// Returns the files with a suffix in a directory and its subdirectories, in alphabetical order. Hidden files are
    /// left out. For a path that is not a directory, returns only that path.
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

    /// Returns whether a file of any kind exists at a path.
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
