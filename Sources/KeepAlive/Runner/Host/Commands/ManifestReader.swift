import KeepAliveLinux
import KeepAlivePolicy
import KeepAliveXcode
import Synchronization

/// Reads Swift packages with `swift package`.
enum ManifestReader {
    private static let known = Mutex<[String: LocalPackage]>([:])

    /// Reads the package in a folder, once.
    ///
    /// The manifest is a program, which `swift package` runs just as `swift build` does. The time limit is one
    /// minute.
    ///
    /// - Throws: ``KeepAliveError`` with code `manifest` if the package cannot be read.
    static func package(in folder: String) throws -> LocalPackage {
        if let package = known.withLock({ $0[folder] }) { return package }
        let command = "swift package --package-path \(Machine.quoted(folder)) dump-package"
        guard let description = ProgramOutput.of(command, seconds: 60) else {
            throw KeepAliveError(.manifest, "its Package.swift cannot be read: '\(command)' says why")
        }
        let package = try LocalPackage(folder: folder, description: description)
        known.withLock { $0[folder] = package }
        return package
    }
}
