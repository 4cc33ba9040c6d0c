import CCurl
import Glibc
import KeepAlivePolicy
import KeepAlivePorts

/// The HTTP connections of the process that transfers. They use libcurl's multi interface on the process's event loop.
///
/// libcurl does not block the event loop, and has no thread except for the look-up of host names. libcurl is loaded
/// when the first request begins.
final class HTTPConnections {
    /// The object that receives the answer to a request, and supplies the bytes to send.
    protocol Exchange: AnyObject {
        /// Receives a line of the header. A status line begins a new answer.
        func take(header line: String)
        /// Receives a part of the body. Returns false to end the request.
        func take(body: UnsafeRawBufferPointer) -> Bool
        /// Fills a buffer with the next bytes to send. Returns their number, 0 at the end, or -1 for an error.
        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int
        /// Moves back to an offset in the bytes to send. Returns whether that worked.
        func seek(to offset: Int64) -> Bool
        /// Called once when the request has ended by itself. `code` is a CURLcode: 0 if the server has answered.
        func ended(code: CInt, url: String)
    }

    /// The method, the address and the header fields of a request.
    struct Head {
        var url: String
        var method: String
        var fields: [String]
        /// The user name and the password for a server that requires authentication; `nil` to send none.
        var credential: TransferCredential?
        /// The number of bytes to send; `nil` for a request without a body.
        var uploads: Int64?
        /// The longest time in seconds without a transferred byte.
        var idleSeconds: Int
    }

    /// A request that runs, or waits for a free connection.
    final class Request {
        fileprivate let head: Head
        fileprivate let exchange: any Exchange
        fileprivate var handle: UnsafeMutableRawPointer?

        fileprivate init(_ head: Head, _ exchange: any Exchange) {
            self.head = head
            self.exchange = exchange
        }

