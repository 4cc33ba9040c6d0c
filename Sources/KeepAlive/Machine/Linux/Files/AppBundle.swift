import Glibc
import KeepAlivePolicy
import SystemPackage

/// An app's bundle as on iOS: a folder with the program, the Info.plist and the resources. An app in its bundle finds
/// its resources, because Foundation takes the folder of the program as the main bundle.
package enum AppBundle {
    /// Puts a program into a bundle: as a hard link if possible, otherwise as a copy.
    ///
    /// - Parameters:
    ///   - program: a name to look up in `PATH`, or a path.
    ///   - bundle: the path of the bundle's folder. A file in the folder with the program's name is replaced.
    /// - Returns: the program's path in the bundle.
    /// - Throws: ``KeepAliveError`` with code `usage` if the bundle is not a folder; with code `commandNotFound` or
    ///   `commandNotExecutable` if the program cannot be executed; with code `output` if the folder cannot be written.
    package static func place(_ program: String, in bundle: String) throws -> String {
        guard InputFile.isDirectory(bundle) else {
            throw KeepAliveError(
                .usage, "--bundle \(bundle): no such folder",
                remedy: "'keepalive-run init' makes one, with the Info.plist and links to the resources")
        }
        let source = try CommandResolver.resolve(program, path: getenv("PATH").map { String(cString: $0) })
        let name = source.split(separator: "/").last.map(String.init) ?? source
        let place = try Machine.fullPath(bundle) + "/" + name
        var (old, new) = (stat(), stat())
        if stat(source, &new) == 0, stat(place, &old) == 0, old.st_ino == new.st_ino, old.st_dev == new.st_dev {
            return place
        }
        // Another keepalive-run may start the old program at any time, so rename(2) replaces the old program in one
        // step.
        let fresh = "\(place).\(getpid())"
        do throws(Errno) {
            if linkat(AT_FDCWD, source, AT_FDCWD, fresh, AT_SYMLINK_FOLLOW) != 0 {
                try copy(source, to: fresh, mode: new.st_mode & 0o777)
            }
            guard rename(fresh, place) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            unlink(fresh)
            throw KeepAliveError(.output, "\(place) cannot be written: \(error)")
        }
        return place
    }

    private static func copy(_ source: String, to path: String, mode: mode_t) throws(Errno) {
        let input = try valueOrErrno(open(source, O_RDONLY | O_CLOEXEC))
        defer { close(input) }
        let output = try valueOrErrno(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode))
        defer { close(output) }
        while true {
            let count = sendfile(output, input, nil, 1 << 30)
            guard count >= 0 else { throw Errno(rawValue: errno) }
            if count == 0 { return }
        }
    }
}
