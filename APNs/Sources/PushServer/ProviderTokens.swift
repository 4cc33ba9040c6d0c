import Foundation
import JWTKit
import PushExchange

/// Judges provider tokens: JSON Web Tokens that a team's key has signed (Apple, "Establishing a token-based connection
/// to APNs").
struct ProviderTokens: Sendable {
    /// A token whose signature is good.
    struct Verified: Sendable, Hashable {
        let team: String
        let keyID: String
        let issuedAt: Date

        /// - Throws: ``Refusal`` for one that is older than an hour, or not issued yet.
        func check(at now: Date) throws(Refusal) {
            guard now.timeIntervalSince(issuedAt) <= ProviderTokens.lifetime else { throw .expiredProviderToken }
            guard issuedAt.timeIntervalSince(now) <= ProviderTokens.skewMax else { throw .invalidProviderToken }
        }
    }

    private struct Claims: JWTPayload {
        let iss: String
        /// Seconds since 1970; some libraries send them as a text, and APNs takes it.
        let iat: Seconds

        struct Seconds: Codable {
            let value: Double

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let number = try? container.decode(Double.self) {
                    value = number
                } else if let number = Double(try container.decode(String.self)) {
                    value = number
                } else {
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: "iat is no number")
                }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(value)
            }
        }

        func verify(using algorithm: some JWTAlgorithm) throws {}
    }

    /// A token is good for an hour.
    static let lifetime: TimeInterval = 3600
    /// A provider's clock may be so much ahead; our choice.
    static let skewMax: TimeInterval = 300
    /// One connection may take up a new token so often.
    static let updateInterval: TimeInterval = 20 * 60

    private let keys: @Sendable () throws -> [StateDirectory.ProviderKey]

    /// - Parameter keys: reads the keys, for each new token: one may have been made since.
    init(keys: @escaping @Sendable () throws -> [StateDirectory.ProviderKey]) { self.keys = keys }

    /// Checks the signature of a token.
    ///
    /// - Parameter authorization: the value of the header: `bearer` and the token.
    /// - Throws: ``Refusal``.
    func verify(_ authorization: String) async throws(Refusal) -> Verified {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw .missingProviderToken }
        do {
            let token = Array(parts[1].utf8)
            let header = try DefaultJWTParser().parse(token, as: Claims.self).header
            guard header.alg == "ES256", let id = header.kid, let key = try keys().first(where: { $0.id == id })
            else { throw Refusal.invalidProviderToken }
            let collection = await JWTKeyCollection().add(
                ecdsa: try ES256PublicKey(pem: key.publicKey), kid: JWKIdentifier(string: id))
            let claims = try await collection.verify(token, as: Claims.self)
            guard claims.iss == key.team else { throw Refusal.invalidProviderToken }
            return Verified(team: key.team, keyID: id, issuedAt: Date(timeIntervalSince1970: claims.iat.value))
        } catch { throw error as? Refusal ?? .invalidProviderToken }
    }
}
