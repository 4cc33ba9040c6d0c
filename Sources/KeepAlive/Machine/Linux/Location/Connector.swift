import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// Connects to a server without blocking.
final class Connector {
    /// The result of an attempt.
    enum Outcome {
        /// An endpoint accepts. The value is the socket, which the completion must close.
        case accepted(CInt)
        /// No endpoint accepts. The value is the error of the last endpoint.
        case refused(cause: String)
    }

    private let loop: EventLoop
    private let limit: Duration
    private var remaining: [ServerAddress.Endpoint]
    private var completion: ((Outcome) -> Void)?
    private var descriptor: CInt = -1
    private var watch: EventLoop.Watch?
    private var timer: ScheduledAction?

    /// Prepares an attempt to connect, which ``start()`` begins.
    ///
    /// - Parameters:
    ///   - address: the address of the server, whose endpoints are tried in turn.
    ///   - loop: the event loop on which the attempt runs.
    ///   - limit: the time limit for each endpoint.
    ///   - completion: called once, from ``start()`` or later from the loop, unless ``cancel()`` is called before.
    init(
        _ address: ServerAddress, loop: EventLoop, limit: Duration = .seconds(2),
        completion: @escaping (Outcome) -> Void
    ) {
        self.loop = loop
        self.limit = limit
        self.completion = completion
        remaining = address.endpoints
    }

    deinit { release() }

    /// Starts the attempt with the first endpoint.
    func start() {
        tryNext(cause: "it has no address")
    }

    /// Ends the attempt without calling the completion.
    func cancel() {
        completion = nil
        release()
    }

    private func tryNext(cause: String) {
        release()
        guard !remaining.isEmpty else { return finish(.refused(cause: cause)) }
        let endpoint = remaining.removeFirst()
        descriptor = socket(
            endpoint.family, CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return tryNext(cause: Errno(rawValue: errno).phrase) }
        let result = endpoint.bytes.withUnsafeBytes { raw in
            raw.withMemoryRebound(to: sockaddr.self) { connect(descriptor, $0.baseAddress, socklen_t(raw.count)) }
        }
        if result == 0 { return handOver() }
        guard errno == EINPROGRESS else { return tryNext(cause: Errno(rawValue: errno).phrase) }
        do {
            watch = try loop.watch(descriptor, for: .writable) { [unowned self] _ in decided() }
        } catch {
            return tryNext(cause: "\(error)")
        }
        timer = loop.schedule(after: limit) { [unowned self] in
            timer = nil
            tryNext(cause: "no answer within \(limit)")
        }
    }

    private func decided() {
        var error: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
        if error == 0 { handOver() } else { tryNext(cause: Errno(rawValue: error).phrase) }
    }

    private func handOver() {
        if let watch { loop.unwatch(watch) }
        watch = nil
        let connection = descriptor
        descriptor = -1
        finish(.accepted(connection))
    }

    private func finish(_ outcome: Outcome) {
        release()
        let completion = completion.take()
        completion?(outcome)
    }

    private func release() {
        if let timer { loop.cancel(timer) }
        timer = nil
        if let watch { loop.unwatch(watch) }
        watch = nil
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }
}
