import Foundation
import KeepAlivePolicy
import KeepAlivePorts

/// Servers that exist in memory, for the background sessions of the app.
///
/// A session that is not one for the background transfers as in any program: it reaches real servers, in real time.
extension VirtualDevice {
    /// Puts a resource at an address, in place of what was there. An address without one cannot be reached: the system
    /// tries again (UR-16).
    ///
    /// - Parameters:
    ///   - url: the address, as the app's request has it.
    ///   - body: the body of the answer.
    ///   - status: the status of the answer.
    ///   - headers: its header fields.
    ///   - credential: the name and the password without which the server answers with 401 (UR-02).
    ///   - bytesPerSecond: the speed of the connection, above 0; 1 MB/s by default.
    ///   - breaksAt: the bytes after which a connection breaks, in order, each once.
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

    /// Puts so many zeros at an address; an upload to it sends so many.
    ///
    /// - Parameters:
    ///   - url: the address, as the app's request has it.
    ///   - bytes: the size of the body of the answer, or of an upload; not negative.
    ///   - status: the status of the answer.
    ///   - bytesPerSecond: the speed of the connection, above 0; 1 MB/s by default.
    ///   - breaksAt: the bytes after which a connection breaks, in order, each once.
    public func serve(
        _ url: String, bytes: Int64, status: Int = 200, bytesPerSecond: Double = 1e6, breaksAt: [Int64] = []
    ) {
        transfers.serve(
            VirtualResource(bytes: bytes, bytesPerSecond: bytesPerSecond, status: status, breaksAt: breaksAt), at: url)
    }

    /// Makes every connection to an address fail: the system tries again (UR-16).
    ///
    /// - Parameters:
    ///   - url: the address, as the app's request has it.
    ///   - code: the code of `NSURLErrorDomain`.
    public func refuse(_ url: String, code: URLError.Code = .cannotConnectToHost) {
        transfers.serve(VirtualResource(bytes: 0, failsWith: code.rawValue), at: url)
    }
}

/// The files of what the app has downloaded from servers in memory, in a directory that goes with the device.
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
                // Zeros take no room.
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
