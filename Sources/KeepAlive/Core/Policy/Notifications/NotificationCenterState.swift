/// The notifications of an app: what is to come, what the user sees, and what the user has allowed (LN rules).
struct NotificationCenterState: Sendable, Hashable {
    /// A notification that waits for its trigger.
    struct Pending: Sendable, Hashable {
        var request: NotificationRequest
        /// The instant at which it fires; `nil` where it waits for a crossing, or for nothing that will come.
        var firesAt: MonotonicInstant?
        var region: MonitoredRegion?
        /// The number of its addition.
        fileprivate(set) var number = 0
    }

    /// The soonest first; those without a time come before.
    private(set) var pending: [Pending] = []
    private var additions = 0
    /// The notifications in the list that the user sees, the oldest first.
    var delivered: [NotificationRequest] = []
    var authorization = NotificationAuthorization.notDetermined
    /// The user's answer when the app asks.
    var userAgrees = true
    var categories: [String: NotificationCategory] = [:]
    /// The number on the app's icon; 0 for none.
    var badge = 0
    /// The app's process has a delegate that is asked while it is in the foreground, and told of responses (LN-11).
    var hasDelegate = false
    /// The notifications of which the app's process is asked whether they appear.
    var asked: [NotificationRequest] = []
    /// The answers of the user for which the app is woken, by the identifiers of their wakes.
    var answered: [String: AnsweredNotification] = [:]

    /// The first instant at which one fires.
    var firesNext: MonotonicInstant? { pending.lazy.compactMap(\.firesAt).first }

    func index(of identifier: String) -> Int? { pending.firstIndex { $0.request.identifier == identifier } }

    /// Adds a notification in its place. One with the same identifier goes.
    mutating func add(_ new: Pending) {
        remove { $0 == new.request.identifier }
        var new = new
        // One that repeats, or moves to another time zone, is the same addition.
        if new.number == 0 {
            additions += 1
            new.number = additions
        }
        let key = (new.firesAt ?? .zero, new.request.identifier)
        let place = pending.firstIndex { ($0.firesAt ?? .zero, $0.request.identifier) > key }
        pending.insert(new, at: place ?? pending.endIndex)
    }

    /// Takes the one that fires last away.
    mutating func removeLast() -> Pending { pending.removeLast() }

    /// Takes the one away that was added before all others.
    mutating func removeAddedFirst() -> Pending {
        pending.remove(at: pending.indices.min { pending[$0].number < pending[$1].number } ?? 0)
    }

    @discardableResult
    mutating func remove(at index: Int) -> Pending { pending.remove(at: index) }

    mutating func remove(where isOf: (String) -> Bool) { pending.removeAll { isOf($0.request.identifier) } }

    mutating func withdraw(where isOf: (String) -> Bool) { delivered.removeAll { isOf($0.identifier) } }

    /// The most that are kept of what the user sees, and of what the app is asked, our choice: the oldest go.
    private static let shownMax = 200

    /// Adds a notification to the list that the user sees.
    mutating func deliver(_ request: NotificationRequest) {
        delivered.append(request)
        if delivered.count > Self.shownMax { delivered.removeFirst() }
    }

    /// Adds a notification of which the app is asked.
    mutating func ask(_ request: NotificationRequest) {
        asked.append(request)
        if asked.count > Self.shownMax { asked.removeFirst() }
    }

    /// Checks the regions of pending notifications against the position of the device.
    ///
    /// - Returns: the identifiers of those that fire.
    mutating func crossings(
        at position: LocationFix, entry: Double, exit: Double, stay: Duration, now: MonotonicInstant
    ) -> [String] {
        var fired: [String] = []
        for index in pending.indices where pending[index].region != nil {
            let crossing = pending[index].region?.crossing(at: position, entry: entry, exit: exit, stay: stay, now: now)
            if crossing != nil { fired.append(pending[index].request.identifier) }
        }
        return fired
    }

    /// Returns an action of a notification that the user sees; `nil` where it has no such action.
    func action(_ identifier: String, of request: NotificationRequest) -> NotificationCategory.Action? {
        categories[request.content.categoryIdentifier]?.actions.first { $0.identifier == identifier }
    }

    /// The process has ended. Categories, permission and notifications stay.
    mutating func forgetProcess() {
        hasDelegate = false
        // Nobody has said that they should appear.
        asked.removeAll()
    }
}
