import Foundation
import Testing

@testable import PushExchange

/// Tokens, topics, and what becomes of a push (Apple, "Sending notification requests to APNs").
@Suite final class ExchangeTests {
    /// A device that notes what it gets.
    private final class Phone: DeviceLink {
        var pushes: [(number: Int, id: String)] = []
        var isClosed = false

        var ids: [String] { pushes.map(\.id) }

        func send(_ push: Push, number: Int) { pushes.append((number, push.id)) }
        func close() { isClosed = true }
    }

    private var exchange = Exchange()
    private var now = Date(timeIntervalSince1970: 1_000_000)
    private let team = Provider.team("TEAM")

    private func token(_ topic: String = "com.example", on device: String = "phone") throws -> DeviceToken {
        let token = exchange.register(.init(device: device, topic: topic), at: now)
        return try #require(token)
    }

    @discardableResult
    private func push(
        _ id: String = "a", to token: DeviceToken, topic: String? = "com.example", type: String? = nil,
        expires: Int? = nil, from provider: Provider? = nil
    ) throws(Refusal) -> Fate {
        var headers: [(name: String, value: String)] = []
        if let topic { headers.append(("apns-topic", topic)) }
        if let type { headers.append(("apns-push-type", type)) }
        if let expires { headers.append(("apns-expiration", String(expires))) }
        let request = try PushRequest(
            method: "POST", path: "/3/device/\(token)", headers: headers, body: Array(#"{"aps":{"alert":"hi"}}"#.utf8)
        ) { id }
        return try exchange.accept(request, from: provider ?? team, at: now)
    }

    /// Connects a phone, on which the apps of these topics register.
    private func connect(
        _ phone: Phone, as device: String = "phone", _ topics: [String] = ["com.example", "com.other"]
    ) {
        exchange.connect(device, phone, isReachable: true, at: now)
        for topic in topics { _ = exchange.register(.init(device: device, topic: topic), at: now) }
    }

    @Test("a push goes to the device that its token names, and to no other")
    func delivery() throws {
        let (one, other) = (Phone(), Phone())
        connect(one, as: "one")
        connect(other, as: "other")
        #expect(try push(to: token(on: "one")) == .sent)
        #expect(one.ids == ["a"])
        #expect(other.ids.isEmpty)
    }

    @Test("an app has the same token as long as it is registered, and another afterwards")
    func tokens() throws {
        let first = try token()
        #expect(try token() == first)
        exchange.unregister(.init(device: "phone", topic: "com.example"), at: now)
        #expect(throws: Refusal.unregistered(since: now)) { try push(to: first) }
        #expect(try token() != first)
    }

    @Test("a token that nobody has, and one of another topic")
    func wrongTokens() throws {
        let mine = try token()
        #expect(throws: Refusal.badDeviceToken) { try push(to: DeviceToken()) }
        #expect(throws: Refusal.deviceTokenNotForTopic) { try push(to: mine, topic: "com.other") }
        #expect(throws: Refusal.missingTopic) { try push(to: mine, topic: nil) }
        #expect(throws: Refusal.badTopic) { try push(to: mine, type: "voip") }
        #expect(throws: Refusal.badTopic) { try push(to: mine, type: "liveactivity") }
        let call = try token("com.example.voip")
        #expect(throws: Refusal.badTopic) { try push(to: call, topic: "com.example.voip", type: "alert") }
    }

    @Test("a certificate is for its topics; with one topic alone, none needs to be named")
    func certificates() throws {
        let mine = try token()
        let several = Provider.certificate(topics: ["com.example", "com.example.voip"])
        #expect(try push(to: mine, from: several) == .stored)
        #expect(throws: Refusal.missingTopic) { try push(to: mine, topic: nil, from: several) }
        #expect(try push(to: mine, topic: nil, from: .certificate(topics: ["com.example"])) == .stored)
        #expect(throws: Refusal.topicDisallowed) { try push(to: mine, from: .certificate(topics: ["com.other"])) }
        let place = try token("com.example.location-query")
        #expect(throws: Refusal.topicDisallowed) {
            try push(
                to: place, topic: "com.example.location-query", type: "location",
                from: .certificate(topics: ["com.example.location-query"]))
        }
    }

    @Test("for a device that is away the last push of each app is kept, and goes out when it is back")
    func stored() throws {
        let (mine, other) = (try token(), try token("com.other"))
        #expect(try push("a", to: mine) == .stored)
        #expect(try push("b", to: other, topic: "com.other") == .stored)
        #expect(try push("c", to: mine) == .stored)
        let phone = Phone()
        connect(phone)
        #expect(Set(phone.ids) == ["b", "c"])
        #expect(try push("d", to: mine) == .sent)
    }

    @Test("an app that has not registered since its device is back gets what is stored when it does")
    func notYetLaunched() throws {
        let (mine, other) = (try token(), try token("com.other"))
        try push("a", to: mine)
        try push("b", to: other, topic: "com.other")
        let phone = Phone()
        connect(phone, ["com.example"])
        #expect(phone.ids == ["a"])
        #expect(try push("c", to: other, topic: "com.other") == .stored)
        _ = try token("com.other")
        #expect(phone.ids == ["a", "c"])
    }

