import Foundation
import NIOCore
import NIOSSL
import NIOTLS
import PushExchange
import X509

/// One connection of a provider: who it is, and when it was last heard of. It is the last handler of the connection.
final class ProviderConnection: ChannelInboundHandler {
    typealias InboundIn = Any

    /// What the provider showed when it connected.
    enum Credential: Sendable {
        /// No certificate: each request has a provider token.
        case none
        /// A certificate of this server's authority.
        case certificate(topics: Set<String>)
        /// Another certificate.
        case badCertificate
    }

    /// The requests that are not over yet; `nil` when the connection is being ended, and they count no more.
    var requests: Int? = 0
    private(set) var lastActive = NIODeadline.now()
    private let core: ServerCore
    private let channel: any Channel
    private let authority: CertificateAuthority
    /// What is known of the provider's certificate, once the handshake is over.
    private var credential: EventLoopFuture<Credential>
    private var deadline: Scheduled<Void>?
    private var tokens: [String: ProviderTokens.Verified] = [:]
    private var knownTeam: String?
    /// The time at which the last token that was taken up had been issued.
    private var lastIssue: Date?

    /// The most tokens of one connection that are remembered.
    private static let tokensMax = 8

    init(_ core: ServerCore, _ channel: any Channel, _ authority: CertificateAuthority) {
        self.core = core
        self.channel = channel
        self.authority = authority
        credential = channel.eventLoop.makeSucceededFuture(.none)
    }

    func close() { channel.close(promise: nil) }

    /// Takes no further request, and closes when those that it has are answered.
    func quiesce() { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }

    /// Notes that something has come.
    func touch() { lastActive = .now() }

    // MARK: The connection's life

    func handlerAdded(context: ChannelHandlerContext) {
        core.makeRoom()
        core.providers[ObjectIdentifier(self)] = self
        // A handshake that goes on for ever.
        expire()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
        core.providers[ObjectIdentifier(self)] = nil
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent {
            relax()
            judge(context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Looks at the certificate that the provider has shown: now, or when it began the session that goes on here.
    private func judge(_ context: ChannelHandlerContext) {
        guard let handler = try? context.pipeline.syncOperations.handler(type: NIOSSLServerHandler.self),
            let shown = handler.peerCertificate
        else { return }
        // Who shows a bad certificate hears it in an answer, as from APNs.
        guard let certificate = try? Certificate(derEncoded: shown.toDERBytes()) else {
            credential = context.eventLoop.makeSucceededFuture(.badCertificate)
            return
        }
        let authority = authority
        credential = context.eventLoop.makeFutureWithTask {
            await authority.hasSigned(certificate)
                ? .certificate(topics: ProviderCertificate.topics(of: certificate)) : .badCertificate
        }
    }

    /// A provider that does not take its answers is not read from, and does not stay.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { relax() } else { expire() }
        context.fireChannelWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func expire() {
        guard deadline == nil else { return }
        let channel = channel
        deadline = channel.eventLoop.scheduleTask(in: core.limits.patience) { channel.close(promise: nil) }
    }

    private func relax() {
        deadline?.cancel()
        deadline = nil
    }

    // MARK: Who it is

    /// Finds out who sends a request.
    ///
    /// - Parameter authorization: the header; a provider with a certificate needs none.
    func provider(_ authorization: String?) -> EventLoopFuture<Provider> {
        let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
        return credential.flatMap { credential in
            let connection = bound.value
            let loop = connection.channel.eventLoop
            switch credential {
            case .certificate(let topics): return loop.makeSucceededFuture(.certificate(topics: topics))
            case .badCertificate: return loop.makeFailedFuture(Refusal.badCertificate)
            case .none: return connection.team(authorization)
            }
        }
    }

    private func team(_ authorization: String?) -> EventLoopFuture<Provider> {
        let loop = channel.eventLoop
        guard let authorization else { return loop.makeFailedFuture(Refusal.missingProviderToken) }
        if let known = tokens[authorization] {
            return loop.makeCompletedFuture { try admit(known, as: authorization) }
        }
        let judge = core.tokens
        let bound = NIOLoopBound(self, eventLoop: loop)
        return loop.makeFutureWithTask { try await judge.verify(authorization) }
            .flatMapThrowing { try bound.value.admit($0, as: authorization) }
    }

    private func admit(_ token: ProviderTokens.Verified, as authorization: String) throws(Refusal) -> Provider {
        let now = Date()
        try token.check(at: now)
        // One connection is one team's.
        guard knownTeam == nil || knownTeam == token.team else { throw .invalidProviderToken }
        if tokens[authorization] == nil {
            // A provider that renews its tokens in time is not held up because it connected late.
            if let lastIssue, token.issuedAt.timeIntervalSince(lastIssue) < ProviderTokens.updateInterval {
                throw .tooManyProviderTokenUpdates
            }
            if tokens.count >= Self.tokensMax { tokens = [:] }
            tokens[authorization] = token
            knownTeam = token.team
            lastIssue = token.issuedAt
        }
        return .team(token.team)
    }
}
