import FoundationEssentials
import Glibc
import SystemPackage

/// A directory of this process's own, for the files of a helper or of a run.
///
/// A guardian removes it when this process is killed. Whoever has made it removes it at an end in order, also when the
/// guardian was killed before: then nobody else knows of it.
final class OwnDirectory {
    /// Its path.
    let path: String
    private var isRemoved = false

    /// Makes it, with mode 0700, in the first directory that can be written to.
    ///
    /// - Parameters:
    ///   - name: the beginning of its name.
    ///   - parents: absolute paths.
    /// - Throws: `Errno` of the last try.
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

    /// Removes it with its content. The processes that write into it have ended.
    func remove() {
        guard !isRemoved else { return }
        isRemoved = true
        Self.removeTree(path)
    }

    /// Removes a directory with its content; a symlink is removed, not followed.
    static func removeTree(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
