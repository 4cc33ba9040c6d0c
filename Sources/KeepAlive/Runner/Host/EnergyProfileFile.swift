import KeepAliveLinux
import KeepAliveMeasurement
import KeepAlivePolicy

/// Loads the energy profile that a user names.
package enum EnergyProfileFile {
    /// Returns a built-in profile, or the profile in a file.
    ///
    /// - Parameter name: the name of a built-in profile, or the path of a file, which contains a slash or a dot.
    /// - Throws: ``KeepAliveError`` with code `usage`; the message names the file and the line or key.
    package static func load(_ name: String) throws -> EnergyProfile {
        if let profile = EnergyProfile.named(name) { return profile }
        guard name.contains("/") || name.contains(".") else {
            let names = EnergyProfile.builtInNames
            throw KeepAliveError(
                .usage, "no energy profile '\(name)'",
                remedy: NearestName.find(for: name, among: names).map { "Did you mean '\($0)'?" }
                    ?? "There are \(names.joined(separator: ", ")), and files of your own: ./FILE.json")
        }
        let bytes = try InputFile.bytes(
            of: name, limit: EnergyProfileReader.sizeMaxBytes, code: .usage, what: "an energy profile, which is JSON")
        return try EnergyProfileReader.profile(in: bytes, file: name)
    }
}
