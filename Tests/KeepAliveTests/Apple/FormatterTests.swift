import Foundation
import KeepAlive
import Testing

/// Words for times and lists, which Foundation on Linux does not have.
@Suite struct FormatterTests {
    /// 3 years, 9 months, 26 days, 19 hours and 17 seconds, as Apple's pages show them in each style.
    @Test(
        "a length of time is written as Apple's pages show it",
        arguments: [
            (DateComponentsFormatter.UnitsStyle.abbreviated, "3y 9mo 26d 19h 17s"),
            (.short, "3 yrs, 9 mths, 26 days, 19 hr, 17 sec"), (.brief, "3yrs 9mths 26days 19hr 17sec"),
            (.full, "3 years, 9 months, 26 days, 19 hours, 17 seconds"),
            (.spellOut, "three years, nine months, twenty-six days, nineteen hours, seventeen seconds"),
            (.positional, "3y 9mo 26d 19:00:17"),
        ])
    func styles(style: DateComponentsFormatter.UnitsStyle, text: String) {
        let length = DateComponents(year: 3, month: 9, day: 26, hour: 19, second: 17)
        #expect(DateComponentsFormatter.localizedString(from: length, unitsStyle: style) == text)
    }

    @Test(
        "what is zero is left out or written, as the app says",
        arguments: [
            (
                3_600.0, DateComponentsFormatter.UnitsStyle.positional,
                DateComponentsFormatter.ZeroFormattingBehavior.default, "1:00:00"
            ),
            (150, .positional, .default, "2:30"), (5, .positional, .default, "5"), (0, .positional, .default, "0"),
            (5, .positional, .pad, "0d 0:00:05"), (3_600, .abbreviated, .pad, "0d 1h 0m 0s"),
            (3_610, .abbreviated, .default, "1h 10s"), (600, .abbreviated, .dropLeading, "10m 0s"),
            (3_610, .abbreviated, .dropMiddle, "0d 1h 10s"), (3_600, .abbreviated, .dropTrailing, "0d 1h"),
            (0, .full, .default, "0 seconds"), (-61, .abbreviated, .default, "-1m 1s"),
        ])
    func zeros(
        seconds: Double, style: DateComponentsFormatter.UnitsStyle,
        behavior: DateComponentsFormatter.ZeroFormattingBehavior, text: String
    ) {
        let formatter = DateComponentsFormatter()
        formatter.allowedUnits = [.day, .hour, .minute, .second]
        formatter.unitsStyle = style
        formatter.zeroFormattingBehavior = behavior
        #expect(formatter.string(from: seconds) == text)
    }

    @Test("units are limited, collapsed, and said to be rough or left")
    func phrases() {
        let formatter = DateComponentsFormatter()
        formatter.unitsStyle = .full
        formatter.allowedUnits = [.weekOfMonth, .day, .hour, .minute, .second]
        formatter.maximumUnitCount = 2
        #expect(formatter.string(from: DateComponents(day: 8, hour: 25, minute: 1)) == "1 week, 2 days")
        #expect(formatter.string(from: DateComponents(day: 8, hour: 12, minute: 1)) == "1 week, 2 days")
        let one = DateComponentsFormatter()
        one.allowedUnits = [.hour, .minute]
        one.unitsStyle = .abbreviated
        one.maximumUnitCount = 1
        for (minutes, text) in [(89.0, "1h"), (90, "2h"), (59, "59m"), (1_425, "24h")] {
            #expect(one.string(from: minutes * 60) == text)
        }
        formatter.includesApproximationPhrase = true
        formatter.includesTimeRemainingPhrase = true
        #expect(formatter.string(from: 61) == "About 1 minute, 1 second remaining")
        let short = DateComponentsFormatter()
        short.unitsStyle = .abbreviated
        short.collapsesLargestUnit = true
        #expect(short.string(from: 63) == "63s" && short.string(from: 123) == "2m 3s")
        let start = Date(timeIntervalSinceReferenceDate: 0)
        #expect(short.string(from: start, to: start.addingTimeInterval(7_200)) == "2h")
        #expect(short.string(for: 5.0) == "5s" && short.string(for: "5") == nil)
    }

    @Test(
        "a distance in time",
        arguments: [
            (
                -300.0, RelativeDateTimeFormatter.DateTimeStyle.numeric, RelativeDateTimeFormatter.UnitsStyle.full,
                "5 minutes ago"
            ),
            (7_200, .numeric, .full, "in 2 hours"), (-86_400, .numeric, .full, "1 day ago"),
            (-86_400, .named, .full, "yesterday"), (86_400, .named, .full, "tomorrow"), (0, .named, .full, "now"),
            (-7 * 86_400, .named, .full, "last week"), (0, .numeric, .full, "in 0 seconds"),
            (-62 * 86_400, .numeric, .abbreviated, "2 mo. ago"), (-120, .numeric, .short, "2 min. ago"),
            (-62 * 86_400, .numeric, .spellOut, "two months ago"),
        ])
    func distances(
        seconds: Double, style: RelativeDateTimeFormatter.DateTimeStyle, units: RelativeDateTimeFormatter.UnitsStyle,
        text: String
    ) {
        let formatter = RelativeDateTimeFormatter()
        formatter.dateTimeStyle = style
        formatter.unitsStyle = units
        #expect(formatter.localizedString(fromTimeInterval: seconds) == text)
        let now = Date(timeIntervalSinceReferenceDate: 0)
        #expect(formatter.localizedString(for: now.addingTimeInterval(seconds), relativeTo: now) == text)
    }

    @Test("a list")
    func lists() {
        #expect(
            ["", "a", "a and b", "a, b, and c"]
                == (0...3).map { ListFormatter.localizedString(byJoining: Array(["a", "b", "c"].prefix($0))) })
        #expect(ListFormatter().string(from: [1, 2]) == "1 and 2")
    }
}
