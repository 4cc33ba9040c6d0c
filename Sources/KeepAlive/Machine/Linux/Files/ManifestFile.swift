import KeepAliveFormats
import KeepAlivePolicy

/// Loads an Info.plist from disk.
package enum ManifestFile {
    /// Reads and decodes a manifest.
    ///
    /// - Throws: ``KeepAliveError`` with code `manifest`: missing, unreadable, not a regular file, larger than
    ///   ``ManifestDecoder/sizeMaxBytes``, or anything that the decoder refuses.
    package static func load(_ path: String) throws -> Manifest {
        let bytes = try InputFile.bytes(
            of: path, limit: ManifestDecoder.sizeMaxBytes, code: .manifest, what: "an Info.plist")
        return try ManifestDecoder.decode(bytes, path: path)
    }
}
