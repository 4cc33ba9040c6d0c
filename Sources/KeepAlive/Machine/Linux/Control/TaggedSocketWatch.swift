import CLinux
import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// Watches the tagged sockets of a frozen app (SD-50), and reports arriving data, which thaws the app.
///
/// While the app runs, only the app has its sockets, so the runner keeps no connection open that the app has closed.
/// When the app is frozen, the runner duplicates the sockets from the app's process (pidfd_getfd(2)), and closes the
/// duplicates when the app is thawed. Where a sandbox forbids the duplication, or the app has so many file descriptors
/// that the socket's descriptor is not found, the runner keeps the duplicates that the app has passed, and checks at
/// each freeze whether the app still has the sockets.
package final class TaggedSocketWatch: TaggedSockets {
    private final class Socket {
        let process: pid_t
        /// A pidfd of the process; -1 if it could not be opened.
        let handle: CInt
        let inode: UInt64
        /// The socket's descriptor number in the app's process; `nil` if it is not known.
        var number: CInt?
        /// The duplicate that is kept while the app runs; -1 for none.
        var kept: CInt
        /// The duplicate that is watched while the app is frozen; -1 for none.
        var held: CInt = -1
        var watch: EventLoop.Watch?

        init(process: pid_t, handle: CInt, inode: UInt64, number: CInt?, kept: CInt) {
            self.process = process
            self.handle = handle
            self.inode = inode
            self.number = number
            self.kept = kept
        }

        /// True if the app still has the socket under the number under which it was found.
        var isWhereItWas: Bool { number.map { OpenSockets.has(inode, at: $0, in: process) } ?? false }

        deinit {
            if handle != -1 { Glibc.close(handle) }
            if kept != -1 { clinux_close_foreign(kept) }
        }
    }

    package var onReport: ((TaggedSocketReport) -> Void)?
    private let loop: EventLoop
    private var sockets: [Socket] = []
    private var isWatching = false
    /// The most tagged sockets. An app has one signalling socket, so more would be a mistake or an attack.
    private static let socketsMax = 16

    private let takesOut: Bool

    /// Creates the watch; no socket is watched yet.
    ///
    /// - Parameter takesOut: whether sockets may be duplicated from the app's process, where the kernel allows it.
    package init(loop: EventLoop, takesOut: Bool = true) {
        self.loop = loop
        self.takesOut = takesOut
    }

    deinit { forget() }

    @discardableResult
    package func tag(_ descriptor: Int32, of process: Int32) throws -> Bool {
        var isTaken = false
        defer { if !isTaken { clinux_close_foreign(descriptor) } }
        guard let inode = OpenSockets.inode(of: descriptor), Self.isConnectedStream(descriptor) else {
            throw KeepAliveError(.usage, "what is to be tagged is no connected stream socket, such as one of TCP")
        }
        guard !sockets.contains(where: { $0.inode == inode }) else { return false }
        forgetClosed()
        guard sockets.count < Self.socketsMax else {
            throw KeepAliveError(.usage, "\(Self.socketsMax) sockets are tagged already")
        }
        let handle = clinux_pidfd_open(process)
        var left = OpenSockets.descriptorsMax.search
        var number: CInt?
        if case .found(let found)? = OpenSockets.find([inode], in: process, left: &left)[inode] { number = found }
        let probe = takesOut ? number.map { clinux_pidfd_getfd(handle, $0) } ?? -1 : -1
        if probe != -1 { clinux_close_foreign(probe) }
        isTaken = probe == -1
        sockets.append(
            Socket(process: process, handle: handle, inode: inode, number: number, kept: isTaken ? descriptor : -1))
        return true
    }

    /// Forgets the sockets that the app has closed, and reports each of them.
    private func forgetClosed() {
        for (socket, search) in look() where search == .absent {
            drop(socket)
            later { [self] in onReport?(.gone) }
        }
    }

    /// Searches for the sockets in the app's processes: the app may have closed a socket, or may have it under another
    /// number by now. The cost of a search grows with the app's descriptors. So each process is searched at most once,
    /// and only for the sockets that no longer have the number under which they were found.
    private func look() -> [(socket: Socket, search: OpenSockets.Search)] {
        var left = OpenSockets.descriptorsMax.search
        var found: [pid_t: [UInt64: OpenSockets.Search]] = [:]
        let moved = sockets.filter { !$0.isWhereItWas }
        for (process, sockets) in Dictionary(grouping: moved, by: \.process) {
            found[process] = OpenSockets.find(Set(sockets.map(\.inode)), in: process, left: &left)
        }
        return sockets.map { socket in
            let search = found[socket.process]?[socket.inode] ?? socket.number.map { .found($0) } ?? .unknown
            if case .found(let number) = search { socket.number = number }
            return (socket, search)
        }
    }

    package var inodes: Set<UInt64> { Set(sockets.map(\.inode)) }

    package func forget() {
        watch(false)
        sockets.removeAll()
    }

    package func watch(_ isOn: Bool) {
        guard isOn != isWatching else { return }
        isWatching = isOn
        if isOn {
            for (socket, search) in look() { hold(socket, search) }
        } else {
            for socket in sockets { letGo(socket) }
        }
    }

    private func hold(_ socket: Socket, _ search: OpenSockets.Search) {
        switch search {
        case .found(let number):
            socket.held = socket.kept == -1 ? clinux_pidfd_getfd(socket.handle, number) : socket.kept
        case .absent: break
        case .unknown: socket.held = socket.kept
        }
        if socket.held != -1, OpenSockets.inode(of: socket.held) == socket.inode {
            socket.watch = try? loop.watch(socket.held, for: .readable) { [unowned self] in happened($0, to: socket) }
        }
        guard socket.watch == nil else { return }
        letGo(socket)
        later { [self] in
            drop(socket)
            onReport?(search == .unknown ? .lost : .gone)
        }
    }

    /// Reports an event of a socket once; the app reads the data when it runs.
    private func happened(_ interest: EventLoop.Interest, to socket: Socket) {
        // Read the state before the byte count, because a stream that has ended receives no more bytes.
        let state = clinux_peek_state(socket.held)
        let bytes = clinux_unread_bytes(socket.held)
        if bytes > 0 {
            letGo(socket)
            onReport?(.data(bytes: Int(bytes)))
        } else if state & CLINUX_HAS_ENDED != 0 {
            letGo(socket)
            drop(socket)
            onReport?(.closed)
        } else if clinux_peek_state(socket.held) & CLINUX_HAS_BYTES != 0 {
            // The byte count omits urgent data, and may be 0 for other kinds of streams, so report one byte.
            letGo(socket)
            onReport?(.data(bytes: 1))
        } else if !interest.isDisjoint(with: .broken) {
            // An error in the socket's queue would be reported forever, so stop watching.
            letGo(socket)
        }
        // Otherwise another process, of the app or outside of it, has read the data.
    }

    private func letGo(_ socket: Socket) {
        if let watch = socket.watch { loop.unwatch(watch) }
        socket.watch = nil
        if socket.held != -1, socket.held != socket.kept { clinux_close_foreign(socket.held) }
        socket.held = -1
    }

    private func drop(_ socket: Socket) { sockets.removeAll { $0 === socket } }

    /// Runs `body`, which makes a report, in a later turn of the event loop, so that the call that caused the report
    /// returns first.
    private func later(_ body: @escaping () -> Void) { _ = loop.schedule(at: loop.now, body) }

    // MARK: Descriptors

    private static func isConnectedStream(_ descriptor: CInt) -> Bool {
        var type: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0, type == CInt(SOCK_STREAM.rawValue) else {
            return false
        }
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) == 0 }
        }
    }
}
