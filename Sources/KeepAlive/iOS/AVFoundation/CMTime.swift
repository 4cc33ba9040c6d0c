import Foundation

public typealias CMTimeScale = Int32
public typealias CMTimeValue = Int64

public struct CMTimeFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let valid = CMTimeFlags(rawValue: 1 << 0)
    public static let hasBeenRounded = CMTimeFlags(rawValue: 1 << 1)
    public static let positiveInfinity = CMTimeFlags(rawValue: 1 << 2)
    public static let negativeInfinity = CMTimeFlags(rawValue: 1 << 3)
    public static let indefinite = CMTimeFlags(rawValue: 1 << 4)

    static let notNumeric: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

public struct CMTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    public var value: CMTimeValue
    public var timescale: CMTimeScale
    public var flags: CMTimeFlags
    public var epoch: Int64

    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: Int64) {
        self.value = value
        self.timescale = timescale
        self.flags = flags
        self.epoch = epoch
    }

    public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: timescale == 0 ? [] : .valid, epoch: 0)
    }

    /// Creates a time from seconds, rounded to the time scale.
    ///
    /// - Parameters:
    ///   - seconds: any number; an infinite number creates an infinite time, NaN an indefinite time.
    ///   - preferredTimescale: the number of units per second; reduced if the value would not fit.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        guard seconds.isFinite else {
            self = seconds.isNaN ? .indefinite : seconds > 0 ? .positiveInfinity : .negativeInfinity
            return
        }
        var scale = preferredTimescale
        while scale > 1, abs(seconds) * Double(scale) >= 9e18 { scale /= 2 }
        let exact = seconds * Double(scale)
        guard abs(exact) < 9e18 else {
            self = exact > 0 ? .positiveInfinity : .negativeInfinity
            return
        }
        self.init(value: CMTimeValue(exact.rounded()), timescale: scale)
        if Double(value) != exact { flags.insert(.hasBeenRounded) }
    }

    public static let zero = CMTime(value: 0, timescale: 1)
    public static let invalid = CMTime()
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)

    public var isValid: Bool { flags.contains(.valid) }
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    public var isNumeric: Bool { isValid && flags.isDisjoint(with: .notNumeric) }

    /// The time in seconds; NaN if the time is invalid or indefinite.
    public var seconds: Double {
        if isNumeric { return Double(value) / Double(timescale) }
        return isPositiveInfinity ? .infinity : isNegativeInfinity ? -.infinity : .nan
    }

    public func convertScale(_ newTimescale: CMTimeScale) -> CMTime {
        isNumeric ? CMTime(seconds: seconds, preferredTimescale: newTimescale) : self
    }

    public var description: String { isNumeric ? "{\(value)/\(timescale) = \(seconds)}" : "{\(seconds)}" }

    public static func == (one: CMTime, other: CMTime) -> Bool { CMTimeCompare(one, other) == 0 }

    public static func < (one: CMTime, other: CMTime) -> Bool { CMTimeCompare(one, other) < 0 }

    /// Hashes the seconds, so that equal times with different time scales have the same hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(isNumeric ? seconds : Double(rank)) }

    public static func + (one: CMTime, other: CMTime) -> CMTime { CMTimeAdd(one, other) }

    public static func - (one: CMTime, other: CMTime) -> CMTime { CMTimeSubtract(one, other) }

    /// The rank of the time in `CMTimeCompare`: invalid (-1), negative infinity (0), any number (1), positive infinity
    /// (2), indefinite (3).
    fileprivate var rank: Int {
        isNumeric ? 1 : isNegativeInfinity ? 0 : isPositiveInfinity ? 2 : isIndefinite ? 3 : -1
    }
}

public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }

public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
    guard time1.isNumeric, time2.isNumeric else {
        return time1.rank < time2.rank ? -1 : time1.rank == time2.rank ? 0 : 1
    }
    // The comparison is exact if the products fit into 64 bits, so that 1/3 equals 2/6.
    let (first, overflows) = time1.value.multipliedReportingOverflow(by: Int64(time2.timescale))
    let (second, overflowsToo) = time2.value.multipliedReportingOverflow(by: Int64(time1.timescale))
    if !overflows, !overflowsToo { return first < second ? -1 : first == second ? 0 : 1 }
    return time1.seconds < time2.seconds ? -1 : time1.seconds == time2.seconds ? 0 : 1
}

public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { combine(lhs, rhs, 1) }

public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { combine(lhs, rhs, -1) }

public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Double) -> CMTime {
    time.isNumeric ? CMTime(seconds: time.seconds * multiplier, preferredTimescale: time.timescale) : time
}

private func combine(_ first: CMTime, _ second: CMTime, _ sign: Int64) -> CMTime {
    guard first.isValid, second.isValid else { return .invalid }
    guard first.isNumeric, second.isNumeric else {
        let sum = first.seconds + Double(sign) * second.seconds
        return CMTime(seconds: sum, preferredTimescale: 1)
    }
    // The result is exact if the values fit into the common time scale.
    let (one, other) = (Int64(first.timescale), Int64(second.timescale))
    let common = one / greatestCommonDivisor(one, other) * other
    if common > 0, common <= Int64(CMTimeScale.max) {
        let (left, overflows) = first.value.multipliedReportingOverflow(by: common / one)
        let (right, overflowsToo) = second.value.multipliedReportingOverflow(by: common / other)
        let (sum, overflowsAtAll) =
            sign > 0 ? left.addingReportingOverflow(right) : left.subtractingReportingOverflow(right)
        if !overflows, !overflowsToo, !overflowsAtAll { return CMTime(value: sum, timescale: CMTimeScale(common)) }
    }
    return CMTime(
        seconds: first.seconds + Double(sign) * second.seconds,
        preferredTimescale: max(first.timescale, second.timescale))
}

private func greatestCommonDivisor(_ first: Int64, _ second: Int64) -> Int64 {
    second == 0 ? first : greatestCommonDivisor(second, first % second)
}

public struct CMTimeRange: Hashable, Sendable {
    public var start: CMTime
    public var duration: CMTime

    public init(start: CMTime, duration: CMTime) {
        self.start = start
        self.duration = duration
    }

    public init(start: CMTime, end: CMTime) { self.init(start: start, duration: end - start) }

    public static let zero = CMTimeRange(start: .zero, duration: .zero)
    public var end: CMTime { start + duration }
    public var isEmpty: Bool { duration == .zero }

    public func containsTime(_ time: CMTime) -> Bool { time >= start && time < end }
}

public final class CMTimebase: @unchecked Sendable {
    public let rate: Double

    init(rate: Double) {
        self.rate = rate
    }
}

public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Double { timebase.rate }

public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
    CMTimeRange(start: start, duration: duration)
}

public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange { CMTimeRange(start: start, end: end) }
