import KeepAlivePolicy

/// Counts the callbacks of one instant, to end an app whose reactions cause callbacks in an endless loop.
struct CallbackCount {
    /// The maximum number of callbacks in one instant, far above the number in normal use. This project chose the
    /// limit.
    static let limit = 10_000

    private var instant = MonotonicInstant.zero
    private var counts: [String: Int] = [:]
    private var total = 0
    /// The name of the first callback in this instant.
    private var alone = ""

    /// Counts a callback of the given name.
    ///
    /// - Returns: the exception that ends the app if the limit is exceeded, with the callbacks of the loop; otherwise
    ///   `nil`.
    mutating func count(_ name: String, at now: MonotonicInstant) -> AppleException? {
        if now != instant {
            instant = now
            counts.removeAll(keepingCapacity: true)
            total = 0
        }
        total += 1
        // Most callbacks are the only one in their instant. A single name needs no dictionary, which saves time.
        if total == 1 {
            alone = name
            return nil
        }
        if total == 2 { counts[alone] = 1 }
        counts[name, default: 0] += 1
        guard total > Self.limit else { return nil }
        let often = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3)
            .map { "\($0.key) \($0.value) times" }.joined(separator: ", ")
        counts = [:]
        total = 0
        return AppleException(
            name: "KeepAliveCallbackLoop",
            reason:
                "the app has been called \(Self.limit) times within one instant: \(often); what it does in them causes "
                + "them again",
            rule: "LC-01")
    }
}
