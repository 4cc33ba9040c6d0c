import Glibc

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAlivePorts

/// What this machine has of what the tests need.
enum LocationTools {
    /// gpsd is installed.
    static var hasGPSD: Bool { ExternalTool.gpsd.find() != nil }
    /// gpsbabel is installed.
    static var hasGPSBabel: Bool { ExternalTool.gpsbabel.find() != nil }
}

/// Keeps what a source reports.
final class EventRecorder {
    private(set) var events: [LocationSourceEvent] = []

    /// Listens to a source.
    init(_ source: any LocationSource) {
        source.onEvent = { [unowned self] in events.append($0) }
    }

    /// The fixes in order.
    var fixes: [LocationFix] {
        events.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    }

    /// The causes of reports without a fix.
    var noFixes: [String] {
        events.compactMap { if case .noFix(let cause, _) = $0 { cause } else { nil } }
    }

    /// What was said on opening.
    var openings: [String] {
        events.compactMap { if case .opened(let source) = $0 { source } else { nil } }
    }

    /// The causes of losses.
    var losses: [String] {
        events.compactMap { if case .lost(let cause) = $0 { cause } else { nil } }
    }

    /// The notes.
    var notes: [String] {
        events.compactMap { if case .note(let note) = $0 { note } else { nil } }
    }
}

/// A server on a loopback port that accepts one connection after another and says what the test lets it say.
final class ScriptedServer {
    let port: UInt16
    private(set) var connections: [CInt] = []
    private let loop: EventLoop
    private let listener: CInt
    private var watch: EventLoop.Watch?

    /// Listens; every connection is greeted with `greeting`.
    init(greeting: String = "", loop: EventLoop) throws {
        port = try GPSDaemonCommand.freePort()
        self.loop = loop
        listener = try valueOrErrno(socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let descriptor = listener
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        _ = try valueOrErrno(bound)
        _ = try valueOrErrno(listen(listener, 8))
        watch = try loop.watch(listener, for: .readable) { [unowned self] _ in
            let connection = accept(listener, nil, nil)
            connections.append(connection)
            Self.write(greeting, to: connection)
        }
    }

    deinit {
        if let watch { loop.unwatch(watch) }
        close(listener)
        hangUp()
    }

    /// Says something on the newest connection, in one piece.
    func say(_ text: String) {
        if let connection = connections.last { Self.write(text, to: connection) }
    }

    /// Closes every connection.
    func hangUp() {
        for connection in connections { close(connection) }
        connections = []
    }

    private static func write(_ text: String, to connection: CInt) {
        let bytes = Array(text.utf8)
        _ = send(connection, bytes, bytes.count, CInt(MSG_NOSIGNAL))
    }
}

/// Messages as gpsd 3.22 words them.
enum GPSDText {
    static let version = #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\r\n"
    static let watching =
        #"{"class":"DEVICES","devices":[]}"# + "\r\n"
        + #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0,"scaled":false,"timing":false}"# + "\r\n"

    /// A report; `secondsAgo` is how old its fix is.
    static func report(mode: Int = 3, secondsAgo: Double = 0, extra: String = "") -> String {
        let time = UTCTime(secondsSince1970: WallClock.now - secondsAgo)
        func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
        let clock = time.timeOfDay
        let pad = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let stamp =
            "\(time.year)-\(pad(time.month))-\(pad(time.day))T"
            + "\(text(clock[0..<2])):\(text(clock[2..<4])):\(text(clock[4...]))0Z"
        return
            #"{"class":"TPV","device":"/dev/x","mode":\#(mode),"time":"\#(stamp)","lat":48.5,"lon":11.5,"eph":9.5\#(extra)}"#
            + "\r\n"
    }
}
