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

    private static func asked() -> TestDevice {
        var device = TestDevice.launched()
        device.happen(.transfer(.sessionCreated(identifier: "s")))
        device.happen(.transfer(.taskStarted(identifier: "s", TransferRequest())))
        device.happen(.transfer(.challenged(identifier: "s", task: 1, TransferChallenge(.basic))))
        return device
    }

    @Test("UR-02: a question that the app was asked in vain is nothing to wait for; one that a wake waits with is")
    func awaited() {
        var device = Self.asked()
        #expect(!device.machine.awaitsTransfers)
        device = TestDevice.launched()
        device.happen(.transfer(.sessionCreated(identifier: "s")))
        device.happen(.transfer(.taskStarted(identifier: "s", TransferRequest())))
        device.happen(.processExited(.exited(1)))
        #expect(device.machine.awaitsTransfers)
        // The next process is ordered, and does not run yet.
        let question = TransferEvent.challenged(identifier: "s", task: 1, TransferChallenge(.basic))
        var machine = device.machine
        let effects = machine.handle(.transfer(question), at: device.now)
        #expect(effects.contains { $0.action == .launch(.wake(.urlSession)) })
        #expect(machine.awaitsTransfers)
    }

    @Test("UR-02: a credential that the server has refused is not sent again")
    func refused() throws {
        var device = Self.asked()
        let wrong = TransferCredential(user: "me", password: "wrong")
        device.happen(
            .transfer(.challengeAnswered(identifier: "s", task: 1, .useCredential, credential: wrong)))
        #expect(device.machine.transferRequest("s", task: 1)?.credential?.password == "wrong")
        device.happen(.transfer(.challenged(identifier: "s", task: 1, TransferChallenge(.basic))))
        let request = try #require(device.machine.transferRequest("s", task: 1))
        #expect(request.credential == nil)
    }
}