    @Test("what a device has dealt with is not sent again, however late it says so")
    func lateConfirmation() throws {
        let mine = try token()
        let phone = Phone()
        connect(phone)
        try push("a", to: mine)
        exchange.reach("phone", phone, false, at: now)
        exchange.confirm(phone.pushes[0].number, from: "phone", at: now)
        exchange.reach("phone", phone, true, at: now)
        #expect(phone.ids == ["a"])
        try push("b", to: mine)
        exchange.reach("phone", phone, false, at: now)
        exchange.reach("phone", phone, true, at: now)
        // Not confirmed: it is sent again, by the same number.
        #expect(phone.ids == ["a", "b", "b"])
        #expect(phone.pushes[1].number == phone.pushes[2].number)
    }

    @Test("apns-expiration: 0 is now or never; a date is kept until then")
    func expiration() throws {
        let (mine, other) = (try token(), try token("com.other"))
        let soon = Int(now.timeIntervalSince1970) + 60
        #expect(try push("a", to: mine, expires: soon) == .stored)
        #expect(try push("b", to: mine, expires: 0) == .dropped)
        #expect(try push("c", to: other, topic: "com.other", expires: soon + 60) == .stored)
        // One whose time is over is dropped, and takes nobody's place.
        #expect(
            try push("late", to: other, topic: "com.other", expires: Int(now.timeIntervalSince1970) - 1) == .dropped)
        now += 61
        let phone = Phone()
        connect(phone)
        #expect(phone.ids == ["c"])
        #expect(try push("d", to: mine, expires: 0) == .sent)
    }

    @Test("what a device has not confirmed when it goes is stored: the last of each app")
    func unconfirmed() throws {
        let mine = try token()
        let phone = Phone()
        connect(phone)
        for id in ["a", "b", "c"] { try push(id, to: mine) }
        for push in phone.pushes.prefix(2) { exchange.confirm(push.number, from: "phone", at: now) }
        exchange.disconnect("phone", phone)
        let again = Phone()
        connect(again)
        #expect(again.ids == ["c"])
    }

    @Test("a device that confirms nothing gets no more than a window; what waits keeps its order")
    func window() throws {
        let mine = try token()
        let phone = Phone()
        connect(phone)
        for number in 0..<200 { try push("\(number)", to: mine) }
        #expect(phone.pushes.count == DeviceQueue.unconfirmedMax)
        var confirmed = 0
        while confirmed < phone.pushes.count {
            exchange.confirm(phone.pushes[confirmed].number, from: "phone", at: now)
            confirmed += 1
        }
        #expect(phone.ids == (0..<200).map(String.init))
    }

    @Test("a device without a network is there, and gets what is stored when it has one")
    func network() throws {
        let mine = try token()
        let phone = Phone()
        exchange.connect("phone", phone, isReachable: false, at: now)
        #expect(try token() == mine)
        #expect(try push("a", to: mine) == .stored)
        exchange.reach("phone", phone, true, at: now)
        #expect(phone.ids == ["a"])
        exchange.reach("phone", phone, false, at: now)
        #expect(try push("b", to: mine) == .stored)
    }

    @Test("a second connection of a device ends the first, whose end then changes nothing")
    func takenOver() throws {
        let mine = try token()
        let (first, second) = (Phone(), Phone())
        connect(first)
        connect(second)
        #expect(first.isClosed)
        exchange.disconnect("phone", first)
        #expect(try push(to: mine) == .sent)
        #expect(second.ids == ["a"])
    }

    @Test("too many pushes to one token are refused; another token is not concerned, and time helps")
    func pace() throws {
        exchange = Exchange(pace: RequestPace(burst: 10, perSecond: 2))
        let (mine, other) = (try token(), try token("com.other"))
        for _ in 0..<10 { try push(to: mine) }
        #expect(throws: Refusal.tooManyRequests) { try push(to: mine) }
        #expect(try push(to: other, topic: "com.other") == .stored)
        now += 1
        try push(to: mine)
        try push(to: mine)
        #expect(throws: Refusal.tooManyRequests) { try push(to: mine) }
    }

    @Test("the tokens of a device of one run go out of use when it is gone; those of others stay")
    func temporary() throws {
        let run = TokenRegistry.Registration(device: "run", topic: "com.example", isTemporary: true)
        let made = exchange.register(run, at: now)
        let (passing, lasting) = (try #require(made), try token())
        let phone = Phone()
        exchange.connect("run", phone, isReachable: false, at: now)
        exchange.forgetTemporaryDevices(at: now)
        #expect(try push(to: passing) == .stored)
        exchange.disconnect("run", phone)
        exchange.forgetTemporaryDevices(at: now)
        #expect(throws: Refusal.unregistered(since: now)) { try push(to: passing) }
        #expect(try push(to: lasting) == .stored)
    }

    @Test("a registry that is read again knows the same tokens, and those out of use")
    func records() throws {
        var kept: [TokenRegistry.Record] = []
        nonisolated(unsafe) let keep: (TokenRegistry.Record) -> Void = { kept.append($0) }
        var registry = TokenRegistry(keep: { keep($0) })
        let registrations = ["a", "b"].map { TokenRegistry.Registration(device: "phone", topic: $0) }
        var tokens: [DeviceToken?] = []
        for registration in registrations { tokens.append(registry.token(for: registration)) }
        registry.remove(registrations[0], at: now)
        let text = try JSONEncoder().encode(kept)
        var again = TokenRegistry(try JSONDecoder().decode([TokenRegistry.Record].self, from: text))
        #expect(again.token(for: registrations[1]) == tokens[1])
        let gone = try #require(tokens[0])
        #expect(throws: Refusal.unregistered(since: now)) { try again.registration(of: gone) }
        #expect(again.token(for: registrations[0]) != gone)
    }
}
