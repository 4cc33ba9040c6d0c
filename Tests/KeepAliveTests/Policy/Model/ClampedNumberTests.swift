import Testing

@testable import KeepAlivePolicy

/// Numbers from outside: none ends the process.
@Suite struct ClampedNumberTests {
    static let extremes = [
        1e30, -1e30, .nan, .infinity, -.infinity, 9.223372036854775807e18, 0x1p63, -0x1p63, 1e-300, -0.9,
    ]

    @Test("the nearest integer, towards zero")
    func integers() {
        #expect(Self.extremes.map { Int(clamping: $0) } == [.max, .min, 0, .max, .min, .max, .max, .min, 0, 0])
        #expect(Self.extremes.map { UInt8(clamping: $0) } == [255, 0, 0, 255, 0, 255, 255, 0, 0, 0])
        #expect([2.9, -2.9].map { Int32(clamping: $0) } == [2, -2])
    }

    @Test("a duration of any number of seconds can be reckoned with")
    func durations() {
        for seconds in Self.extremes {
            let duration = Duration.seconds(clamping: seconds)
            #expect(MonotonicInstant.zero + duration - .zero == duration)
            #expect(abs(duration.inSeconds) < 9.3e9)
            #expect(!duration.inWords.isEmpty)
        }
        #expect(Duration.seconds(clamping: 1.5) == .milliseconds(1500))
        // What JSON can hold: more seconds than Int64 has.
        let longest =
            Duration(secondsComponent: .max, attosecondsComponent: 0)
            + Duration(secondsComponent: .max, attosecondsComponent: 0)
        #expect(longest.nanoseconds == .max && (.zero - longest).nanoseconds == .min)
    }
}
