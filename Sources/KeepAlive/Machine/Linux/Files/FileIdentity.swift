import Glibc
import KeepAlivePolicy

/// The identity of the file that a path leads to. Two paths to one file have the same identity.
enum FileIdentity: Hashable {
    /// A file that is there.
    case existing(device: dev_t, inode: ino_t)
    /// A file that is not there yet, by its future directory and its name.
    case missing(device: dev_t, inode: ino_t, name: String)

    /// The file that is open as a descriptor; `nil` when none is.
    init?(descriptor: CInt) {
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { return nil }
        self = .existing(device: information.st_dev, inode: information.st_ino)
    }

    /// The file at a path, there or not yet there; `nil` when its directory is missing, too.
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

    /// The directory and the name of a path.
    static func parts(of path: String) -> (directory: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let directory = path[..<slash]
        return (directory.isEmpty ? "/" : String(directory), String(path[path.index(after: slash)...]))
    }

    /// Follows the symbolic links at the end of a path, also when they lead to nothing yet.
    static func target(of path: String) -> String {
        var path = path
        // Linux gives up after 40 links, too.
        for _ in 0..<40 {
            guard let link = SmallFile.link(path) else { return path }
            path = link.hasPrefix("/") ? link : "\(parts(of: path).directory)/\(link)"
        }
        return path
    }
}

/// Refuses outputs that would destroy each other or an input.
package enum OutputConflict {
    /// Compares the files by their identity, not by their names.
    ///
    /// Only regular files count, and files that are not there yet. Two outputs may share a pipe, a device, or the file
    /// of standard output or standard error.
    ///
    /// - Parameters:
    ///   - outputs: the options that name a file to write, with their values.
    ///   - inputs: the files that are read.
    /// - Throws: ``KeepAliveError`` with code `usage`, before anything is opened or changed.
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
