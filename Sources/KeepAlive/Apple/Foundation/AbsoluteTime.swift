import Foundation

/// Seconds since the first instant of 2001.
public typealias CFAbsoluteTime = CFTimeInterval
/// A number of seconds.
public typealias CFTimeInterval = Double

/// Returns the seconds since the first instant of 2001, UTC.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date.timeIntervalSinceReferenceDate }
