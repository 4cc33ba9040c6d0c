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
    /// The connection; `nil` while the device is off.
    private(set) var link: (any DeviceLink)?
    /// False while the device is there and has no network.
    private var isReachable = false
    private var unconfirmed: [(number: Int, push: Push)] = []
    private var waiting: [Push] = []
    private var nextWaiting = 0
    /// The last push to each topic while the device is away, in the order they came in.
    private(set) var stored: [Push] = []
    private var number = 0

    /// The most pushes that a device may leave unconfirmed; others wait.
    static let unconfirmedMax = 64

    /// The pushes that a connected device has not confirmed.
    var count: Int { unconfirmed.count + waiting.count - nextWaiting }

    /// Takes a push.
    mutating func add(_ push: Push, at now: Date) -> Fate {
        guard link != nil, isReachable else { return store(push) }
        waiting.append(push)
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
    }

    /// The device has a network again: what has been stored goes out.
    mutating func reach(at now: Date) {
        guard link != nil, !isReachable else { return }
        isReachable = true
        waiting = stored
        stored = []
        send(at: now)
    }

    /// The device has no network any more: what was not confirmed is stored as if it came now.
    mutating func leave() {
        guard isReachable else { return }
        isReachable = false
        let rest = unconfirmed.map(\.push) + waiting[nextWaiting...]
        (unconfirmed, waiting, nextWaiting) = ([], [], 0)
        for push in rest { _ = store(push) }
    }

    /// Notes that the device has dealt with all pushes up to a number.
    mutating func confirm(_ number: Int, at now: Date) {
        unconfirmed.removeAll { $0.number <= number }
        send(at: now)
    }

    /// Forgets what is for a topic that nobody listens to any more.
    mutating func forget(_ topic: String) {
        stored.removeAll { $0.topic == topic }
        waiting = waiting[nextWaiting...].filter { $0.topic != topic }
        nextWaiting = 0
    }

    /// Of each app, the last one alone is kept for a device that is away.
    private mutating func store(_ push: Push) -> Fate {
        if push.lifetime == .once { return .dropped }
        stored.removeAll { $0.topic == push.topic }
        stored.append(push)
        return .stored
    }

    private mutating func send(at now: Date) {
        guard let link, isReachable else { return }
        while unconfirmed.count < Self.unconfirmedMax, nextWaiting < waiting.count {
            let push = waiting[nextWaiting]
            nextWaiting += 1
            guard push.lifetime.allows(now) else { continue }
            number += 1
            unconfirmed.append((number, push))
            link.send(push, number: number)
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
    /// It waits until the device is there again; it has taken the place of an earlier one to the same topic.
    case stored
    /// The device is away, and `apns-expiration` 0 says that it is not to be kept.
    case dropped
}
