import Foundation
import Testing

@testable import PushExchange

/// What APNs answers to a request that cannot be read (Apple, "Handling notification responses from APNs").
@Suite struct RequestTests {
    private static let token = String(repeating: "ab", count: 32)

    private func request(
        method: String = "POST", path: String = "/3/device/\(token)", _ headers: [(String, String)] = [],
        body: String = #"{"aps":{"alert":"hi"}}"#
    ) throws(Refusal) -> PushRequest {
        try PushRequest(
            method: method, path: path, headers: headers.map { (name: $0.0, value: $0.1) }, body: Array(body.utf8)
        ) { "MADE" }
    }

    /// The reason with which a request is refused.
    private func reason(_ make: () throws -> PushRequest) -> String? {
        do {
            _ = try make()
            return nil
        } catch { return (error as? Refusal)?.reason }
    }

    @Test("paths, methods and tokens")
    func address() {
        #expect(reason { try request(path: "/") } == "BadPath")
        #expect(reason { try request(path: "/3/devices/\(Self.token)") } == "BadPath")
        #expect(reason { try request(method: "GET") } == "MethodNotAllowed")
        #expect(reason { try request(path: "/3/device/") } == "MissingDeviceToken")
        #expect(reason { try request(path: "/3/device") } == "MissingDeviceToken")
        #expect(reason { try request(path: "/3/device/abc") } == "BadDeviceToken")
        #expect(reason { try request(path: "/3/device/" + String(repeating: "zz", count: 32)) } == "BadDeviceToken")
        #expect(reason { try request(path: "/3/device/\(Self.token.uppercased())") } == nil)
    }

    @Test(
        "headers",
        arguments: [
            ("apns-priority", "7", "BadPriority"), ("apns-priority", "high", "BadPriority"),
            ("apns-expiration", "soon", "BadExpirationDate"), ("apns-expiration", "-1", "BadExpirationDate"),
            ("apns-id", "42", "BadMessageId"), ("apns-push-type", "fax", "InvalidPushType"),
            ("apns-collapse-id", String(repeating: "x", count: 65), "BadCollapseId"),
            ("apns-topic", String(repeating: "x", count: 256), "BadTopic"),
        ])
    func badHeader(name: String, value: String, reason: String) {
        #expect(self.reason { try request([(name, value)]) } == reason)
    }

    @Test("a header that comes twice is refused; others of the request may")
    func twice() {
        #expect(reason { try request([("apns-topic", "a"), ("apns-topic", "a")]) } == "DuplicateHeaders")
        #expect(reason { try request([("authorization", "a"), ("authorization", "b")]) } == "DuplicateHeaders")
        #expect(reason { try request([("accept", "a"), ("accept", "b")]) } == nil)
    }

    @Test("payloads: 4,096 bytes, 5,120 for calls; a JSON object that holds something")
    func payloads() {
        func payload(of size: Int) -> String {
            let frame = #"{"aps":{"alert":""}}"#
            return frame.replacing("\"\"", with: "\"" + String(repeating: "x", count: size - frame.utf8.count) + "\"")
        }
        #expect(reason { try request(body: payload(of: 4096)) } == nil)
        #expect(reason { try request(body: payload(of: 4097)) } == "PayloadTooLarge")
        #expect(reason { try request([("apns-push-type", "voip")], body: payload(of: 5120)) } == nil)
        #expect(reason { try request([("apns-push-type", "voip")], body: payload(of: 5121)) } == "PayloadTooLarge")
        #expect(reason { try request([("apns-topic", "a.voip")], body: payload(of: 5120)) } == nil)
        for body in ["", "{}", "[1]", "\"aps\"", "{\"aps\":", "{\"aps\":{}} x", "\u{0}"] {
            #expect(reason { try request(body: body) } == "PayloadEmpty", "\(body)")
        }
    }

    @Test("what is left out: priority 10, a new apns-id, no end; the kind from the topic where it says it")
    func defaults() throws {
        let plain = try request([("apns-topic", "com.example")]).push(to: "com.example")
        #expect(plain.priority == 10)
        #expect(plain.id == "MADE")
        #expect(plain.lifetime == .unlimited)
        #expect(plain.type == nil)
        #expect(try request([("apns-topic", "com.example.voip")]).push(to: "").type == .voip)
        #expect(try request([("apns-topic", "com.example.voip-ptt")]).push(to: "").type == .pushtotalk)
        #expect(try request([("apns-expiration", "0")]).push(to: "").lifetime == .once)
        let id = "123e4567-e89b-12d3-a456-4266554400a0"
        #expect(try request([("apns-id", id)]).id == id)
    }

    @Test("the answer's body, with the time of a token out of use in milliseconds")
    func bodies() {
        #expect(Refusal.badPath.body == #"{"reason":"BadPath"}"#)
        let gone = Refusal.unregistered(since: Date(timeIntervalSince1970: 1_700_000_000.5))
        #expect(gone.status == 410)
        #expect(gone.body == #"{"reason":"Unregistered","timestamp":1700000000500}"#)
    }
}
