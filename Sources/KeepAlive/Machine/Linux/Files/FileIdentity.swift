import Glibc
import KeepAlivePolicy

/// The identity of the file at a path. Two paths to one file have the same identity.
enum FileIdentity: Hashable {
    case existing(device: dev_t, inode: ino_t)
    /// A file that does not exist yet, identified by its future directory and its name.
    case missing(device: dev_t, inode: ino_t, name: String)

    /// Creates the identity of an open file; `nil` if the descriptor is not open.
    init?(descriptor: CInt) {
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { return nil }
        self = .existing(device: information.st_dev, inode: information.st_ino)
    }

    /// Creates the identity of the file at a path, whether the file exists or not; `nil` if its directory does not
    /// exist either.
    init?(path: String) {
        var information = stat()
        if stat(path, &information) == 0 {
            self = .existing(device: information.st_dev, inode: information.st_ino)
            return
        }
        let (directory, name) = Self.parts(of: Self.target(of: path))
        guard !name.isEmpty, stat(directory, &information) == 0 else { return nil }
        self = .missing(device: information.st_dev, inode: information.st_ino, name: name)
    }

    /// Splits a path into the directory and the name.
    static func parts(of path: String) -> (directory: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let directory = path[..<slash]
        return (directory.isEmpty ? "/" : String(directory), String(path[path.index(after: slash)...]))
    }

    /// Follows the symbolic links at the end of a path, even if the last link leads to a missing file.
    static func target(of path: String) -> String {
        var path = path
        // Follow at most 40 links, as Linux does.
        for _ in 0..<40 {
            guard let link = SmallFile.link(path) else { return path }
            path = link.hasPrefix("/") ? link : "\(parts(of: path).directory)/\(link)"
        }
        return path
    }
}

/// Detects output files that would overwrite each other or an input file.
package enum OutputConflict {
    /// Checks that no output is the same file as another output or an input. The files are compared by identity, not by
    /// name.
    ///
    /// Only regular files and files that do not exist yet are compared. Two outputs may share a pipe, a device, or the
    /// file of standard output or standard error.
    ///
    /// - Parameters:
    ///   - outputs: the options that name an output file, each with its value.
    ///   - inputs: the paths of the files that are read.
    /// - Throws: ``KeepAliveError`` with code `usage`. The check itself opens and changes no file.
    package static func check(outputs: [(option: String, path: String?)], inputs: [String]) throws {
        let read = Dictionary(inputs.compactMap { path in FileIdentity(path: path).map { ($0, path) } }) { first, _ in
            first
        }
        var written: [FileIdentity: String] = [:]
        for (option, path) in outputs {
            guard let path, path != "-", let identity = identity(ofOutput: path) else { continue }
            if let input = read[identity] {
                throw KeepAliveError(.usage, "\(option) \(path) would overwrite \(input), which is read")
            }
            if let other = written.updateValue(option, forKey: identity) {
                throw KeepAliveError(
                    .usage, "\(other) and \(option) name the same file, \(path): one would overwrite the other")
            }
        }
    }

    private static func identity(ofOutput path: String) -> FileIdentity? {
        guard OutputDescriptor.standard(at: path) == nil else { return nil }
        var information = stat()
        if stat(path, &information) == 0, information.st_mode & S_IFMT != S_IFREG { return nil }
        return FileIdentity(path: path)
    }
}
