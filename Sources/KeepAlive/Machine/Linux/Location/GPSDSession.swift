import CGPS
import Glibc
import KeepAlivePolicy
import SystemPackage

/// A line of a gpsd, parsed by ``GPSDSession``.
enum GPSDMessage: Equatable {
    /// The release of the gpsd, such as `3.22`, and the version of its protocol.
    case version(release: String, major: Int, minor: Int)
    /// The gpsd has accepted the watch command, so reports follow.
    case watching
    /// The paths of the devices that the gpsd reads.
    case devices([String])
    /// A report of a receiver.
    case report(ReceiverReport)
    /// Any other message, such as one about satellites.
    case other
}

/// A connection to a gpsd, which never blocks. libgps parses the lines.
///
/// The state of libgps (24 KB) is allocated once on the heap.
final class GPSDSession {
    /// The result of ``read()``.
    enum Reading: Equatable {
        case message(GPSDMessage)
        /// All data that had arrived has been read.
        case drained
        case ended(cause: String)
    }

    /// The socket to watch for reading; -1 after ``close()``.
    private(set) var descriptor: CInt
    private let data: UnsafeMutablePointer<gps_data_t>
    private var input: [UInt8] = []
    /// The start of the next line in `input`.
    private var place = 0
    /// The number of invalid lines in a row.
    private var linesWithoutSense = 0

    /// The longest accepted line in bytes. gpsd's own limit is a third of it (`GPS_JSON_RESPONSE_MAX` in gpsd's
    /// gps_json.h).
    private static let longestLine = 32 << 10
    /// The number of invalid lines in a row after which the other end is not taken for a gpsd; the number is this
    /// project's choice.
    private static let linesWithoutSenseMax = 64

    /// Creates a session on a connection, and takes ownership of its socket.
    ///
    /// - Parameter connection: a connected, non-blocking socket, such as a ``Connector`` returns.
    /// - Throws: ``KeepAliveError`` with code `location`.
    init(_ connection: CInt) throws {
        guard let memory = calloc(1, MemoryLayout<gps_data_t>.size) else {
            Glibc.close(connection)
            throw KeepAliveError(.location, "no memory for a connection to gpsd")
        }
        data = memory.bindMemory(to: gps_data_t.self, capacity: 1)
        descriptor = connection
        // With keepalive probes, the kernel notices a host that disappears, without waking this process.
        setOption(SOL_SOCKET, SO_KEEPALIVE, 1)
        setOption(CInt(IPPROTO_TCP), TCP_KEEPIDLE, 10)
        setOption(CInt(IPPROTO_TCP), TCP_KEEPINTVL, 5)
        setOption(CInt(IPPROTO_TCP), TCP_KEEPCNT, 3)
    }

    deinit {
        close()
        free(data)
    }

    func close() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }

    /// Requests reports. gpsd opens its devices for this request. Returns whether the command was sent.
    func watch() -> Bool { send("?WATCH={\"enable\":true,\"json\":true};\n") }

    /// Requests the list of devices, which gpsd does not open for this request. Returns whether the command was sent.
    func requestDevices() -> Bool { send("?DEVICES;\n") }

    private func send(_ text: String) -> Bool {
        var text = text
        // This is the first output on the connection, so the socket buffer has room for it.
        return text.withUTF8 { Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) == $0.count }
    }

    /// Reads one message without blocking. The caller repeats this until the result is not a message.
    func read() -> Reading {
        guard descriptor >= 0 else { return .ended(cause: "closed") }
        while true {
            while let line = nextLine() {
                if let message = message(in: line) {
                    linesWithoutSense = 0
                    return .message(message)
                }
                linesWithoutSense += 1
                if linesWithoutSense > Self.linesWithoutSenseMax {
                    return .ended(cause: "it does not speak gpsd's protocol")
                }
            }
            guard input.count <= Self.longestLine else { return .ended(cause: "it does not speak gpsd's protocol") }
            var buffer = [UInt8](repeating: 0, count: 16 << 10)
            let count = recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT))
            if count > 0 {
                input += buffer[..<count]
            } else if count == 0 {
                return .ended(cause: "gpsd closed the connection")
            } else if errno == EAGAIN {
                return .drained
            } else if errno != EINTR {
                return .ended(cause: Errno(rawValue: errno).phrase)
            }
        }
    }

    /// Returns the next complete line that has arrived, without its line end; `nil` if there is none.
    private func nextLine() -> ArraySlice<UInt8>? {
        guard let end = input[place...].firstIndex(of: UInt8(ascii: "\n")) else {
            input.removeFirst(place)
            place = 0
            return nil
        }
        defer { place = end + 1 }
        return input[place..<end]
    }

    /// Parses a line with libgps; `nil` if it is not a line of gpsd.
    private func message(in line: ArraySlice<UInt8>) -> GPSDMessage? {
        guard line.first == UInt8(ascii: "{") else { return nil }
        var text = line.map { CChar(bitPattern: $0) } + [0]
        guard CGPS_unpack(data, &text) == 0 else { return nil }
        return message
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
