import Glibc
import KeepAlivePolicy
import SystemPackage

/// The directory that an app has for itself, laid out as the container of an app on iOS is.
package struct AppContainer {
    /// Names an app's Info.plist in its environment, for those that look keys up in it at run time.
    package static let infoPlistVariable = "KEEPALIVE_INFO_PLIST"

    /// What an app finds in it. Apple, File System Programming Guide: the app sandbox.
    private static let directories = ["Documents", "Library", "Library/Caches", "Library/Preferences", "tmp"]

    private let path: String

    /// Makes what is missing of it.
    ///
    /// - Parameter path: the directory; made too, with what is above it.
    /// - Throws: ``KeepAliveError`` with code `output`.
    package init(_ path: String) throws {
        self.path = path
        // As mkdir -p: what is above it may be missing, too.
        var above = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/").dropLast() {
            above += "/" + part
            if mkdir(above, 0o755) != 0, errno != EEXIST, errno != EISDIR {
                throw KeepAliveError(.output, "the app's container \(path): \(above): \(Errno(rawValue: errno))")
            }
        }
        for name in [""] + Self.directories.map({ "/" + $0 }) {
            guard mkdir(path + name, 0o755) != 0, errno != EEXIST else { continue }
            throw KeepAliveError(.output, "the app's container \(path)\(name): \(Errno(rawValue: errno))")
        }
        guard InputFile.isDirectory(path) else {
            throw KeepAliveError(.output, "the app's container \(path): not a directory")
        }
    }

    /// An environment in which the container is the home. Foundation asks for a variable of its own before `HOME`, which
    /// it takes from the user's database.
    package func environment(from environment: [RawText]) -> [RawText] {
        let variables = ["HOME": path, "CFFIXED_USER_HOME": path, "TMPDIR": path + "/tmp"]
        return environment.filter { entry in !variables.keys.contains { entry.text.hasPrefix("\($0)=") } }
            + variables.sorted { $0.key < $1.key }.map { RawText("\($0.key)=\($0.value)") }
    }
}
