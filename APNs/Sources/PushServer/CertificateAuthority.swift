import Crypto
import Foundation
import SwiftASN1
import X509

/// A certificate authority of this server's own: it signs the server's certificate, and those of providers.
package struct CertificateAuthority: Sendable {
    private let certificate: Certificate
    private let key: P256.Signing.PrivateKey

    /// A new one, valid for ten years.
    ///
    /// - Throws: what swift-certificates throws.
    package init(now: Date = Date()) throws {
        let key = P256.Signing.PrivateKey()
        self.key = key
        let name = try DistinguishedName {
            CommonName("KeepAlive push authority")
            OrganizationName("keepalive-apns")
        }
        certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey),
            notValidBefore: now - 3600, notValidAfter: now + 3650 * 86_400, issuer: name, subject: name,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: Certificate.PublicKey(key.publicKey))
            }, issuerPrivateKey: .init(key))
    }

    /// - Parameters: both in PEM.
    /// - Throws: what swift-certificates throws.
    init(certificate: String, key: String) throws {
        self.certificate = try Certificate(pemEncoded: certificate)
        self.key = try P256.Signing.PrivateKey(pemRepresentation: key)
    }

    var certificateText: String { get throws { try certificate.serializeAsPEM().pemString + "\n" } }
    var keyText: String { key.pemRepresentation + "\n" }

    /// A certificate and its private key, both in PEM.
    package struct Pair: Sendable {
        package let certificate: String
        package let key: String
    }

    /// Signs a certificate of a server, for this machine and for the names that APNs has.
    ///
    /// - Parameter names: more host names.
    /// - Throws: what swift-certificates throws.
    func serverCertificate(names: [String], now: Date = Date()) throws -> Pair {
        try sign(
            DistinguishedName { CommonName("keepalive-apns") },
            Certificate.Extensions {
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames((Self.serverNames + names).map(Self.name))
            }, days: 397, now)
    }

    private static let serverNames = [
        "localhost", "127.0.0.1", "::1", "api.push.apple.com", "api.sandbox.push.apple.com",
        "api.development.push.apple.com",
    ]

    private static func name(_ text: String) -> GeneralName {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            return .ipAddress(ASN1OctetString(contentBytes: ArraySlice(withUnsafeBytes(of: four) { Array($0) })))
        }
        var six = in6_addr()
        if inet_pton(AF_INET6, text, &six) == 1 {
            return .ipAddress(ASN1OctetString(contentBytes: ArraySlice(withUnsafeBytes(of: six) { Array($0) })))
        }
        return .dnsName(text)
    }

    /// Signs a certificate of a provider, as the developer portal does: for an app, its calls and its complications.
    ///
    /// - Throws: what swift-certificates throws.
    package func providerCertificate(topic: String, now: Date = Date()) throws -> Pair {
        try sign(
            DistinguishedName([
                RelativeDistinguishedName(
                    .init(type: ProviderCertificate.userID, utf8String: topic)),
                RelativeDistinguishedName(
                    .init(type: .RDNAttributeType.commonName, utf8String: "Apple Push Services: \(topic)")),
            ]),
            Certificate.Extensions {
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.clientAuth])
                try ProviderCertificate.topics([topic, "\(topic).voip", "\(topic).complication"])
            }, days: 395, now)
    }

    private func sign(
        _ subject: DistinguishedName, _ extensions: Certificate.Extensions, days: Double, _ now: Date
    ) throws -> Pair {
        let leaf = P256.Signing.PrivateKey()
        let signed = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(leaf.publicKey),
            notValidBefore: now - 3600, notValidAfter: now + days * 86_400, issuer: certificate.subject,
            subject: subject, extensions: try identified(extensions), issuerPrivateKey: .init(key))
        return Pair(certificate: try signed.serializeAsPEM().pemString + "\n", key: leaf.pemRepresentation + "\n")
    }

    /// Adds what names the authority: strict clients want it (RFC 5280, 4.2.1.1).
    private func identified(_ extensions: Certificate.Extensions) throws -> Certificate.Extensions {
        var extensions = extensions
        let identifier = SubjectKeyIdentifier(hash: Certificate.PublicKey(key.publicKey)).keyIdentifier
        try extensions.append(Certificate.Extension(AuthorityKeyIdentifier(keyIdentifier: identifier), critical: false))
        return extensions
    }

    /// Returns whether this authority has signed a certificate, and it is valid now.
    func hasSigned(_ other: Certificate) async -> Bool {
        var verifier = Verifier(rootCertificates: CertificateStore([certificate])) {
            RFC5280Policy()
            // The topics mean something to this server alone.
            ProviderCertificate.TopicsPolicy()
        }
        if case .validCertificate = await verifier.validate(leaf: other, intermediates: CertificateStore()) {
            return true
        }
        return false
    }
}
