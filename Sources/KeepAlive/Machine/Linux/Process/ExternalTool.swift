import CLinux
import Glibc
import KeepAlivePolicy
import SystemPackage

/// A program of the distribution that KeepAlive runs, and the package that has it.
struct ExternalTool: Sendable, Equatable {
    /// The name of the program.
    let name: String
    /// The Debian package.
    let package: String
    /// The purpose of the program, as the end of "… is not installed: it is needed".
    let purpose: String

    /// The sound server.
    static let pulseaudio = ExternalTool(
        name: "pulseaudio", package: "pulseaudio", purpose: "for a private sound device")
    /// The other sound server, and its session manager.
    static let pipewire = ExternalTool(name: "pipewire", package: "pipewire", purpose: "for a private sound device")
    static let wireplumber = ExternalTool(
        name: "wireplumber", package: "wireplumber", purpose: "for a private sound device")
    /// The client of a sound server; PipeWire's server takes it, too.
    static let pactl = ExternalTool(
        name: "pactl", package: "pulseaudio-utils", purpose: "to lower other apps' sound")
    /// The receiver daemon.
    static let gpsd = ExternalTool(name: "gpsd", package: "gpsd", purpose: "for a private location receiver")
    /// The converter between track formats.
    static let gpsbabel = ExternalTool(name: "gpsbabel", package: "gpsbabel", purpose: "to read GPX files")
    /// Runs a program in namespaces of its own; part of util-linux.
    static let unshare = ExternalTool(name: "unshare", package: "util-linux", purpose: "to isolate a daemon")

    /// The directories of daemons; a user's `PATH` seldom has them.
    private static let systemDirectories = [
        "/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/local/bin", "/usr/bin", "/bin",
    ]

    /// The absolute path of the program, or `nil` when it is not installed.
    ///
    /// - Parameter searchPath: a `PATH`; the system's own directories come after it.
    func find(searchPath: String? = getenv("PATH").map { String(cString: $0) }) -> String? {
        let listed = (searchPath ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        return (listed + Self.systemDirectories).lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// The absolute path of the program.
    ///
    /// - Throws: ``KeepAliveError`` with code `location` and the command that installs it.
    func require(searchPath: String? = getenv("PATH").map { String(cString: $0) }) throws -> String {
        guard let path = find(searchPath: searchPath) else {
            throw KeepAliveError(
                .location, "\(name) is not installed: it is needed \(purpose)",
                remedy: "Install it with: apt-get install \(package)")
        }
        return path
    }
}

/// A file in memory for the output of a child, such as its complaints. Unlike a pipe, it never becomes full.
final class ScratchFile {
    /// The descriptor to give to the child.
    let descriptor: CInt

    /// Creates the file.
    ///
    /// - Throws: `Errno` of memfd_create(2).
    init(_ name: String) throws(Errno) {
        descriptor = try valueOrErrno(clinux_scratch_file(name))
    }

    deinit { Glibc.close(descriptor) }

    /// The first 4 KiB of the output.
    var beginning: String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = pread(descriptor, &buffer, buffer.count, 0)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }

    /// The first line of the output, or `nil`.
    var firstLine: String? { beginning.split(whereSeparator: \.isNewline).first.map(String.init) }

    /// Returns the whole output; `nil` when it is longer than a limit.
    func content(limit: Int) -> [UInt8]? {
        let size = lseek(descriptor, 0, SEEK_END)
        guard size >= 0, size <= limit else { return nil }
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            while filled < size {
                let rest = UnsafeMutableBufferPointer(rebasing: buffer[filled..<size])
                let count = pread(descriptor, rest.baseAddress, rest.count, filled)
                if count <= 0 { break }
                filled += count
            }
        }
    }
}
