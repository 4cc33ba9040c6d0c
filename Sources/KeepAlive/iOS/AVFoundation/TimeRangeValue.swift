/// An object that holds a time range, in place of the `NSValue` of iOS: `NSValue` on Linux cannot hold a time range.
public final class TimeRangeValue: Sendable {
    public let timeRangeValue: CMTimeRange

    init(_ range: CMTimeRange) {
        timeRangeValue = range
    }
}
