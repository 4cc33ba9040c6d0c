import FoundationEssentials
import Glibc
import SystemPackage

/// A directory that this process makes for the files of a helper or of a run.
///
/// A guardian removes the directory if this process is killed. At a regular end, this object removes the directory
/// itself, because the guardian may have been killed before.
final class OwnDirectory {
    /// The absolute path of the directory.
    let path: String
    private var isRemoved = false

    /// Makes the directory, with mode 0700, in the first parent that can be written to.
    ///
    /// - Parameters:
    ///   - name: the beginning of the directory's name; random letters follow.
    ///   - parents: the absolute paths of the parents, in the order in which they are tried.
    /// - Throws: `Errno` of the last attempt.
    init(_ name: String, in parents: [String]) throws(Errno) {
        var lastError = Errno.noSuchFileOrDirectory
        for parent in parents {
            var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
            if mkdtemp(&template) != nil {
                path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
                return
            }
            lastError = Errno(rawValue: errno)
        }
        throw lastError
    }

    deinit { remove() }

    /// Removes the directory with its content. The processes that write into it must have ended.
    func remove() {
        guard !isRemoved else { return }
        isRemoved = true
        Self.removeTree(path)
    }

    /// Removes a directory with its content. A symbolic link is removed, not followed.
    static func removeTree(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
