import FoundationEssentials
import Glibc
import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveXcode

/// Reads packages of Swift by the tool that they are written for.
enum ManifestReader {
    /// Returns the package in a folder.
    ///
    /// Its manifest is a program, which `swift package` runs, as `swift build` does. It gets a minute.
    ///
    /// - Throws: ``KeepAliveError`` with code `manifest` if it cannot be read.
    static func package(in folder: String) throws -> LocalPackage {
        let command =
            "timeout 60 swift package --package-path \(Machine.quoted(folder)) dump-package 2>/dev/null </dev/null"
        guard let pipe = popen(command, "r") else {
            throw KeepAliveError(.manifest, "no program can be started: \(String(cString: strerror(errno)))")
        }
        var description = Data()
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = fread(&buffer, 1, buffer.count, pipe)
            guard count > 0 else { break }
            description.append(contentsOf: buffer.prefix(count))
        }
        let status = pclose(pipe)
        guard status == 0 else {
            throw KeepAliveError(
                .manifest,
                "its Package.swift cannot be read: 'swift package --package-path \(Machine.quoted(folder)) dump-package' says why"
            )
        }
        return try LocalPackage(folder: folder, description: description)
    }
}
