import Foundation
import NIOCore
import PushExchange

/// What all connections of a server share. It is used on the server's one event loop alone.
final class ServerCore {
    /// The limits of a server; all our choice.
    struct Limits: Sendable {
        /// The most connections of providers: one more ends the one that has been silent longest.
        var providersMax = 256
        /// The most connections of devices.
        var devicesMax = 1000
        /// The most requests at a time on one connection.
        var streamsMax = 500
        /// The most requests at a time on all connections.
        var requestsMax = 4000
        /// The longest time for a TLS handshake, for one request to arrive, and for an answer to be taken.
        var patience = TimeAmount.seconds(10)
        /// The longest time for which a device of one run may be away before its tokens go out of use.
        var absenceMax = TimeAmount.seconds(60)
        /// The longest time without a request.
        var idleMax = TimeAmount.hours(1)
    }

    let limits: Limits
    private let loop: any EventLoop
    let log: ServerLog
    let tokens: ProviderTokens
    var exchange: Exchange
    var isShuttingDown = false
    /// Held as long as the server runs.
    var lock: StateDirectory.Lock?
    /// Names this run of the server: the numbers of its pushes begin anew with each.
    let epoch = UUID().uuidString
    /// The requests that are not over yet.
    var requests = 0
    var providers: [ObjectIdentifier: ProviderConnection] = [:]
    var devices = 0

    init(_ exchange: Exchange, tokens: ProviderTokens, limits: Limits, log: ServerLog, loop: any EventLoop) {
        self.loop = loop
        self.exchange = exchange
        self.tokens = tokens
        self.limits = limits
        self.log = log
    }

    /// Forgets the temporary devices that have not come back in a while: their runs are over.
    func forgetTemporaryDevicesLater() {
        let bound = NIOLoopBound(self, eventLoop: loop)
        loop.scheduleTask(in: limits.absenceMax) { bound.value.exchange.forgetTemporaryDevices(at: Date()) }
    }

    /// Takes a request of a provider.
    ///
    /// - Throws: ``Refusal``.
    func accept(_ request: PushRequest, from provider: Provider) throws(Refusal) -> Fate {
        try exchange.accept(request, from: provider, at: Date())
    }

    /// Makes room for another connection of a provider.
    func makeRoom() {
        guard providers.count >= limits.providersMax,
            let silent = providers.values.min(by: { $0.lastActive < $1.lastActive })
        else { return }
        end(silent)
    }

    /// Makes room for another request: the connection with the most of them ends.
    func makeRoomForRequests() {
        guard requests > limits.requestsMax,
            let busy = providers.values.max(by: { ($0.requests ?? 0) < ($1.requests ?? 0) })
        else { return }
        end(busy)
    }

    private func end(_ provider: ProviderConnection) {
        // Its channel ends later; nothing of it counts from now on.
        providers[ObjectIdentifier(provider)] = nil
        requests -= provider.requests ?? 0
        provider.requests = nil
        provider.close()
    }
}
