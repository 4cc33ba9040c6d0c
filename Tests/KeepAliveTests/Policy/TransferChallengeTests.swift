import Testing

@testable import KeepAlivePolicy

@Suite struct TransferChallengeTests {
    @Test(
        "UR-02: the safest way that is known is chosen from WWW-Authenticate, with its words",
        arguments: [
            (#"Basic realm="films""#, TransferChallenge.Method.basic, "films"), ("Basic", .basic, nil),
            (#"basic realm=films"#, .basic, "films"),
            (#"Basic realm="films", Digest realm="more", nonce="1""#, .digest, "more"),
            (#"Basic realm="a, digest b""#, .basic, "a, digest b"), (#"Digest nonce="1", realm="x""#, .digest, "x"),
            (#"Negotiate, Basic realm="a b, c""#, .basic, "a b, c"), (#"DIGEST realm="x""#, .digest, "x"),
        ] as [(String, TransferChallenge.Method, String?)])
    func read(text: String, method: TransferChallenge.Method, realm: String?) {
        let challenge = TransferChallenge(headerField: text)
        #expect(challenge?.method == method && challenge?.realm == realm)
        #expect(challenge?.previousFailureCount == 0)
    }

    @Test("a way that is not known is no question", arguments: ["", "Negotiate", "Bearer realm=\"basic\"", "NTLM"])
    func unknown(text: String) { #expect(TransferChallenge(headerField: text) == nil) }
}
