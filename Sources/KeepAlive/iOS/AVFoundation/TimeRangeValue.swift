/// An object that holds a time range. On iOS this is an `NSValue`, which cannot hold a time range on Linux.
public final class TimeRangeValue: Sendable {
    public let timeRangeValue: CMTimeRange

    init(_ range: CMTimeRange) {
        timeRangeValue = range
    }
}