        /// The host of the address, with the port.
        fileprivate var host: String {
            String(
                head.url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).dropFirst(2).first?
                    .prefix { $0 != "/" && $0 != "?" && $0 != "#" } ?? "")
        }
    }

    /// The largest number of requests to a host at a time, which is the default of `httpMaximumConnectionsPerHost` on
    /// iOS. Source: Apple, URLSessionConfiguration.
    ///
    /// libcurl's own limit is not used, because newer versions of libcurl count the wait for a free connection as time
    /// to connect, and end the request with a timeout.
    private static let perHost = 4

    private let loop: EventLoop
    private var curl: OpaquePointer?
    private var watches: [CInt: EventLoop.Watch] = [:]
    private var timer: ScheduledAction?
    private var runningCount: [String: Int] = [:]
    private var waiting: [String: [Request]] = [:]

    init(loop: EventLoop) { self.loop = loop }

    deinit { close() }

    /// Loads libcurl at the first call, and returns the handle of the connections.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` if libcurl is not installed.
    private func load() throws -> OpaquePointer {
        if let curl { return curl }
        guard CCurl_load() == 0 else {
            throw KeepAliveError(
                .usage, "libcurl is not there, which transfers for background URL sessions",
                remedy: "Install it: apt-get install libcurl4")
        }
        var hooks = CCurl_Loop(
            loop: Unmanaged.passUnretained(self).toOpaque(),
            watch: { HTTPConnections.of($0).watch($1, $2) },
            timer: { HTTPConnections.of($0).schedule($1) },
            done: { loop, transfer, code, url in
                guard let transfer, let url else { return }
                let request = Unmanaged<Request>.fromOpaque(transfer).takeRetainedValue()
                request.handle = nil
                request.exchange.ended(code: code, url: String(cString: url))
                HTTPConnections.of(loop).leaves(request.host)
            })
        guard let made = CCurl_new(&hooks) else {
            throw KeepAliveError(.usage, "libcurl cannot be used: there is no memory")
        }
        curl = made
        return made
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> HTTPConnections {
        guard let pointer else { preconditionFailure("libcurl has lost its loop") }
        return Unmanaged<HTTPConnections>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Starts a request, at once or when another request to its host has ended.
    ///
    /// - Throws: ``KeepAliveError`` if libcurl is not installed, or refuses the request.
    func begin(_ head: Head, _ exchange: any Exchange) throws -> Request {
        let curl = try load()
        let request = Request(head, exchange)
        if runningCount[request.host, default: 0] < Self.perHost {
            guard start(request, with: curl) else {
                throw KeepAliveError(.usage, "libcurl refuses the request to \(head.url)")
            }
        } else {
            waiting[request.host, default: []].append(request)
        }
        return request
    }

    private func start(_ request: Request, with curl: OpaquePointer) -> Bool {
        let context = Unmanaged.passRetained(request)
        let head = request.head
        var fields = head.fields.map { strdup($0) as UnsafeMutablePointer<CChar>? }
        defer { for field in fields { free(field) } }
        fields.append(nil)
        let secrets = head.credential.map {
            (user: UnsafePointer(strdup($0.user)), password: UnsafePointer(strdup($0.password)))
        }
        defer {
            if let secrets {
                for secret in [secrets.user, secrets.password] { free(UnsafeMutablePointer(mutating: secret)) }
            }
        }
        request.handle =
            fields.withUnsafeBufferPointer { buffer in
                buffer.baseAddress?.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: buffer.count) {
                    fields in
                    head.url.withCString { url in
                        head.method.withCString { method in
                            var description = CCurl_Request(
                                transfer: context.toOpaque(), url: url, method: method, headers: fields,
                                user: secrets?.user, password: secrets?.password,
                                digest: head.credential?.method == .digest ? 1 : 0,
                                upload: head.uploads ?? -1, idle: head.idleSeconds,
                                header: { HTTPConnections.exchange($0).take(header: $1, $2) },
                                write: { HTTPConnections.exchange($0).take(body: $1, $2) },
                                read: { HTTPConnections.exchange($0).read(into: $1, $2) },
                                seek: { HTTPConnections.exchange($0).seek(to: $1) ? 0 : 1 })
                            return CCurl_add(curl, &description)
                        }
                    }
                }
            } ?? nil
        guard request.handle != nil else {
            context.release()
            return false
        }
        runningCount[request.host, default: 0] += 1
        return true
    }

    /// Counts the end of a request to a host, and starts the next request that waits for this host.
    private func leaves(_ host: String) {
        runningCount[host, default: 1] -= 1
        if runningCount[host] == 0 { runningCount[host] = nil }
        while let curl, runningCount[host, default: 0] < Self.perHost, var rest = waiting[host] {
            let next = rest.removeFirst()
            waiting[host] = rest.isEmpty ? nil : rest
            if !start(next, with: curl) { next.exchange.ended(code: Self.failedToStart, url: next.head.url) }
        }
    }

    /// The CURLcode CURLE_FAILED_INIT.
    private static let failedToStart: CInt = 2

    private static func exchange(_ pointer: UnsafeMutableRawPointer?) -> any Exchange {
        guard let pointer else { preconditionFailure("libcurl has lost a request") }
        return Unmanaged<Request>.fromOpaque(pointer).takeUnretainedValue().exchange
    }

    /// Ends a request. Its exchange is not called any more.
    func end(_ request: Request) {
        guard let curl else { return }
        guard let handle = request.handle else {
            waiting[request.host]?.removeAll { $0 === request }
            if waiting[request.host]?.isEmpty == true { waiting[request.host] = nil }
            return
        }
        request.handle = nil
        CCurl_remove(curl, handle)
        Unmanaged.passUnretained(request).release()
        leaves(request.host)
    }

    /// Frees libcurl's handle and all watches. The requests must be ended before.
    func close() {
        guard let curl else { return }
        waiting.removeAll()
        CCurl_free(curl)
        self.curl = nil
        for watch in watches.values { loop.unwatch(watch) }
        watches.removeAll()
        if let timer { loop.cancel(timer) }
        timer = nil
    }

    // MARK: The event loop

    private func watch(_ socket: CInt, _ events: CInt) {
        if let watch = watches.removeValue(forKey: socket) { loop.unwatch(watch) }
        var interest: EventLoop.Interest = []
        if events & CInt(CCURL_IN) != 0 { interest.insert(.readable) }
        if events & CInt(CCURL_OUT) != 0 { interest.insert(.writable) }
        guard !interest.isEmpty else { return }
        watches[socket] = try? loop.watch(socket, for: interest) { [unowned self] happened in
            guard let curl else { return }
            var events: CInt = 0
            if happened.contains(.readable) { events |= CInt(CCURL_IN) }
            if happened.contains(.writable) { events |= CInt(CCURL_OUT) }
            if !happened.isDisjoint(with: .broken) { events |= CInt(CCURL_ERROR) }
            CCurl_socket(curl, socket, events)
        }
    }

    private func schedule(_ milliseconds: Int) {
        if let timer { loop.cancel(timer) }
        timer = nil
        guard milliseconds >= 0 else { return }
        timer = loop.schedule(after: .milliseconds(milliseconds)) { [unowned self] in
            timer = nil
            if let curl { CCurl_timeout(curl) }
        }
    }
}

extension HTTPConnections.Exchange {
    fileprivate func take(header bytes: UnsafePointer<CChar>?, _ count: Int) -> Int {
        guard let bytes else { return 0 }
        let line = UnsafeRawBufferPointer(start: bytes, count: count)
        take(header: String(decoding: line, as: UTF8.self).filter { $0 != "\r" && $0 != "\n" && $0 != "\r\n" })
        return count
    }

    fileprivate func take(body bytes: UnsafePointer<CChar>?, _ count: Int) -> Int {
        take(body: UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }

    /// CURL_READFUNC_ABORT, the return value that makes libcurl end the request.
    private static var abort: Int { 0x1000_0000 }

    fileprivate func read(into bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        let read = read(into: UnsafeMutableRawBufferPointer(start: bytes, count: count))
        return read < 0 ? Self.abort : read
    }
}
