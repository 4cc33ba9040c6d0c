import Foundation
import KeepAliveProtocol

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The connection of a request with `networkServiceType` VoIP: the system watches it while the app is frozen, and wakes the app
/// when data comes (SD-50; up to iOS 8).
///
/// Foundation does not say which socket a request has. It is looked for among those of the process: the one to the request's
/// server that was not there before, or, where Foundation uses a connection again, the one that was.
final class TaggedRequest: TaggedConnection, @unchecked Sendable {
    private let host: String
    private let port: Int
    private let context: AppContext
    private let lock = NSLock()
    private var hasBegun = false
    private var isTagged = false
    /// Called when the app has been told of the data that it was woken for.
    private var onTold: (@Sendable () -> Void)?

    /// Creates it; `nil` for a request of another type, or one that asks no server.
    init?(_ request: URLRequest, _ context: AppContext) {
        guard request.networkServiceType == .voip, let url = request.url, let host = url.host else { return nil }
        self.host = host
        port = url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
        self.context = context
    }

    /// Resumes the request, and has the system watch its connection once that is there.
    ///
    /// - Parameters:
    ///   - isRunning: returns whether the request goes on.
    ///   - resume: lets the request begin.
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

    /// Looks for the connection, at first often; no connection takes longer than a minute to be made.
    private func find(besides before: Set<UInt64>, while isRunning: @Sendable () -> Bool) {
        let servers = Set(SocketAddress.addresses(of: host, port: port))
        var pause = 0.005
        for _ in 0..<70 where isRunning() {
            let found = ConnectedSocket.ofProcess.filter { servers.contains($0.peer) }
            // One that was there already is Foundation's own of an earlier request, if no other one comes.
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

    /// The app was woken for data, which Foundation reads at once, on a thread of its own.
    func isWoken(_ done: @escaping @Sendable () -> Void) -> Bool {
        let isMine = lock.withLock {
            guard isTagged, onTold == nil else { return false }
            onTold = done
            return true
        }
        // A part of an answer that the app is not told of needs no more time.
        if isMine { context.after(0.3) { [weak self] in self?.told() } }
        return isMine
    }

    /// The app has been told of something.
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

    /// All of them.
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
