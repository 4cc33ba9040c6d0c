import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL
import NIOTLS
import PushExchange
import X509

/// A push server: APNs' provider API on a TCP port, and a Unix socket for devices of this machine.
package final class PushServer: Sendable {
    /// Where a server listens.
    package struct Address: Sendable {
        /// The address of an interface of this machine.
        package var host = "127.0.0.1"
        /// The port; 0 for any that is free.
        package var port = 2197
        /// The path of the socket for devices.
        package var socket: String
        /// More names that the server's certificate holds for.
        package var names: [String] = []

        package init(socket: String) { self.socket = socket }
    }

    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let core: NIOLoopBoundBox<ServerCore?>
    private let listeners: NIOLockedValueBox<[any Channel]> = NIOLockedValueBox([])
    private let address: Address
    private let state: StateDirectory
    private let log: ServerLog

    package init(_ address: Address, state: StateDirectory, log: ServerLog) {
        self.address = address
        self.state = state
        self.log = log
        core = NIOLoopBoundBox.makeBoxSendingValue(nil, eventLoop: group.next())
    }

    /// Starts to listen.
    ///
    /// - Parameter pace: how many pushes a token may get.
    /// - Returns: the port.
    /// - Throws: ``StateDirectory/Failure``.
    package func start(pace: RequestPace = RequestPace()) async throws -> Int {
        let lock = try state.lock()
        let authority = try state.authority()
        let records = try TokenFile(state.path + "/tokens.jsonl", log: log)
        let context = try Self.tls(authority.serverCertificate(names: address.names + [address.host]))
        let (core, state, log, group) = (core, state, log, group)
        try await group.next().submit {
            let registry = TokenRegistry(records.records) { records.append($0) }
            let made = ServerCore(
                Exchange(registry, pace: pace), tokens: ProviderTokens { try state.providerKeys() }, limits: .init(),
                log: log, loop: group.next())
            // Some may be of runs that ended while no server was there.
            made.forgetTemporaryDevicesLater()
            made.lock = lock
            core.value = made
        }.get()
        let providers: any Channel
        do {
            providers = try await bootstrap { channel, core in
                try Self.setUpProvider(channel, core, context, authority)
            }.bind(host: address.host, port: address.port).get()
        } catch {
            throw StateDirectory.Failure("cannot listen on \(address.host):\(address.port): \(Self.words(error))")
        }
        listeners.withLockedValue { $0.append(providers) }
        do {
            try Self.clear(address.socket)
            let devices = try await bootstrap { channel, core in try Self.setUpDevice(channel, core) }
                .bind(unixDomainSocketPath: address.socket).get()
            listeners.withLockedValue { $0.append(devices) }
        } catch {
            throw StateDirectory.Failure("cannot listen on \(address.socket): \(Self.words(error))")
        }
        guard chmod(address.socket, 0o600) == 0 else {
            throw StateDirectory.Failure(
                "cannot keep others from \(address.socket): \(String(cString: strerror(errno)))")
        }
        return providers.localAddress?.port ?? address.port
    }

    /// Stops: new requests get 503, connections end, the socket is removed.
    package func stop() async {
        for listener in listeners.withLockedValue({ $0 }) { try? await listener.close() }
        let core = core
        try? await group.next().submit {
            guard let core = core.value else { return }
            core.isShuttingDown = true
            for provider in core.providers.values { provider.quiesce() }
        }.get()
        unlink(address.socket)
        // They are told that the connection ends; who does not listen is not waited for.
        try? await group.next().scheduleTask(in: .milliseconds(200)) {}.futureResult.get()
        try? await group.shutdownGracefully()
    }

    // MARK: Listening

    private func bootstrap(
        _ setUp: @escaping @Sendable (any Channel, ServerCore) throws -> Void
    ) -> ServerBootstrap {
        let core = core
        return ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard let core = core.value else { throw ChannelError.ioOnClosedChannel }
                    try setUp(channel, core)
                }
            }
            // Of one connection, little is read at a time: others come in between.
            .childChannelOption(.maxMessagesPerRead, value: 4)
            .childChannelOption(.writeBufferWaterMark, value: .init(low: 64 * 1024, high: 256 * 1024))
    }

    /// A socket that nobody listens on any more is removed.
    private static func clear(_ path: String) throws {
        var information = stat()
        guard lstat(path, &information) == 0 else { return }
        guard information.st_mode & S_IFMT == S_IFSOCK else { throw StateDirectory.Failure("it is no socket") }
        guard !answers(path) else { throw StateDirectory.Failure("another server listens there") }
        unlink(path)
    }

    private static func answers(_ path: String) -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        guard let address = try? SocketAddress(unixDomainSocketPath: path) else { return false }
        return address.withSockAddr { connect(descriptor, $0, socklen_t($1)) } == 0
    }

    private static func words(_ error: any Error) -> String {
        if let error = error as? IOError { return String(cString: strerror(error.errnoCode)) }
        return StateDirectory.words(error)
    }

    // MARK: Connections

    private static func tls(_ pair: CertificateAuthority.Pair) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(pair.certificate.utf8)).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(pair.key.utf8), format: .pem)))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["h2"]
        configuration.certificateVerification = .optionalVerification
        return try NIOSSLContext(configuration: configuration)
    }

    private static func setUpProvider(
        _ channel: any Channel, _ core: ServerCore, _ context: NIOSSLContext, _ authority: CertificateAuthority
    ) throws {
        let pipeline = channel.pipeline.syncOperations
        let connection = ProviderConnection(core, channel, authority)
        try pipeline.addHandler(BackPressureHandler())
        // A certificate is judged when the handshake is over, also one of a session that goes on.
        try pipeline.addHandler(
            NIOSSLServerHandler(context: context) { _, promise in promise.succeed(.certificateVerified) })
        var http = NIOHTTP2Handler.ConnectionConfiguration()
        http.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: core.limits.streamsMax),
            HTTP2Setting(parameter: .maxHeaderListSize, value: 8 * 1024),
        ]
        http.maximumBufferedControlFrames = 200
        let management = NIOHTTP2ServerConnectionManagementHandler(
            eventLoop: channel.eventLoop,
            configuration: .init(maxIdleTime: core.limits.idleMax, maxAge: nil, maxGraceTime: nil, keepalive: nil))
        let bound = NIOLoopBound((core, connection), eventLoop: channel.eventLoop)
        _ = try pipeline.configureHTTP2Pipeline(
            mode: .server, connectionConfiguration: http, streamConfiguration: .init(),
            streamDelegate: management.http2StreamDelegate
        ) { stream in
            stream.eventLoop.makeCompletedFuture {
                let (core, connection) = bound.value
                try stream.pipeline.syncOperations.addHandler(RequestHandler(core, connection))
            }
        }
        try pipeline.addHandler(management)
        try pipeline.addHandler(connection)
    }

    private static func setUpDevice(_ channel: any Channel, _ core: ServerCore) throws {
        guard core.devices < core.limits.devicesMax else { throw ChannelError.ioOnClosedChannel }
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(BackPressureHandler())
        try pipeline.addHandler(ByteToMessageHandler(LineDecoder(), maximumBufferSize: 2 * LineDecoder.lineMax))
        try pipeline.addHandler(DeviceConnection(core, channel))
    }
}
