import Crypto
import Foundation
import JWTKit
import PushExchange
import Testing
import X509

@testable import PushServer

/// Who may push: provider tokens and certificates.
@Suite struct ProviderTests {
    private struct Claims: JWTPayload {
        var iss = "TEAM567890"
        var iat: Double

        func verify(using algorithm: some JWTAlgorithm) throws {}
    }

    /// Some libraries write the time as a text.
    private struct TextClaims: JWTPayload {
        var iss = "TEAM567890"
        var iat: String

        func verify(using algorithm: some JWTAlgorithm) throws {}
    }

    private let secret = ES256PrivateKey()
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    private var judge: ProviderTokens {
        let key = StateDirectory.ProviderKey(
            id: "KEY4567890", team: "TEAM567890", publicKey: secret.publicKey.pemRepresentation)
        return ProviderTokens { [key] }
    }

    private func token(
        _ claims: some JWTPayload, kid: String = "KEY4567890", key: ES256PrivateKey? = nil
    ) async throws -> String {
        let keys = await JWTKeyCollection().add(ecdsa: key ?? secret, kid: JWKIdentifier(string: kid))
        return "bearer " + (try await keys.sign(claims, kid: JWKIdentifier(string: kid)))
    }

    private func reason(_ authorization: String) async -> String? {
        do throws(Refusal) {
            _ = try await judge.verify(authorization)
            return nil
        } catch { return error.reason }
    }

    @Test("a token of the team's key is good for an hour, also with its time as a text")
    func good() async throws {
        let verified = try await judge.verify(token(Claims(iat: now.timeIntervalSince1970)))
        #expect(verified.team == "TEAM567890")
        try verified.check(at: now + 3600)
        #expect(throws: Refusal.expiredProviderToken) { try verified.check(at: now + 3601) }
        #expect(throws: Refusal.invalidProviderToken) { try verified.check(at: now - 301) }
        #expect(try await judge.verify(token(TextClaims(iat: "1700000000"))).issuedAt == now)
    }

    @Test("another key, team, signature or algorithm is no good")
    func bad() async throws {
        let claims = Claims(iat: now.timeIntervalSince1970)
        #expect(await reason(try token(claims, kid: "OTHER67890")) == "InvalidProviderToken")
        #expect(await reason(try token(claims, key: ES256PrivateKey())) == "InvalidProviderToken")
        #expect(await reason(try token(Claims(iss: "NOBODY", iat: 0))) == "InvalidProviderToken")
        let good = try await token(claims)
        #expect(await reason(good + "x") == "InvalidProviderToken")
        #expect(await reason("bearer a.b.c") == "InvalidProviderToken")
        #expect(await reason("basic abc") == "MissingProviderToken")
        #expect(await reason("bearer") == "MissingProviderToken")
        // A token that claims to need no signature.
        let header = Data(#"{"alg":"none","kid":"KEY4567890"}"#.utf8).base64EncodedString()
        let parts = good.split(separator: ".")
        #expect(await reason("bearer \(header.replacing("=", with: "")).\(parts[1]).") == "InvalidProviderToken")
        // One whose secret is the public key.
        let keys = await JWTKeyCollection().add(
            hmac: HMACKey(from: secret.publicKey.pemRepresentation), digestAlgorithm: .sha256,
            kid: JWKIdentifier(string: "KEY4567890"))
        let forged = try await keys.sign(claims, kid: JWKIdentifier(string: "KEY4567890"))
        #expect(await reason("bearer " + forged) == "InvalidProviderToken")
    }

    @Test("a certificate of the authority names its topics; another authority's is not trusted")
    func certificates() async throws {
        let (authority, other) = (try CertificateAuthority(), try CertificateAuthority())
        let pair = try authority.providerCertificate(topic: "com.example")
        let certificate = try Certificate(pemEncoded: pair.certificate)
        #expect(
            ProviderCertificate.topics(of: certificate) == [
                "com.example", "com.example.voip", "com.example.complication",
            ])
        #expect(await authority.hasSigned(certificate))
        #expect(await !other.hasSigned(certificate))
        let names = certificate.extensions.map(\.oid)
        #expect(names.contains(.X509ExtensionID.authorityKeyIdentifier))
        let old = try Certificate(
            pemEncoded: authority.providerCertificate(topic: "com.example", now: Date() - 400 * 86_400).certificate)
        #expect(await !authority.hasSigned(old))
    }

    @Test("what the server keeps on disk is for its owner, and is read again")
    func state() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "apns-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let directory = try StateDirectory(path)
        let authority = try directory.authority()
        #expect(try directory.authority().certificateText == authority.certificateText)
        let made = try directory.makeProviderKey()
        #expect(try directory.providerKeys() == [made.key])
        #expect(made.key.id.count == 10 && made.key.team.count == 10)
        let own = try directory.trust(keyAt: made.path, id: "OWNKEY7890", team: "OWNTEAM890")
        #expect(try directory.providerKeys() == [made.key, own])
        for file in try FileManager.default.contentsOfDirectory(atPath: path) {
            let mode = try FileManager.default.attributesOfItem(atPath: "\(path)/\(file)")[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(file)")
        }
        try Data("no key".utf8).write(to: URL(fileURLWithPath: made.path))
        #expect(throws: StateDirectory.Failure.self) {
            try directory.trust(keyAt: made.path, id: "A", team: "B")
        }
        try Data("no certificate".utf8).write(to: URL(fileURLWithPath: directory.authorityPath))
        #expect(throws: StateDirectory.Failure.self) { try directory.authority() }
    }

    @Test("the file of tokens loses the half line of a server that was killed, and nothing else")
    func tokenFile() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "tokens-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try TokenFile(path, log: ServerLog())
        var registry = TokenRegistry(keep: { file.append($0) })
        let token = registry.token(for: .init(device: "phone", topic: "a"))
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("{\"made\":{\"tok".utf8))
        var again = TokenRegistry(try TokenFile(path, log: ServerLog()).records)
        #expect(again.token(for: .init(device: "phone", topic: "a")) == token)
        try handle.close()
        // Two lines in one, as after a full disk; and the next line counts.
        let line = try String(contentsOfFile: path, encoding: .utf8)
        try Data((#"{"made":{"tok"# + line + line).utf8).write(to: URL(fileURLWithPath: path))
        var mended = TokenRegistry(try TokenFile(path, log: ServerLog()).records)
        #expect(mended.token(for: .init(device: "phone", topic: "a")) == token)
    }

    @Test("a directory is one server's: a second one is refused, and changes nothing")
    func lock() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "lock-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let directory = try StateDirectory(path)
        var first: StateDirectory.Lock? = try directory.lock()
        #expect(throws: StateDirectory.Failure.self) { try directory.lock() }
        withExtendedLifetime(first) {}
        first = nil
        _ = try directory.lock()
    }
}
