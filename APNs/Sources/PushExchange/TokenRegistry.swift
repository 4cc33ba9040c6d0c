import FoundationEssentials

/// The tokens, and what they stand for. A token that has gone out of use is remembered: a push to it gets another
/// answer than one to a token that never was.
package struct TokenRegistry: Sendable {
    /// What a token stands for.
    package struct Registration: Sendable, Hashable, Codable {
        /// The device, by the name that it gives itself.
        package var device: String
        /// The topic.
        package var topic: String
        /// Which of several of one topic: the Live Activity.
        package var instance: String?
        /// True when the device exists for one run: it does not come back under its name.
        package var isTemporary: Bool

        package init(device: String, topic: String, instance: String? = nil, isTemporary: Bool = false) {
            self.device = device
            self.topic = topic
            self.instance = instance
            self.isTemporary = isTemporary
        }
    }

    /// A line of the file that the registry is kept in.
    package enum Record: Sendable, Hashable, Codable {
        case made(token: String, for: Registration)
        case gone(token: String, at: Date)
    }

    private var registrations: [DeviceToken: Registration] = [:]
    private var tokens: [Registration: DeviceToken] = [:]
    private var gone: [DeviceToken: Date] = [:]
    private let keep: @Sendable (Record) -> Void

    /// The most tokens in use.
    package static let tokensMax = 100_000

    /// - Parameters:
    ///   - records: what was kept, in order.
    ///   - keep: keeps a record.
    package init(_ records: [Record] = [], keep: @escaping @Sendable (Record) -> Void = { _ in }) {
        self.keep = keep
        for record in records {
            switch record {
            case .made(let text, let registration):
                if let token = DeviceToken(text) { enter(token, registration) }
            case .gone(let text, let date):
                if let token = DeviceToken(text) { leave(token, date) }
            }
        }
    }

    /// What is worth keeping: one record for each token.
    package var records: [Record] {
        registrations.map { .made(token: $0.key.description, for: $0.value) }
            + gone.map { .gone(token: $0.key.description, at: $0.value) }
    }

    /// The token of a registration: the same as before, or a new one. `nil` when there are too many.
    package mutating func token(for registration: Registration) -> DeviceToken? {
        if let token = tokens[registration] { return token }
        guard tokens.count < Self.tokensMax else { return nil }
        let token = DeviceToken()
        enter(token, registration)
        keep(.made(token: token.description, for: registration))
        return token
    }

    /// Puts a registration's token out of use.
    ///
    /// - Returns: the token.
    @discardableResult
    package mutating func remove(_ registration: Registration, at now: Date) -> DeviceToken? {
        guard let token = tokens[registration] else { return nil }
        leave(token, now)
        keep(.gone(token: token.description, at: now))
        return token
    }

    /// Returns whether a device has a token for a topic.
    func hasToken(on device: String, for topic: String) -> Bool {
        tokens.keys.contains { $0.device == device && $0.topic == topic }
    }

    /// The devices that exist for one run.
    var temporaryDevices: Set<String> { Set(tokens.keys.filter(\.isTemporary).map(\.device)) }

    /// Puts all tokens of a device out of use.
    ///
    /// - Returns: the tokens.
    mutating func remove(_ device: String, at now: Date) -> [DeviceToken] {
        tokens.keys.filter { $0.device == device }.compactMap { remove($0, at: now) }
    }

    /// Returns what a token stands for.
    ///
    /// - Throws: ``Refusal``.
    func registration(of token: DeviceToken) throws(Refusal) -> Registration {
        if let registration = registrations[token] { return registration }
        if let date = gone[token] { throw .unregistered(since: date) }
        throw .badDeviceToken
    }

    private mutating func enter(_ token: DeviceToken, _ registration: Registration) {
        registrations[token] = registration
        tokens[registration] = token
    }

    private mutating func leave(_ token: DeviceToken, _ date: Date) {
        if let registration = registrations.removeValue(forKey: token) { tokens[registration] = nil }
        // Of those out of use as many are remembered as can be in use.
        if gone.count >= Self.tokensMax, let oldest = gone.min(by: { $0.value < $1.value }) { gone[oldest.key] = nil }
        gone[token] = date
    }
}
