import Glibc
import KeepAlivePorts

/// The files of downloads from virtual servers, which exist only in memory. The files are in a temporary directory of
/// the run.
package final class VirtualBodyFiles: VirtualBodies {
    private var directory: String?
    private var lastNumber = 0

    package init() {}

    package func make(_ body: [UInt8]?, bytes: Int64) -> String? {
        if directory == nil {
            var template = Array("/tmp/keepalive-transfers-\(getpid())-XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { return nil }
            directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        guard let directory else { return nil }
        lastNumber += 1
        let path = "\(directory)/CFNetworkDownload_\(lastNumber).tmp"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor != -1 else { return nil }
        defer { Glibc.close(descriptor) }
        // A body without content becomes a sparse file of zeros, which takes no space.
        let isWritten =
            if let body {
                body.withUnsafeBytes { OutputDescriptor.writeAll($0, to: descriptor) == nil }
            } else {
                ftruncate(descriptor, Int(bytes)) == 0
            }
        guard isWritten else {
            unlink(path)
            return nil
        }
        return path
    }

    package func remove(_ path: String) { unlink(path) }

    /// Deletes the files that the app has not moved.
    package func close() {
        guard let directory else { return }
        for name in (try? SmallFile.list(directory)) ?? [] { unlink("\(directory)/\(name)") }
        rmdir(directory)
        self.directory = nil
    }
}
