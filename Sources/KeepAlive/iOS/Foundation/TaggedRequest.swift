import Foundation
import KeepAliveProtocol

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The connection of a request whose `networkServiceType` is VoIP. The system watches the connection while the app is
/// frozen, and resumes the app when data arrives (SD-50; up to iOS 8).
///
/// Foundation does not expose the socket of a request, so it is looked up among the sockets of the process: a new
/// socket to the request's server or, if Foundation reuses a connection, an older socket to this server.
final class TaggedRequest: TaggedConnection, @unchecked Sendable {
    private let host: String
    private let port: Int
    private let context: AppContext
    private let lock = NSLock()
    private var hasBegun = false
    private var isTagged = false
    /// Ends the wake for data; called once the app has been informed of the data.
    private var onTold: (@Sendable () -> Void)?

    /// Creates the connection of a request; `nil` if the request is not VoIP or its URL has no host.
    init?(_ request: URLRequest, _ context: AppContext) {
        guard request.networkServiceType == .voip, let url = request.url, let host = url.host else { return nil }
        self.host = host
        port = url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
        self.context = context
    }

    /// Resumes the request, and asks the system to watch the request's connection once it is established.
    ///
    /// - Parameters:
    ///   - isRunning: returns true while the request is running.
    ///   - resume: resumes the request itself.
    func resume(while isRunning: @escaping @Sendable () -> Bool, _ resume: () -> Void) {
        let isFirst = lock.withLock {
            defer { hasBegun = true }
            return !hasBegun
        }
        guard isFirst else { return resume() }
        let before = Set(ConnectedSocket.ofProcess.map(\.inode))
        resume()
        Thread.detachNewThread { [self] in find(besides: before, while: isRunning) }
    }

    /// Looks for the request's socket for about a minute, with pauses that grow up to 1 s. Afterwards the search is
    /// given up.
    private func find(besides before: Set<UInt64>, while isRunning: @Sendable () -> Bool) {
        let servers = Set(SocketAddress.addresses(of: host, port: port))
        var pause = 0.005
        for _ in 0..<70 where isRunning() {
            let found = ConnectedSocket.ofProcess.filter { servers.contains($0.peer) }
            // If no new socket has appeared after some pauses, Foundation has reused the connection of an earlier
            // request.
            if let socket = found.first(where: { !before.contains($0.inode) }) ?? (pause > 0.1 ? found.first : nil) {
                return context.onMain { [self] in tag(socket) }
            }
            Thread.sleep(forTimeInterval: pause)
            pause = min(pause * 2, 1)
        }
    }

    private func tag(_ socket: ConnectedSocket) {
        lock.withLock { isTagged = true }
        TaggedStreams.of(context).add(self)
        context.send(CallMethods.tagSocket, passing: socket.descriptor)
    }

    /// Called when the system has resumed the app for data. Foundation reads the data at once, on a thread of its own.
    func isWoken(_ done: @escaping @Sendable () -> Void) -> Bool {
        let isMine = lock.withLock {
            guard isTagged, onTold == nil else { return false }
            onTold = done
            return true
        }
        // Foundation may have nothing to report, such as for a part of a response: the wake then ends after 0.3 s.
        if isMine { context.after(0.3) { [weak self] in self?.told() } }
        return isMine
    }

    /// Ends the wake for data, as Foundation has reported something to the app.
    func told() {
        let done = lock.withLock {
            defer { onTold = nil }
            return onTold
        }
        if let done { context.onMain(done) }
    }
}

/// A connected IP socket of this process.
struct ConnectedSocket {
    let descriptor: CInt
    let inode: UInt64
    /// The address and the port of the peer.
    let peer: SocketAddress.Server

    /// All connected IP sockets of this process.
    static var ofProcess: [ConnectedSocket] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.compactMap { CInt($0) }.compactMap(ConnectedSocket.init)
    }

    private init?(_ descriptor: CInt) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFSOCK else { return nil }
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let peer = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                getpeername(descriptor, pointer, &length) == 0 ? SocketAddress.Server(UnsafePointer(pointer)) : nil
            }
        }
        guard let peer else { return nil }
        self.descriptor = descriptor
        inode = UInt64(facts.st_ino)
        self.peer = peer
    }
}
