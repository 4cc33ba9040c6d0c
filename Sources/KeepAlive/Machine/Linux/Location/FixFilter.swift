import KeepAlivePolicy
import KeepAlivePorts

/// A report of gpsd. NaN stands for a figure that the receiver does not know.
struct ReceiverReport: Sendable, Equatable {
    /// 0 unknown, 1 no fix, 2 position, 3 position and altitude.
    var mode: Int
    /// Seconds since 1970-01-01 UTC.
    var timestamp = Double.nan
    /// Degrees north.
    var latitude = Double.nan
    /// Degrees east.
    var longitude = Double.nan
    /// Metres above mean sea level.
    var altitude = Double.nan
    /// Estimated horizontal error, `eph`, in metres.
    var horizontalError = Double.nan
    /// Estimated vertical error, `epv`, in metres.
    var verticalError = Double.nan
    /// Metres per second over ground.
    var speed = Double.nan
    /// Degrees clockwise from true north.
    var track = Double.nan
}

/// Separates new fixes from reports without a fix and from old fixes.
struct FixFilter: Sendable {
    /// The greatest age of a fix by the wall clock, in seconds: our choice, ten epochs of a usual receiver.
    static let oldestSeconds = 10.0

    /// The timestamp of the last fix that passed.
    private var lastTimestamp = -Double.infinity

    /// The most fixes that are held back at the beginning, because gpsd does not know their accuracy yet: our choice.
    /// gpsd estimates it from the second epoch on; some receivers never give the figures for that.
    static let heldMax = 3
    private var held = 0

    /// The most repeated reports of one epoch: our choice, the number of sentences that a receiver has for one.
    static let repeatsMax = 8
    private var repeats = 0

    /// The least time between two fixes of a receiver that gives no time, in seconds: our choice. gpsd may report an epoch with
    /// each of its sentences, and without a time nothing says which belong together.
    static let epochSeconds = 0.5

    /// The horizontal error in metres that is taken for a place without an estimate, before there was one: our choice. A negative
    /// one says on iOS that the place is not valid, and apps drop it.
    static let assumedErrorMetres = 10.0
    private var lastError = assumedErrorMetres

    /// Turns a report into a fix, or into the reason why it is none. The result is `nil` for a first fix of unknown
    /// accuracy, which apps would take for no fix. It is `nil` also for a fix of the same epoch as the last: gpsd may
    /// report an epoch with each of its sentences.
    ///
    /// - Parameters:
    ///   - report: the report of the receiver. One without a time is of the time when it comes.
    ///   - wallClock: the present time, in seconds since 1970-01-01 UTC.
    mutating func event(for report: ReceiverReport, wallClock: Double) -> LocationSourceEvent? {
        var report = report
        guard report.mode >= 2 else { return .noFix(cause: "the receiver has no fix") }
        guard
            report.latitude.magnitude <= 90, report.longitude.magnitude <= 180  // false for NaN, too
        else { return .noFix(cause: "the report has no position") }
        if !report.timestamp.isFinite {
            guard wallClock - lastTimestamp >= Self.epochSeconds || lastTimestamp > wallClock else { return nil }
            report.timestamp = wallClock
        }
        let age = wallClock - report.timestamp
        guard age <= Self.oldestSeconds else {
            return .noFix(cause: "the fix is \(Int(clamping: min(age, 1e15))) s old")
        }
        // If the last fix is now in the future, the clock has been set back since. Then begin anew.
        let clockWasSetBack =
            lastTimestamp > wallClock + Self.oldestSeconds && report.timestamp < lastTimestamp - Self.oldestSeconds
        repeats = report.timestamp == lastTimestamp ? repeats + 1 : 0
        guard repeats == 0 || repeats > Self.repeatsMax else { return nil }
        guard report.timestamp > lastTimestamp || clockWasSetBack else {
            return .noFix(cause: "the fix is not newer than the one before")
        }
        if held < Self.heldMax, !report.horizontalError.isFinite {
            held += 1
            return nil
        }
        held = Self.heldMax
        lastTimestamp = report.timestamp
        if report.horizontalError.isFinite, report.horizontalError >= 0 { lastError = report.horizontalError }
        return .fix(Self.fix(report, horizontalError: lastError))
    }

    /// Converts the units. An unknown figure becomes negative, as in `CLLocation`.
    private static func fix(_ report: ReceiverReport, horizontalError: Double) -> LocationFix {
        let hasAltitude = report.mode >= 3 && report.altitude.isFinite
        return LocationFix(
            latitude: report.latitude, longitude: report.longitude, altitude: hasAltitude ? report.altitude : 0,
            horizontalAccuracy: horizontalError,
            verticalAccuracy: hasAltitude ? known(report.verticalError) : -1,
            speed: known(report.speed), course: course(report.track), timestamp: report.timestamp)
    }

    private static func known(_ value: Double) -> Double {
        value.isFinite && value >= 0 ? value : -1
    }

    private static func course(_ track: Double) -> Double {
        guard track.isFinite else { return -1 }
        let rest = track.truncatingRemainder(dividingBy: 360)
        return rest < 0 ? rest + 360 : rest
    }
}
