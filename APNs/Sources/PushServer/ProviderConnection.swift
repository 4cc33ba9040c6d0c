import Foundation
import NIOConcurrencyHelpers
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

    /// The credential, which is known before the first request is read.
    let credential: NIOLockedValueBox<Credential>
    private(set) var lastActive = NIODeadline.now()
    private let core: ServerCore
    private let channel: any Channel
    private var deadline: Scheduled<Void>?
    private var tokens: [String: ProviderTokens.Verified] = [:]
    private var team: String?
    private var lastUpdate: Date?

    /// The most tokens of one connection that are remembered.
    private static let tokensMax = 8

    init(_ core: ServerCore, _ channel: any Channel, _ credential: NIOLockedValueBox<Credential>) {
        self.core = core
        self.channel = channel
        self.credential = credential
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
        if case .handshakeCompleted? = event as? TLSUserEvent { relax() }
        context.fireUserInboundEventTriggered(event)
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
    /// - Returns: what ends at once where the token has been seen before.
    func provider(_ authorization: String?) -> EventLoopFuture<Provider> {
        let loop = channel.eventLoop
        switch credential.withLockedValue({ $0 }) {
        case .certificate(let topics): return loop.makeSucceededFuture(.certificate(topics: topics))
        case .badCertificate: return loop.makeFailedFuture(Refusal.badCertificate)
        case .none: break
        }
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
        guard team == nil || team == token.team else { throw .invalidProviderToken }
        if tokens[authorization] == nil {
            if let lastUpdate, now.timeIntervalSince(lastUpdate) < ProviderTokens.updateInterval {
                throw .tooManyProviderTokenUpdates
            }
            if tokens.count >= Self.tokensMax { tokens = [:] }
            tokens[authorization] = token
            team = token.team
            lastUpdate = now
        }
        return .team(token.team)
    }
}
