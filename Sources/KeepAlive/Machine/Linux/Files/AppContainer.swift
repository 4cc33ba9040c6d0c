import Glibc
import KeepAlivePolicy
import SystemPackage

/// The directory of one app, with the layout of an app's container on iOS.
package struct AppContainer {
    /// The environment variable with the path of the app's Info.plist, for apps that look up its keys at run time.
    package static let infoPlistVariable = "KEEPALIVE_INFO_PLIST"

    /// The directories that each container has. Source: Apple, File System Programming Guide, "The App Sandbox".
    private static let directories = ["Documents", "Library", "Library/Caches", "Library/Preferences", "tmp"]

    private let path: String

    /// - Parameter path: the path of the container, which ``make(_:)`` has made before.
    package init(_ path: String) { self.path = path }

    /// Makes the container and its directories unless they exist.
    ///
    /// - Parameter path: the path of the container. Missing directories above the container are made, too.
    /// - Throws: ``KeepAliveError`` with code `output`.
    package static func make(_ path: String) throws {
        // The directories above the container may be missing; they are made as `mkdir -p` does.
        var above = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/").dropLast() {
            above += "/" + part
            if mkdir(above, 0o755) != 0, errno != EEXIST, errno != EISDIR {
                throw KeepAliveError(.output, "the app's container \(path): \(above): \(Errno(rawValue: errno))")
            }
        }
        if mkdir(path, 0o755) != 0, errno != EEXIST {
            throw KeepAliveError(.output, "the app's container \(path): \(Errno(rawValue: errno))")
        }
        guard InputFile.isDirectory(path) else {
            throw KeepAliveError(.output, "the app's container \(path): not a directory")
        }
        for name in directories {
            do throws(Errno) {
                _ = try ContainedDirectory(name, in: path, mode: 0o755)
            } catch {
                throw KeepAliveError(
                    .output, "the app's container \(path): \(name) is no directory of it: \(error)")
            }
        }
    }

    /// Returns the names of the files in the `Documents` of a container, sorted. The name of a directory ends with a
    /// slash. Hidden files and the inbox are left out.
    package static func documents(in container: String) -> [String] {
        guard let directory = try? ContainedDirectory("Documents", in: container, mode: nil) else { return [] }
        let names = ((try? directory.names()) ?? []).filter { !$0.hasPrefix(".") && $0 != "Inbox" }
        return names.sorted().map { name in
            directory.information(of: name).map { $0.st_mode & S_IFMT == S_IFDIR } == true ? name + "/" : name
        }
    }

    /// Returns an environment in which the container is the home directory. `CFFIXED_USER_HOME` is set, too, because
    /// Foundation reads this variable before `HOME`, and may take `HOME` from the user database instead.
    package func environment(from environment: [RawText]) -> [RawText] {
        let variables = ["HOME": path, "CFFIXED_USER_HOME": path, "TMPDIR": path + "/tmp"]
        return environment.filter { entry in !variables.keys.contains { entry.text.hasPrefix("\($0)=") } }
            + variables.sorted { $0.key < $1.key }.map { RawText("\($0.key)=\($0.value)") }
    }
}
