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

    @Test("UR-02: what the app has answered is forgotten")
    func forgets() {
        var request = TransferRequest(url: "https://example.org")
        request.credential = TransferCredential(user: "me", password: "x")
        request.takesChallengeAsAnswer = true
        request.forgetAnswers()
        #expect(request == TransferRequest(url: "https://example.org"))
    }

    @Test("UR-01, UR-17: a session that the system has kept goes on where it was, and an end in it wakes the app")
    func restored() {
        var device = TestDevice()
        var late = TransferRequest(url: "https://example.org/late")
        late.earliestBegin = .seconds(60)
        let request = TransferRequest(url: "https://example.org")
        let effects = device.happen(
            .transfer(
                .restored(
                    RestoredSession(
                        identifier: "s", sendsLaunchEvents: true, discretionary: false,
                        tasks: [
                            .init(number: 1, request: late, isResumed: true, age: .seconds(50)),
                            .init(number: 2, request: request, isResumed: true),
                            .init(number: 3, request: request, isResumed: false),
                        ]))))
        func begun(_ effects: [Effect]) -> [Int] {
            effects.compactMap { if case .transfer(.begin, session: "s", let task) = $0.action { task } else { nil } }
        }
        #expect(begun(effects) == [2])
        device.advance(by: .seconds(9))
        #expect(begun(device.effects.map(\.effect)) == [2])
        device.advance(by: .seconds(2))
        #expect(begun(device.effects.map(\.effect)) == [2, 1])
        device.happen(.transfer(.taskCompleted(identifier: "s", task: 1, code: nil)))
        let launches = device.happen(.transfer(.taskCompleted(identifier: "s", task: 2, code: nil)))
        #expect(launches.contains { $0.action == .launch(.wake(.urlSession)) })
    }
}
