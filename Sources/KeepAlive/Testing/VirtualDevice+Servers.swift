import Foundation
import KeepAlivePolicy
import KeepAlivePorts

/// Virtual servers in memory for the app's background sessions.
///
/// Sessions other than background sessions reach real servers in real time, as in any program.
extension VirtualDevice {
    /// Sets the resource at a URL, and replaces a former one. A URL without a resource cannot be reached, and iOS
    /// retries the transfer (UR-16).
    ///
    /// - Parameters:
    ///   - url: the URL in the app's request.
    ///   - body: the body of the response.
    ///   - status: the status code of the response.
    ///   - headers: the header fields of the response.
    ///   - credential: the user name and password without which the server answers with 401 (UR-02); `nil` for none.
    ///   - bytesPerSecond: the speed of the connection, above 0; the default is 1 MB/s.
    ///   - breaksAt: the byte offsets at which a connection breaks, in order; each applies once.
    public func serve(
        _ url: String, body: Data, status: Int = 200, headers: [String: String] = [:],
        credential: (user: String, password: String)? = nil, bytesPerSecond: Double = 1e6, breaksAt: [Int64] = []
    ) {
        var resource = VirtualResource(
            bytes: Int64(body.count), bytesPerSecond: bytesPerSecond, status: status, breaksAt: breaksAt)
        resource.headers = headers
        resource.wants = credential.map { TransferCredential(user: $0.user, password: $0.password) }
        resource.body = [UInt8](body)
        transfers.serve(resource, at: url)
    }

    /// Sets a resource of zeros at a URL. An upload to this URL sends the same number of bytes.
    ///
    /// - Parameters:
    ///   - url: the URL in the app's request.
    ///   - bytes: the size in bytes of the response's body, or of an upload; not negative.
    ///   - status: the status code of the response.
    ///   - bytesPerSecond: the speed of the connection, above 0; the default is 1 MB/s.
    ///   - breaksAt: the byte offsets at which a connection breaks, in order; each applies once.
    public func serve(
        _ url: String, bytes: Int64, status: Int = 200, bytesPerSecond: Double = 1e6, breaksAt: [Int64] = []
    ) {
        transfers.serve(
            VirtualResource(bytes: bytes, bytesPerSecond: bytesPerSecond, status: status, breaksAt: breaksAt), at: url)
    }

    /// Makes every connection to a URL fail, so that iOS retries the transfer (UR-16).
    ///
    /// - Parameters:
    ///   - url: the URL in the app's request.
    ///   - code: the code of `NSURLErrorDomain`.
    public func refuse(_ url: String, code: URLError.Code = .cannotConnectToHost) {
        transfers.serve(VirtualResource(bytes: 0, failsWith: code.rawValue), at: url)
    }
}

/// The files of downloads from virtual servers, in a temporary directory that is removed with the device.
final class VirtualDeviceFiles: VirtualBodies {
    private let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("keepalive-device-\(UUID().uuidString)")
    private var lastNumber = 0

    deinit { if lastNumber > 0 { try? FileManager.default.removeItem(at: directory) } }

    func make(_ body: [UInt8]?, bytes: Int64) -> String? {
        lastNumber += 1
        let file = directory.appendingPathComponent("CFNetworkDownload_\(lastNumber).tmp")
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try Data(body ?? []).write(to: file, options: .withoutOverwriting)
            if body == nil {
                // A file that is extended without writing contains zeros and takes no disk space.
                let handle = try FileHandle(forWritingTo: file)
                try handle.truncate(atOffset: UInt64(bytes))
                try handle.close()
            }
        } catch {
            return nil
        }
        return file.path
    }

    func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
