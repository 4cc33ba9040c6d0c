import CLinux
import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// Watches the tagged sockets of a frozen app (SD-50).
///
/// While the app runs, the sockets are its own: nothing of the runner keeps a connection open that the app has closed. When
/// it is frozen, the runner takes duplicates out of its process (pidfd_getfd(2)), and closes them when it is thawed. Where
/// a sandbox forbids that, or the app has so many descriptors that its own is not found, the runner keeps the duplicates that
/// the app has passed, and looks at each freeze whether the app still has them.
package final class TaggedSocketWatch: TaggedSockets {
    private final class Socket {
        let process: pid_t
        let handle: CInt
        let inode: UInt64
        /// The number of its descriptor in the process, as far as it is known.
        var number: CInt?
        /// The duplicate that is kept while the app runs; -1 for none.
        var kept: CInt
        /// The duplicate that is watched; -1 for none.
        var held: CInt = -1
        var watch: EventLoop.Watch?

        init(process: pid_t, handle: CInt, inode: UInt64, number: CInt?, kept: CInt) {
            self.process = process
            self.handle = handle
            self.inode = inode
            self.number = number
            self.kept = kept
        }

        /// True where the app still has it under the number by which it was found.
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
    /// More would be a mistake, or an attack: an app has one signalling socket.
    private static let socketsMax = 16

    private let takesOut: Bool

    /// Creates the part; nothing is watched yet.
    ///
    /// - Parameter takesOut: whether duplicates may be taken out of the app's process, where the kernel allows it.
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

    /// Forgets the sockets that the app has closed.
    private func forgetClosed() {
        for (socket, search) in look() where search == .absent {
            drop(socket)
            later { [self] in onReport?(.gone) }
        }
    }

    /// Looks where the sockets are: the app may have closed one, or have it under another number by now. A search costs what
    /// the app has in descriptors, so there is one for each process at most, and only for what is not where it was.
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

    /// Something has come. It is told once: the app reads it when it runs.
    private func happened(_ interest: EventLoop.Interest, to socket: Socket) {
        // In this order: what has ended gets no more bytes.
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
            // Urgent data is not counted, and a stream of another kind may count nothing.
            letGo(socket)
            onReport?(.data(bytes: 1))
        } else if !interest.isDisjoint(with: .broken) {
            // An error in its queue would be reported for ever.
            letGo(socket)
        }
        // Otherwise another process of the app, or one outside of it, has read it.
    }

    private func letGo(_ socket: Socket) {
        if let watch = socket.watch { loop.unwatch(watch) }
        socket.watch = nil
        if socket.held != -1, socket.held != socket.kept { clinux_close_foreign(socket.held) }
        socket.held = -1
    }

    private func drop(_ socket: Socket) { sockets.removeAll { $0 === socket } }

    /// Reports after the order that the report follows from.
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
