import KeepAlivePolicy

/// Counts callbacks within one instant. An app that asks again in each answer causes more and more of them.
struct CallbackCount {
    /// The most callbacks in one instant: our choice, far more than any app gets at once.
    static let limit = 10_000

    private var instant = MonotonicInstant.zero
    private var counts: [String: Int] = [:]
    private var total = 0
    /// The first in this instant.
    private var alone = ""

    /// Counts a callback.
    ///
    /// - Returns: the exception that ends the app when it is one callback too many; it names the loop.
    mutating func count(_ name: String, at now: MonotonicInstant) -> AppleException? {
        if now != instant {
            instant = now
            counts.removeAll(keepingCapacity: true)
            total = 0
        }
        total += 1
        // Nearly all are alone in their instant, and then none need be looked up.
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
