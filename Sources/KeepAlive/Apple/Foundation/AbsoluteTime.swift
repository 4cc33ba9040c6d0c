import Foundation

/// Seconds since the first instant of 2001.
public typealias CFAbsoluteTime = CFTimeInterval
/// A number of seconds.
public typealias CFTimeInterval = Double

/// The nanoseconds of a second.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// The nanoseconds of a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// The microseconds of a second.
public let USEC_PER_SEC: UInt64 = 1_000_000

/// Returns the seconds since the first instant of 2001, UTC.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date.timeIntervalSinceReferenceDate }
