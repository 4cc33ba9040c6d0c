import CLinux
import Glibc
import KeepAlivePolicy
import SystemPackage

/// A program that KeepAlive runs but does not contain, and the Debian package that contains the program.
struct ExternalTool: Sendable, Equatable {
    /// The name of the program.
    let name: String
    /// The name of the Debian package.
    let package: String
    /// The purpose of the program, worded to follow "… is not installed: it is needed".
    let purpose: String

    /// PulseAudio, a sound server.
    static let pulseaudio = ExternalTool(
        name: "pulseaudio", package: "pulseaudio", purpose: "for a private sound device")
    /// PipeWire, the other sound server, and its session manager WirePlumber.
    static let pipewire = ExternalTool(name: "pipewire", package: "pipewire", purpose: "for a private sound device")
    static let wireplumber = ExternalTool(
        name: "wireplumber", package: "wireplumber", purpose: "for a private sound device")
    /// The command-line client of PulseAudio; it works with PipeWire's server, too.
    static let pactl = ExternalTool(
        name: "pactl", package: "pulseaudio-utils", purpose: "to lower other apps' sound")
    /// The daemon for location receivers.
    static let gpsd = ExternalTool(name: "gpsd", package: "gpsd", purpose: "for a private location receiver")
    /// The converter between file formats of tracks.
    static let gpsbabel = ExternalTool(name: "gpsbabel", package: "gpsbabel", purpose: "to read GPX files")
    /// The program that runs another program in its own namespaces.
    static let unshare = ExternalTool(name: "unshare", package: "util-linux", purpose: "to isolate a daemon")

    /// The directories in which distributions install daemons; a user's `PATH` often lacks some of them.
    private static let systemDirectories = [
        "/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/local/bin", "/usr/bin", "/bin",
    ]

    /// Returns the absolute path of the program, or `nil` if it is not installed.
    ///
    /// - Parameter searchPath: a value of `PATH`; the directories of daemons are searched after it.
    func find(searchPath: String? = getenv("PATH").map { String(cString: $0) }) -> String? {
        let listed = (searchPath ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        return (listed + Self.systemDirectories).lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Returns the absolute path of the program.
    ///
    /// - Throws: ``KeepAliveError`` with code `location` if the program is not installed. The remedy of the error tells
    ///   how to install the program.
    func require(searchPath: String? = getenv("PATH").map { String(cString: $0) }) throws -> String {
        guard let path = find(searchPath: searchPath) else {
            throw KeepAliveError(
                .location, "\(name) is not installed: it is needed \(purpose)",
                remedy: "Install it with: apt-get install \(package)")
        }
        return path
    }
}

/// A file in memory for the output of a child process, such as its error messages. Unlike a pipe, the file never
/// becomes full.
final class ScratchFile {
    /// The file descriptor to give to the child.
    let descriptor: CInt

    /// Creates an empty file.
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

    /// The first line of the output; `nil` if there is no output.
    var firstLine: String? { beginning.split(whereSeparator: \.isNewline).first.map(String.init) }

    /// Returns the whole output; `nil` if it has more than `limit` bytes.
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
