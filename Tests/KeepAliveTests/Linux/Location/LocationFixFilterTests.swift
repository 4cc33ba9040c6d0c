import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// What counts as a new fix.
@Suite struct LocationFixFilterTests {
    private let report = ReceiverReport(
        mode: 3, timestamp: 1000, latitude: 48, longitude: 11, altitude: 500, horizontalError: 3, verticalError: 5,
        speed: 1.5, track: 90)

    @Test func `Units are carried over`() {
        var filter = FixFilter()
        let expected = LocationFix(
            latitude: 48, longitude: 11, altitude: 500, horizontalAccuracy: 3, verticalAccuracy: 5, speed: 1.5,
            course: 90, timestamp: 1000)
        #expect(filter.event(for: report, wallClock: 1000.2) == .fix(expected))
    }

    @Test func `No NaN gets through`() throws {
        var filter = FixFilter()
        let bare = ReceiverReport(mode: 3, timestamp: 1000, latitude: 48, longitude: 11)
        let expected = LocationFix(
            latitude: 48, longitude: 11, horizontalAccuracy: FixFilter.assumedErrorMetres, timestamp: 1000)
        // A receiver that never says how exact it is: its first fixes are waited for, and no longer.
        for _ in 0..<FixFilter.heldMax { #expect(filter.event(for: bare, wallClock: 1000) == nil) }
        #expect(filter.event(for: bare, wallClock: 1000) == .fix(expected))
        #expect(expected.speed == -1 && expected.course == -1 && expected.verticalAccuracy == -1)
    }

    @Test func `The first fix has an accuracy, if only in the second report of its epoch`() {
        var filter = FixFilter()
        var early = report
        early.horizontalError = .nan
        #expect(filter.event(for: early, wallClock: 1000) == nil)
        guard case .fix(let fix) = filter.event(for: report, wallClock: 1000) else {
            Issue.record("the same epoch, more exactly, is no fix")
            return
        }
        #expect(fix.horizontalAccuracy > 0)
        // Later on it may be lost again.
        early.timestamp += 1
        guard case .fix = filter.event(for: early, wallClock: 1001) else {
            Issue.record("held back in the middle")
            return
        }
    }

    @Test func `A 2D fix has no altitude, and a course is below 360`() {
        var filter = FixFilter()
        var flat = report
        flat.mode = 2
        flat.track = 360
        guard case .fix(let fix) = filter.event(for: flat, wallClock: 1000) else {
            Issue.record("no fix")
            return
        }
        #expect(fix.verticalAccuracy == -1 && fix.altitude == 0 && fix.course == 0)
    }

    @Test func `Reports without a usable fix say why`() {
        var filter = FixFilter()
        func cause(_ change: (inout ReceiverReport) -> Void, at wallClock: Double = 1000) -> String? {
            var changed = report
            change(&changed)
            if case .noFix(let cause, _) = filter.event(for: changed, wallClock: wallClock) { return cause }
            return nil
        }
        #expect(cause { $0.mode = 1 } == "the receiver has no fix")
        #expect(cause { $0.latitude = .nan } == "the report has no position")
        #expect(cause { $0.longitude = 181 } == "the report has no position")
        #expect(cause({ _ in }, at: 1011) == "the fix is 11 s old")
        #expect(cause { _ in } == nil)
        // gpsd may report an epoch more than once, and a receiver may be stuck.
        for _ in 0..<FixFilter.repeatsMax { #expect(filter.event(for: report, wallClock: 1000) == nil) }
        #expect(cause { _ in } == "the fix is not newer than the one before")
        #expect(cause { $0.timestamp = 999 } == "the fix is not newer than the one before")
        #expect(cause { $0.timestamp = 1001 } == nil)
    }

    @Test func `A report without a time is of the time when it comes, at most two a second`() {
        var filter = FixFilter()
        var timeless = report
        timeless.timestamp = .nan
        var times: [Double] = []
        for step in 0..<20 {
            let now = 1000 + Double(step) / 10
            if case .fix(let fix) = filter.event(for: timeless, wallClock: now) { times.append(fix.timestamp) }
        }
        #expect(times == [1000, 1000.5, 1001, 1001.5])
        // Where a clock is set back, the fixes go on.
        guard case .fix = filter.event(for: timeless, wallClock: 900) else {
            Issue.record("still silent")
            return
        }
    }

    @Test func `A place without an error estimate has the last one`() {
        var filter = FixFilter()
        _ = filter.event(for: report, wallClock: 1000)
        var bare = report
        (bare.timestamp, bare.horizontalError) = (1001, .nan)
        guard case .fix(let fix) = filter.event(for: bare, wallClock: 1001) else {
            Issue.record("no fix")
            return
        }
        #expect(fix.horizontalAccuracy == report.horizontalError)
    }

    @Test func `A clock that is set back does not silence the receiver`() {
        var filter = FixFilter()
        var later = report
        later.timestamp = 5000
        #expect(filter.event(for: later, wallClock: 5000) != .noFix(cause: ""))
        guard case .fix = filter.event(for: report, wallClock: 1000) else {
            Issue.record("still silent")
            return
        }
    }

    @Test(arguments: [(3, 14, true), (3, 15, true), (3, 25, true), (3, 11, false), (4, 0, false), (2, 20, false)])
    func `Protocols`(major: Int, minor: Int, fits: Bool) {
        #expect((GPSDProtocol.mismatch(major: major, minor: minor) == nil) == fits)
    }

    @Test func `Waits double up to a limit`() {
        var backoff = Backoff(first: .milliseconds(250), limit: .seconds(5))
        #expect((0..<7).map { _ in backoff.next() } == [0.25, 0.5, 1, 2, 4, 5, 5].map { .seconds($0) })
        backoff.reset()
        #expect(backoff.next() == .milliseconds(250))
    }
}
