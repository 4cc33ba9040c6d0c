import KeepAliveLinux
import KeepAliveMeasurement
import KeepAlivePolicy

/// Finds the energy profile that a user names.
package enum EnergyProfileFile {
    /// Loads a profile that comes with the program, or that of a file.
    ///
    /// - Parameter name: a built-in profile's name, or a path: anything with a slash or a point in it.
    /// - Throws: ``KeepAliveError`` with code `usage`, naming the file and the line or key.
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
