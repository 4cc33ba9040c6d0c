import FoundationEssentials

/// A connection to a device.
package protocol DeviceLink: AnyObject {
    /// Sends a push; the device answers with its number when it has dealt with it.
    func send(_ push: Push, number: Int)

    /// Ends the connection: the device has another one.
    func close()
}

/// What waits for one device, and what it has not confirmed yet.
struct DeviceQueue {
    /// A push with its number: however often it is sent, the device knows it again.
    private struct Numbered {
        let number: Int
        let push: Push
    }

    /// The connection; `nil` while the device is off.
    private(set) var link: (any DeviceLink)?
    /// False while the device is there and has no network.
    private var isReachable = false
    /// The topics whose apps are there: those that have registered on this connection.
    private var topics: Set<String> = []
    private var unconfirmed: [Numbered] = []
    private var waiting: [Numbered] = []
    private var nextWaiting = 0
    /// The last push to each topic whose app is away, in the order they came in.
    private var stored: [Numbered] = []

    /// The most pushes that a device may leave unconfirmed; others wait.
    static let unconfirmedMax = 64

    /// The pushes that a connected device has not confirmed.
    var count: Int { unconfirmed.count + waiting.count - nextWaiting }

    /// True when there is nothing to be known of the device.
    var isEmpty: Bool { link == nil && stored.isEmpty }

    /// Takes a push.
    mutating func add(_ push: Push, number: Int, at now: Date) -> Fate {
        guard push.lifetime.allows(now) else { return .dropped }
        let numbered = Numbered(number: number, push: push)
        guard link != nil, isReachable, topics.contains(push.topic) else { return store(numbered) }
        waiting.append(numbered)
        send(at: now)
        return .sent
    }

    /// Takes a new connection.
    mutating func connect(_ link: any DeviceLink) {
        disconnect()
        self.link = link
    }

    /// Loses its connection.
    mutating func disconnect() {
        leave()
        link = nil
        topics = []
    }

    /// The device has a network again: what has been stored for its apps goes out.
    mutating func reach(at now: Date) {
        guard link != nil else { return }
        isReachable = true
        for topic in topics { release(topic, at: now) }
    }

    /// The device has no network any more: what was not confirmed is stored as if it came now.
    mutating func leave() {
        guard isReachable else { return }
        isReachable = false
        let rest = unconfirmed + waiting[nextWaiting...]
        (unconfirmed, waiting, nextWaiting) = ([], [], 0)
        for numbered in rest { _ = store(numbered) }
    }

    /// The app of a topic is there: what has been stored for it goes out.
    mutating func listen(to topic: String, at now: Date) {
        topics.insert(topic)
        if isReachable { release(topic, at: now) }
    }

    /// Notes that the device has dealt with a push, whenever it was sent.
    mutating func confirm(_ number: Int, at now: Date) {
        unconfirmed.removeAll { $0.number == number }
        stored.removeAll { $0.number == number }
        send(at: now)
    }

    /// Forgets what is for a topic that nobody listens to any more.
    mutating func forget(_ topic: String) {
        topics.remove(topic)
        stored.removeAll { $0.push.topic == topic }
        waiting = waiting[nextWaiting...].filter { $0.push.topic != topic }
        nextWaiting = 0
    }

    private mutating func release(_ topic: String, at now: Date) {
        waiting += stored.filter { $0.push.topic == topic }
        stored.removeAll { $0.push.topic == topic }
        send(at: now)
    }

    /// Of each app, the last one alone is kept for a device that is away.
    private mutating func store(_ numbered: Numbered) -> Fate {
        if numbered.push.lifetime == .once { return .dropped }
        stored.removeAll { $0.push.topic == numbered.push.topic }
        stored.append(numbered)
        return .stored
    }

    private mutating func send(at now: Date) {
        guard let link, isReachable else { return }
        while unconfirmed.count < Self.unconfirmedMax, nextWaiting < waiting.count {
            let numbered = waiting[nextWaiting]
            nextWaiting += 1
            guard numbered.push.lifetime.allows(now) else { continue }
            unconfirmed.append(numbered)
            link.send(numbered.push, number: numbered.number)
        }
        if nextWaiting == waiting.count || nextWaiting > 1024 {
            waiting.removeFirst(nextWaiting)
            nextWaiting = 0
        }
    }
}

/// What becomes of a push that is accepted.
package enum Fate: String, Sendable, Hashable {
    /// It goes to the device, which is connected.
    case sent
    /// It waits until the device, or the app on it, is there again; it has taken the place of an earlier one to the same
    /// topic.
    case stored
    /// Its `apns-expiration` is over, or is 0 while the device is away.
    case dropped
}
