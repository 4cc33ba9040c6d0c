import CGPS
import Glibc
import SystemPackage

/// One thing that a gpsd told.
enum GPSDMessage: Equatable {
    /// Its release, such as `3.22`, and the version of its protocol.
    case version(release: String, major: Int, minor: Int)
    /// It has accepted the watch: reports follow.
    case watching
    /// The paths of the devices that it reads.
    case devices([String])
    /// A report of a receiver.
    case report(ReceiverReport)
    /// Anything else, such as satellites.
    case other
}

/// One connection of libgps and its 24 KB of state, which stay at one place on the heap.
final class GPSDSession {
    /// What a read brought.
    enum Reading: Equatable {
        /// One message.
        case message(GPSDMessage)
        /// Everything that had arrived is read.
        case drained
        /// The connection is over.
        case ended(cause: String)
    }

    private let data: UnsafeMutablePointer<gps_data_t>
    private var isOpen = false
    private var idleReads = 0

    /// Connects; to be called when a ``Connector`` has found that the endpoint accepts.
    ///
    /// - Throws: ``KeepAliveError`` with code `location`.
    init(endpoint: ServerAddress.Endpoint, port: UInt16) throws {
        guard let memory = calloc(1, MemoryLayout<gps_data_t>.size) else {
            throw KeepAliveError(.location, "no memory for a connection to gpsd")
        }
        data = memory.bindMemory(to: gps_data_t.self, capacity: 1)
        guard gps_open(endpoint.numericHost, String(port), data) == 0 else {
            throw KeepAliveError(.location, String(cString: gps_errstr(errno)))
        }
        isOpen = true
        // libgps 3.22 sets neither for certain; Swift's Glibc wraps the variadic fcntl.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        // A host that vanishes without a word is noticed by the kernel's probes, which wake nobody here.
        setOption(SOL_SOCKET, SO_KEEPALIVE, 1)
        setOption(CInt(IPPROTO_TCP), TCP_KEEPIDLE, 10)
        setOption(CInt(IPPROTO_TCP), TCP_KEEPINTVL, 5)
        setOption(CInt(IPPROTO_TCP), TCP_KEEPCNT, 3)
    }

    deinit {
        close()
        free(data)
    }

    /// The descriptor to watch for reading.
    var descriptor: CInt { CInt(data.pointee.gps_fd) }

    /// Disconnects.
    func close() {
        guard isOpen else { return }
        isOpen = false
        gps_close(data)
    }

    /// Asks for reports; gpsd opens its devices for it.
    func watch() -> Bool { CGPS_watch(data) == 0 }

    /// Asks for the list of devices without opening them.
    func requestDevices() -> Bool { CGPS_requestDevices(data) >= 0 }

    /// Reads one message, never blocking; to be repeated until it is not a message, as libgps reads ahead.
    func read() -> Reading {
        guard isOpen else { return .ended(cause: "closed") }
        while true {
            CGPS_forget(data)
            errno = 0
            let length = CGPS_read(data)
            let error = errno
            if length > 0 {
                idleReads = 0
                return .message(message)
            }
            if length == 0 && (error == EAGAIN || error == EWOULDBLOCK) {
                idleReads = 0
                return .drained
            }
            // libgps answers 0 or -1 alike for half a line, a line that it cannot read, and the end after half a line.
            var byte: UInt8 = 0
            let peeked = recv(descriptor, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT))
            if peeked == 0 { return .ended(cause: "gpsd closed the connection") }
            if peeked == -1 && errno != EAGAIN && errno != EINTR {
                return .ended(cause: Errno(rawValue: errno).phrase)
            }
            idleReads += 1
            if idleReads > 64 { return .ended(cause: "it does not speak gpsd's protocol") }
            if peeked == -1 && length == 0 { return .drained }
        }
    }

    private var message: GPSDMessage {
        if CGPS_hasVersion(data) != 0 {
            return .version(
                release: CGPS_serverRelease(data).map { String(cString: $0) } ?? "?",
                major: Int(CGPS_serverMajor(data)), minor: Int(CGPS_serverMinor(data)))
        }
        if CGPS_hasDevices(data) != 0 {
            let paths = (0..<max(0, CGPS_deviceCount(data))).compactMap { index in
                CGPS_devicePath(data, index).map { String(cString: $0) }
            }
            return .devices(paths)
        }
        if CGPS_hasPolicy(data) != 0 { return .watching }
        guard CGPS_hasMode(data) != 0 else { return .other }
        let hasTime = CGPS_hasTime(data) != 0
        return .report(
            ReceiverReport(
                mode: Int(CGPS_mode(data)),
                timestamp: hasTime
                    ? Double(CGPS_seconds(data)) + Double(CGPS_nanoseconds(data)) / 1_000_000_000 : .nan,
                latitude: CGPS_latitude(data), longitude: CGPS_longitude(data), altitude: CGPS_altitudeMSL(data),
                horizontalError: CGPS_horizontalError(data), verticalError: CGPS_verticalError(data),
                speed: CGPS_speed(data), track: CGPS_track(data)))
    }

    private func setOption(_ level: CInt, _ name: CInt, _ value: CInt) {
        var value = value
        setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<CInt>.size))
    }
}
