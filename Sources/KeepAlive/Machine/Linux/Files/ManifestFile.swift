import KeepAliveFormats
import KeepAlivePolicy

/// Loads an Info.plist from disk.
package enum ManifestFile {
    /// Reads and decodes a manifest.
    ///
    /// - Throws: ``KeepAliveError`` with code `manifest` if the file is missing, unreadable, not regular or larger
    ///   than ``ManifestDecoder/sizeMaxBytes``, or if the decoder refuses the content.
    package static func load(_ path: String) throws -> Manifest {
        let bytes = try InputFile.bytes(
            of: path, limit: ManifestDecoder.sizeMaxBytes, code: .manifest, what: "an Info.plist")
        return try ManifestDecoder.decode(bytes, path: path)
    }
}
