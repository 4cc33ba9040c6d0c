/// The notifications of an app: the pending ones, the shown ones, and the user's permission (LN rules).
struct NotificationCenterState: Sendable, Hashable {
    /// A notification that waits for its trigger.
    struct Pending: Sendable, Hashable {
        var request: NotificationRequest
        /// The instant at which the notification fires; `nil` if it waits for a region, or if nothing can make it fire.
        var firesAt: MonotonicInstant?
        var region: MonitoredRegion?
        /// The sequence number of the addition; 0 before the notification was added.
        fileprivate(set) var number = 0
    }

    /// The pending notifications, sorted by time; those without a time come first.
    private(set) var pending: [Pending] = []
    private var additions = 0
    /// The notifications in the list that the user sees, oldest first.
    var delivered: [NotificationRequest] = []
    var authorization = NotificationAuthorization.notDetermined
    /// The answer that the user will give when the app asks for permission.
    var userAgrees = true
    var categories: [String: NotificationCategory] = [:]
    /// The number on the app's icon; 0 for none.
    var badge = 0
    /// True if the app's process has a notification center delegate, which decides about notifications in the
    /// foreground and gets the user's responses (LN-11).
    var hasDelegate = false
    /// The notifications for which the app's delegate has been asked whether they appear, and has not answered.
    var asked: [NotificationRequest] = []
    /// The user's answers for which the app is woken, by the identifiers of the wakes.
    var answered: [String: AnsweredNotification] = [:]

    /// The earliest instant at which a pending notification fires; `nil` if none has a time.
    var firesNext: MonotonicInstant? { pending.lazy.compactMap(\.firesAt).first }

    func index(of identifier: String) -> Int? { pending.firstIndex { $0.request.identifier == identifier } }

    /// Adds a pending notification at its sorted place. A notification with the same identifier is replaced.
    mutating func add(_ new: Pending) {
        remove { $0 == new.request.identifier }
        var new = new
        // A repeating notification, or one moved to another time zone, keeps the number of its first addition.
        if new.number == 0 {
            additions += 1
            new.number = additions
        }
        let key = (new.firesAt ?? .zero, new.request.identifier)
        let place = pending.firstIndex { ($0.firesAt ?? .zero, $0.request.identifier) > key }
        pending.insert(new, at: place ?? pending.endIndex)
    }

    /// Removes and returns the notification that fires last.
    mutating func removeLast() -> Pending { pending.removeLast() }

    /// Removes and returns the notification that was added before all others.
    mutating func removeAddedFirst() -> Pending {
        pending.remove(at: pending.indices.min { pending[$0].number < pending[$1].number } ?? 0)
    }

    @discardableResult
    mutating func remove(at index: Int) -> Pending { pending.remove(at: index) }

    mutating func remove(where isOf: (String) -> Bool) { pending.removeAll { isOf($0.request.identifier) } }

    mutating func withdraw(where isOf: (String) -> Bool) { delivered.removeAll { isOf($0.identifier) } }

    /// The highest number of shown notifications, and of notifications about which the delegate is asked. The limit is
    /// this project's choice; the oldest ones are dropped.
    private static let shownMax = 200

    /// Adds a notification to the list that the user sees.
    mutating func deliver(_ request: NotificationRequest) {
        delivered.append(request)
        if delivered.count > Self.shownMax { delivered.removeFirst() }
    }

    /// Adds a notification about which the app's delegate is asked.
    mutating func ask(_ request: NotificationRequest) {
        asked.append(request)
        if asked.count > Self.shownMax { asked.removeFirst() }
    }

    /// Checks the regions of the pending notifications against the position of the device.
    ///
    /// - Returns: the identifiers of the notifications that fire.
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

    /// Returns an action of a notification by its identifier; `nil` if the notification has no such action.
    func action(_ identifier: String, of request: NotificationRequest) -> NotificationCategory.Action? {
        categories[request.content.categoryIdentifier]?.actions.first { $0.identifier == identifier }
    }

    /// Forgets the process, which has ended. Categories, permission and notifications stay.
    mutating func forgetProcess() {
        hasDelegate = false
        // The process can no longer answer about the notifications in `asked`, so they do not appear.
        asked.removeAll()
    }
}
