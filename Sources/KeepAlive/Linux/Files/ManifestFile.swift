import Glibc
import SystemPackage

/// Loads an Info.plist from disk.
package enum ManifestFile {
    /// Reads and decodes a manifest.
    ///
    /// - Throws: ``KeepAliveError`` with code `manifest`: missing, unreadable, not a regular file, larger than
    ///   ``ManifestDecoder/sizeMaxBytes``, or anything that the decoder refuses.
    package static func load(_ path: String) throws -> Manifest {
        func failure(_ what: String, _ remedy: String? = nil) -> KeepAliveError {
            KeepAliveError(.manifest, "\(path): \(what)", remedy: remedy)
        }
        // Not blocking: a FIFO without a writer must not hang the runner.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw failure("\(Errno(rawValue: errno))", "--info-plist takes the path of an Info.plist")
        }
        defer { close(descriptor) }
        var information = stat()
        fstat(descriptor, &information)
        guard information.st_mode & S_IFMT == S_IFREG else {
            throw failure("not a regular file", "--info-plist takes the path of an Info.plist")
        }
        guard information.st_size <= ManifestDecoder.sizeMaxBytes else {
            throw failure(
                "\(information.st_size) bytes are too many for an Info.plist",
                "The limit is \(ManifestDecoder.sizeMaxBytes) bytes")
        }
        do {
            return try ManifestDecoder.decode(
                try SmallFile.readAll(descriptor, limit: ManifestDecoder.sizeMaxBytes + 1), path: path)
        } catch let error as Errno {
            throw failure("\(error)")
        }
    }
}
