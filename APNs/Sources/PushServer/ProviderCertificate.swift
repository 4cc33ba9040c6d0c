import SwiftASN1
import X509

/// What a provider's certificate says: the topics that it may push to.
enum ProviderCertificate {
    /// The attribute of the subject that names the app (RFC 4519, userId).
    static let userID: ASN1ObjectIdentifier = [0, 9, 2342, 19_200_300, 100, 1, 1]
    /// The extension that lists the topics (Apple, "Communicate with APNs using a TLS certificate").
    static let topicsExtension: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 3, 6]

    /// Makes the extension: each topic, and after it the words for its kind.
    static func topics(_ topics: [String]) throws -> Certificate.Extension {
        var serializer = DER.Serializer()
        try serializer.appendConstructedNode(identifier: .sequence) { list in
            for topic in topics {
                try list.serialize(ASN1UTF8String(topic))
                try list.appendConstructedNode(identifier: .sequence) { kinds in
                    try kinds.serialize(ASN1UTF8String(topic == topics.first ? "app" : "service"))
                }
            }
        }
        return Certificate.Extension(
            oid: topicsExtension, critical: false, value: ArraySlice(serializer.serializedBytes))
    }

    /// Returns the topics of a certificate: those of the extension, and the app of the subject.
    static func topics(of certificate: Certificate) -> Set<String> {
        var topics: Set<String> = []
        for attribute in certificate.subject.flatMap({ $0 }) where attribute.type == userID {
            if let text = String(attribute.value) { topics.insert(text) }
        }
        guard let listed = certificate.extensions[oid: topicsExtension], let root = try? DER.parse(listed.value),
            case .constructed(let nodes) = root.content
        else { return topics }
        for node in nodes {
            if let text = try? ASN1UTF8String(derEncoded: node, withIdentifier: .utf8String) {
                topics.insert(String(text))
            }
        }
        return topics
    }

    /// Accepts the extension with the topics, whatever it holds.
    struct TopicsPolicy: VerifierPolicy {
        let verifyingCriticalExtensions = [topicsExtension]

        func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
            .meetsPolicy
        }
    }
}
