import Foundation
import KeepAliveProtocol

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The connection of a request whose `networkServiceType` is VoIP. The system watches the connection while the app is
/// frozen, and wakes the app when data comes (SD-50; up to iOS 8).
///
/// Foundation does not reveal the socket of a request. The socket is therefore looked for among the sockets of the
/// process: a new socket to the request's server or, if Foundation reuses a connection, the socket that already exists.
final class TaggedRequest: TaggedConnection, @unchecked Sendable {
    private let host: String
    private let port: Int
    private let context: AppContext
    private let lock = NSLock()
    private var hasBegun = false
    private var isTagged = false
    /// A function that ends the wake for data, to be called when the app has been told of the data.
    private var onTold: (@Sendable () -> Void)?

    /// Creates the object for a request; `nil` if the request is not VoIP or has no server.
    init?(_ request: URLRequest, _ context: AppContext) {
        guard request.networkServiceType == .voip, let url = request.url, let host = url.host else { return nil }
        self.host = host
        port = url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
        self.context = context
    }

    /// Resumes the request, and asks the system to watch its connection once it is made.
    ///
    /// - Parameters:
    ///   - isRunning: returns whether the request is still running.
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

    /// Looks for the connection, with growing pauses, for about a minute. After this time the connection is given up.
    private func find(besides before: Set<UInt64>, while isRunning: @Sendable () -> Bool) {
        let servers = Set(SocketAddress.addresses(of: host, port: port))
        var pause = 0.005
        for _ in 0..<70 where isRunning() {
            let found = ConnectedSocket.ofProcess.filter { servers.contains($0.peer) }
            // If no new connection appears for a while, Foundation has reused the connection of an earlier request.
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

    /// Called when the app was woken for data. Foundation reads the data at once, on a thread of its own.
    func isWoken(_ done: @escaping @Sendable () -> Void) -> Bool {
        let isMine = lock.withLock {
            guard isTagged, onTold == nil else { return false }
            onTold = done
            return true
        }
        // If the app is told of nothing within 0.3 s, such as for a part of an answer, the wake ends all the same.
        if isMine { context.after(0.3) { [weak self] in self?.told() } }
        return isMine
    }

    /// Ends the wake for data, as the app has been told of something.
    func told() {
        let done = lock.withLock {
            defer { onTold = nil }
            return onTold
        }
        if let done { context.onMain(done) }
    }
}

/// A socket of this process that is connected over IP.
struct ConnectedSocket {
    let descriptor: CInt
    let inode: UInt64
    /// The address and the port at the other end.
    let peer: SocketAddress.Server

    /// All such sockets of this process.
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
