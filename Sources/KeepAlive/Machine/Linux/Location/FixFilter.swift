import KeepAlivePolicy
import KeepAlivePorts

/// A report of the receiver's state, as gpsd sends it. A value that the receiver does not know is NaN.
struct ReceiverReport: Sendable, Equatable {
    /// The kind of fix: 0 unknown, 1 no fix, 2 position, 3 position and altitude.
    var mode: Int
    /// The time of the report, in seconds since 1970-01-01 UTC.
    var timestamp = Double.nan
    /// The latitude in degrees north.
    var latitude = Double.nan
    /// The longitude in degrees east.
    var longitude = Double.nan
    /// The altitude in metres above mean sea level.
    var altitude = Double.nan
    /// The estimated horizontal error in metres (gpsd's `eph`).
    var horizontalError = Double.nan
    /// The estimated vertical error in metres (gpsd's `epv`).
    var verticalError = Double.nan
    /// The speed over ground in metres per second.
    var speed = Double.nan
    /// The direction of movement in degrees clockwise from true north.
    var track = Double.nan
}

/// Separates new fixes from reports without a fix and from outdated fixes.
struct FixFilter: Sendable {
    /// The greatest age of a fix by the wall clock, in seconds. It is ten epochs of a usual receiver; the value is this
    /// project's choice.
    static let oldestSeconds = 10.0

    /// The timestamp of the last fix that passed.
    private var lastTimestamp = -Double.infinity

    /// The largest number of fixes that are held back at the beginning, because gpsd does not know their accuracy yet;
    /// the number is this project's choice. gpsd estimates the accuracy from the second epoch on, but some receivers
    /// never send the values that it needs.
    static let heldMax = 3
    private var held = 0

    /// The largest number of repeated reports of one epoch that are dropped. It is the number of sentences that a
    /// receiver sends for an epoch; the value is this project's choice.
    static let repeatsMax = 8
    private var repeats = 0

    /// The shortest time in seconds between two fixes of a receiver that sends no times; the value is this project's
    /// choice. gpsd may report an epoch with each of its sentences, and without a time the reports of one epoch cannot
    /// be recognized.
    static let epochSeconds = 0.5

    /// The horizontal error in metres that is assumed for a fix without an estimate, before the first estimate; the
    /// value is this project's choice. A negative error would mean on iOS that the position is invalid, and apps drop
    /// such a location.
    static let assumedErrorMetres = 10.0
    private var lastError = assumedErrorMetres

    /// Returns the fix in a report, or the reason why the report has no usable fix. Returns `nil` for one of the first
    /// fixes if its accuracy is unknown, because apps would ignore it. Returns `nil` also for a repeated report of the
    /// same epoch, because gpsd may report an epoch with each of its sentences.
    ///
    /// - Parameters:
    ///   - report: the report of the receiver. A report without a time gets the present time.
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
        // If the last fix is in the future now, the wall clock has been set back since. Therefore fixes that are older
        // than the last fix pass, too.
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

    /// Converts a report to a fix. An unknown accuracy, speed or course becomes -1, as in `CLLocation`; an unknown
    /// altitude becomes 0.
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
