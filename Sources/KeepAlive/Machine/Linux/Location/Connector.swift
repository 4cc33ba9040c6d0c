import Glibc
import KeepAlivePolicy
import KeepAlivePorts
import SystemPackage

/// Connects to a server, without blocking.
final class Connector {
    /// The result of an attempt.
    enum Outcome {
        /// An endpoint accepts: the connection, which the completion must close.
        case accepted(CInt)
        /// No endpoint accepts; the reason of the last one.
        case refused(cause: String)
    }

    private let loop: EventLoop
    private let limit: Duration
    private var remaining: [ServerAddress.Endpoint]
    private var completion: ((Outcome) -> Void)?
    private var descriptor: CInt = -1
    private var watch: EventLoop.Watch?
    private var timer: ScheduledAction?

    /// Prepares an attempt.
    ///
    /// - Parameters:
    ///   - address: the server, whose endpoints are tried in turn.
    ///   - loop: the loop on which the attempt runs.
    ///   - limit: the longest time that one endpoint may take.
    ///   - completion: called once, from ``start()`` or later from the loop, unless ``cancel()`` comes first.
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

    /// Starts the attempt.
    func start() {
        tryNext(cause: "it has no address")
    }

    /// Gives up without calling back.
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
