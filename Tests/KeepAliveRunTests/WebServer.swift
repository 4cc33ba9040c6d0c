import FoundationEssentials
import Glibc
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// An nginx on a port of its own, with a directory that is removed with its owner. It can be killed and started again.
final class WebServer {
    /// The machine's nginx, or the one that `make test` has unpacked.
    static let program: String? = ["/usr/sbin/nginx", "\(ScriptTests.root)/.build/debian/usr/sbin/nginx"].first {
        (path: String) in access(path, X_OK) == 0
    }

    private let temporary: TemporaryDirectory
    private var directory: String { temporary.path }
    let port: Int
    private let loop: EventLoop
    private var process: GuardedProcess?

    var url: String { "http://127.0.0.1:\(port)" }
    /// The directory that is served, and that uploads go to.
    var files: String { "\(directory)/files" }

    /// Starts it.
    ///
    /// - Parameter bytesPerSecond: the speed of each connection.
    init(bytesPerSecond: Int) throws {
        loop = try EventLoop()
        temporary = try TemporaryDirectory()
        port = try Self.freePort()
        mkdir(files, 0o777)
        let user = getuid() == 0 ? "user root;" : ""
        let configuration = """
            daemon off; master_process off; \(user) pid \(directory)/pid; error_log \(directory)/errors;
            events {}
            http {
                log_format short '$request_method $uri $status $http_range';
                access_log \(directory)/access short;
                client_body_temp_path \(directory)/body; proxy_temp_path \(directory)/proxy;
                fastcgi_temp_path \(directory)/fastcgi; uwsgi_temp_path \(directory)/uwsgi; scgi_temp_path \(directory)/scgi;
                client_max_body_size 0;
                server {
                    listen 127.0.0.1:\(port);
                    root \(files);
                    location / { limit_rate \(bytesPerSecond); dav_methods PUT; }
                    location = /500 { return 500 "broken"; }
                    location = /401 { return 401; }
                    location = /loop { return 302 /loop; }
                    location = /moved { return 302 /film; }
                }
            }
            """
        try Data(configuration.utf8).write(to: URL(filePath: "\(directory)/nginx.conf"))
        try start()
    }

    deinit { process?.end() }

    /// A port that nothing listens on: it was given to a socket that is closed again.
    private static func freePort() throws -> Int {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(number) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try #require(bind(number, $0, size) == 0)
                try #require(getsockname(number, $0, &size) == 0)
            }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    func start() throws {
        let request = GuardedProcess.Request(
            path: try #require(Self.program),
            arguments: ["nginx", "-p", RawText(directory), "-c", RawText("\(directory)/nginx.conf")],
            environment: Machine.rawEnvironment)
        process = try GuardedProcess(request, loop: loop)
        var answers = false
        while !answers {
            answers = Self.answers(port)
            if !answers { _ = loop.run(until: { false }, timeout: .milliseconds(5)) }
        }
    }

    private static func answers(_ port: Int) -> Bool {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(number) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    /// Kills it without notice, and its connections with it.
    func kill() {
        process?.end()
        process = nil
    }

    /// The requests so far, such as `GET /film 206 bytes=5-`. A server that was killed has not written its last ones.
    var requests: [String] {
        ((try? SmallFile.read("\(directory)/access")) ?? "").split(separator: "\n").map(String.init)
    }

    /// Makes a file of random bytes.
    func make(_ name: String, bytes: Int) throws {
        try #require(
            Runner(["-c", "head -c \(bytes) /dev/urandom > \(files)/\(name)"], path: "/bin/sh").finish() == 0)
    }

    /// Returns whether two files have the same bytes.
    static func areSame(_ first: String, _ second: String) throws -> Bool {
        try Runner(["-s", first, second], path: "/usr/bin/cmp").finish() == 0
    }
}
