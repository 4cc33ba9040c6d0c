import Crypto
import Foundation
import JWTKit
import PushExchange
import X509

/// What the server keeps on disk: its certificate authority, the keys of providers, and the tokens of devices.
package struct StateDirectory: Sendable {
    /// Why something cannot be read or written.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        init(_ description: String) { self.description = description }
    }

    /// A key that signs provider tokens.
    package struct ProviderKey: Sendable, Hashable, Codable {
        /// The `kid` of the tokens: ten characters.
        package var id: String
        /// The `iss` of the tokens: ten characters.
        package var team: String
        /// The public key, in PEM.
        var publicKey: String
    }

    package let path: String

    /// - Parameter path: the directory; it is made if it is missing, for its owner alone.
    /// - Throws: ``Failure``.
    package init(_ path: String) throws(Failure) {
        self.path = path
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw Failure("cannot make \(path): \(Self.words(error))") }
    }

    /// The directory where none is named: that of the XDG base directory specification.
    package static var standardPath: String {
        let environment = ProcessInfo.processInfo.environment
        let base = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (base ?? (environment["HOME"] ?? "/root") + "/.local/state") + "/keepalive-apns"
    }

    /// Keeps other servers from a directory until it is gone: two would not know of each other's tokens.
    package final class Lock: Sendable {
        private let descriptor: Int32

        fileprivate init(_ path: String) throws(Failure) {
            descriptor = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                throw Failure("cannot open \(path)/lock: \(String(cString: strerror(errno)))")
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                throw Failure("another keepalive-apns uses \(path). End it, or give this one another --state")
            }
        }

        deinit { close(descriptor) }
    }

    /// Takes the directory for a server.
    ///
    /// - Throws: ``Failure``, also where another server has it.
    func lock() throws(Failure) -> Lock { try Lock(path) }

    // MARK: Certificates

    /// The path of the certificate that a provider has to trust.
    package var authorityPath: String { path + "/ca.pem" }

    /// The authority that signs the certificates; it is made if it is missing.
    ///
    /// - Throws: ``Failure``.
    package func authority() throws(Failure) -> CertificateAuthority {
        let keyPath = path + "/ca-key.pem"
        do {
            if FileManager.default.fileExists(atPath: keyPath) {
                return try CertificateAuthority(
                    certificate: String(contentsOfFile: authorityPath, encoding: .utf8),
                    key: String(contentsOfFile: keyPath, encoding: .utf8))
            }
            let authority = try CertificateAuthority()
            try write(authority.keyText, to: keyPath)
            try write(authority.certificateText, to: authorityPath)
            return authority
        } catch {
            throw Failure(
                "the certificate authority in \(path) cannot be used: \(Self.words(error)). Remove it to get another")
        }
    }

    // MARK: Keys

    private var keysPath: String { path + "/provider-keys.json" }

    /// The keys that provider tokens may be signed with.
    ///
    /// - Throws: ``Failure``.
    package func providerKeys() throws(Failure) -> [ProviderKey] {
        guard FileManager.default.fileExists(atPath: keysPath) else { return [] }
        do {
            return try JSONDecoder().decode([ProviderKey].self, from: Data(contentsOf: URL(fileURLWithPath: keysPath)))
        } catch { throw Failure("\(keysPath) cannot be read: \(Self.words(error))") }
    }

    /// Makes a key, as the developer portal does.
    ///
    /// - Returns: the key, and the path of the private one.
    /// - Throws: ``Failure``.
    package func makeProviderKey(team: String? = nil) throws(Failure) -> (key: ProviderKey, path: String) {
        let secret = P256.Signing.PrivateKey()
        let key = ProviderKey(
            id: Self.identifier(), team: team ?? Self.identifier(), publicKey: secret.publicKey.pemRepresentation)
        let keyPath = path + "/AuthKey_\(key.id).p8"
        do {
            try write(secret.pemRepresentation + "\n", to: keyPath)
        } catch { throw Failure("cannot write \(keyPath): \(Self.words(error))") }
        try add(key)
        return (key, keyPath)
    }

    /// Trusts a key that somebody has already: an `AuthKey_*.p8` of Apple's. Only its public half is kept.
    ///
    /// - Throws: ``Failure``.
    package func trust(keyAt file: String, id: String, team: String) throws(Failure) -> ProviderKey {
        let key: ProviderKey
        do {
            let secret = try P256.Signing.PrivateKey(
                pemRepresentation: String(contentsOfFile: file, encoding: .utf8)
                    .trimmingCharacters(in: .whitespacesAndNewlines))
            key = ProviderKey(id: id, team: team, publicKey: secret.publicKey.pemRepresentation)
        } catch { throw Failure("\(file) holds no P-256 private key in PEM: \(Self.words(error))") }
        try add(key)
        return key
    }

    private func add(_ key: ProviderKey) throws(Failure) {
        let keys = try providerKeys().filter { $0.id != key.id } + [key]
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try write(String(decoding: encoder.encode(keys), as: UTF8.self) + "\n", to: keysPath)
        } catch { throw Failure("cannot write \(keysPath): \(Self.words(error))") }
    }

    /// Ten characters, as Apple's identifiers of keys and teams have.
    private static func identifier() -> String {
        String((0..<10).map { _ in "ABCDEFGHJKLMNPQRSTUVWXYZ23456789".randomElement() ?? "A" })
    }

    // MARK: Files

    /// Writes a certificate and its key into one file, for its owner alone.
    ///
    /// - Throws: ``Failure``.
    package func write(_ pair: CertificateAuthority.Pair, to path: String) throws(Failure) {
        do { try write(pair.certificate + pair.key, to: path) } catch {
            throw Failure("cannot write \(path): \(Self.words(error))")
        }
    }

    /// Writes a file for its owner alone, whole or not at all.
    func write(_ text: String, to path: String) throws {
        let temporary = "\(path).\(ProcessInfo.processInfo.processIdentifier)"
        guard
            FileManager.default.createFile(
                atPath: temporary, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        else { throw Failure(String(cString: strerror(errno))) }
        guard rename(temporary, path) == 0 else { throw Failure(String(cString: strerror(errno))) }
    }

    static func words(_ error: any Error) -> String {
        if let failure = error as? Failure { return failure.description }
        return error._domain == NSCocoaErrorDomain ? error.localizedDescription : "\(error)"
    }
}
