/// An object that holds a part of a time line. On iOS it is an `NSValue`, which cannot be made of such a part on Linux.
public final class TimeRangeValue: Sendable {
    public let timeRangeValue: CMTimeRange

    init(_ range: CMTimeRange) {
        timeRangeValue = range
    }
}
