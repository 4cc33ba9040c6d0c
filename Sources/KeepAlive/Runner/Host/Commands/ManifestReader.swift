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
        let command = "swift package --package-path \(Machine.quoted(folder)) dump-package"
        guard let description = ProgramOutput.of(command, seconds: 60) else {
            throw KeepAliveError(.manifest, "its Package.swift cannot be read: '\(command)' says why")
        }
        return try LocalPackage(folder: folder, description: description)
    }
}
