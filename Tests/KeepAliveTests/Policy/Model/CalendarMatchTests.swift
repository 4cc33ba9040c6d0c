import Foundation
import KeepAliveEngine
import KeepAliveFormats
import Testing

@testable import KeepAlivePolicy
import KeepAliveProtocol

/// Dates of notifications: time zones from the tz database, and the next date that matches (LN-14).
@Suite struct CalendarMatchTests {
    private static let names = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "America/Sao_Paulo",
        "Africa/Casablanca",
        "Pacific/Apia", "Asia/Tehran", "UTC", "Europe/Dublin", "Antarctica/Troll",
    ]

    @Test("offsets are those of Foundation, from 1950 to 2090", arguments: names)
    func offsets(name: String) throws {
        let zone = try #require(TimeZoneFiles.zone(named: name))
        let known = try #require(TimeZone(identifier: name))
        var random = SplitMix64(state: 7)
        for _ in 0..<3000 {
            // Foundation's ICU knows Morocco's Ramadan in years to come otherwise than the tz database does.
            let last: UInt64 = name == "Africa/Casablanca" ? 2_900_000_000 : 4_400_000_000
            let instant = Int64(random.next() % last) - 600_000_000
            let date = Date(timeIntervalSince1970: Double(instant))
            #expect(zone.offset(at: instant) == known.secondsFromGMT(for: date), "\(name) \(date)")
        }
    }

    @Test("the rule in the footer goes on where the file's transitions end, also for files that have nothing else")
    func footer() throws {
        // TZif of version 2 without a transition: only the footer says when the clocks change.
        func block() -> [UInt8] {
            var bytes = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
            // The counts: UT, standard, leap, times, types, characters.
            for count in [0, 0, 0, 0, 1, 4] as [UInt8] { bytes += [0, 0, 0, count] }
            return bytes + [0, 0, 0x0e, 0x10, 0, 0] + Array("CET\0".utf8)
        }
        let file = block() + block() + Array("\nCET-1CEST,M3.5.0,M10.5.0/3\n".utf8)
        let zone = try #require(TimeZoneRules(name: "slim", tzif: file))
        let berlin = try #require(TimeZoneFiles.zone(named: "Europe/Berlin"))
        for day in 0..<20_000 {
            // From 2000 on: before, the rule of the footer is not that of the zone.
            let instant = 946_684_800 + Int64(day) * 86_400 + 5000
            #expect(zone.offset(at: instant) == berlin.offset(at: instant))
        }
        let quoted = block() + block() + Array("\n<+0330>-3:30\n".utf8)
        #expect(TimeZoneRules(name: "q", tzif: quoted)?.offset(at: 0) == 3600)
    }

    @Test("years and their days are those of the calendar, however far away")
    func civilDates() throws {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        var random = SplitMix64(state: 5)
        for _ in 0..<3000 {
            // From 1600 on Foundation's calendar is the Gregorian one.
            let instant = Int64(random.next() % 63_000_000_000) - 11_600_000_000
            let date = Date(timeIntervalSince1970: Double(instant))
            let civil = CivilDate(secondsSince1970: instant)
            #expect(civil.year == calendar.component(.year, from: date))
            #expect(civil.dayOfYear + 1 == calendar.ordinality(of: .day, in: .year, for: date))
        }
        for instant in [Int64.min, -62_135_596_801, -62_135_596_800, -1, 0, 951_782_400, .max] {
            let civil = CivilDate(secondsSince1970: instant)
            let day = CivilDate.days(before: civil.year) + civil.dayOfYear
            #expect(Int64(day) == Int64((Double(instant) / 86_400).rounded(.down)))
            #expect(0...(CivilDate.isLeap(civil.year) ? 365 : 364) ~= civil.dayOfYear)
        }
        #expect(CivilDate(secondsSince1970: -62_135_596_801).year == 0)
        #expect(CivilDate(secondsSince1970: .max).year == 292_277_026_596)
    }

    @Test("bytes that are no file of the tz database are none, however they are cut or changed")
    func damaged() throws {
        let file = [UInt8](try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin")))
        for length in 0..<min(file.count, 1500) { _ = TimeZoneRules(name: "x", tzif: Array(file[..<length])) }
        #expect(TimeZoneRules(name: "x", tzif: Array("TZif".utf8)) == nil)
        var random = SplitMix64(state: 3)
        for _ in 0..<2000 {
            var bytes = file
            for _ in 0..<4 { bytes[Int(random.next() % 60)] = UInt8(truncatingIfNeeded: random.next()) }
            _ = TimeZoneRules(name: "x", tzif: bytes)?.offset(at: 0)
        }
    }

    @Test(
        "a name that is no zone, or leads out of the database, is none",
        arguments: [
            "", "Nowhere/City", "../../../etc/passwd", "/etc/localtime", "Europe", "Europe//Berlin", "tzdata.zi",
            "zone.tab",
        ])
    func unknown(name: String) { #expect(TimeZoneFiles.zone(named: name) == nil) }

    @Test(
        "the next match is that of Foundation's Calendar in the zone",
        arguments: ["Europe/Berlin", "America/New_York", "Asia/Kolkata"])
    func matches(name: String) throws {
        let zone = try #require(TimeZoneFiles.zone(named: name))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: name))
        var random = SplitMix64(state: 11)
        func draw(_ range: ClosedRange<Int>) -> Int? {
            random.next().isMultiple(of: 2)
                ? nil : range.lowerBound + Int(random.next() % UInt64(range.count))
        }
        var compared = 0
        for _ in 0..<600 {
            var match = CalendarMatch()
            // Hours that clocks leave out or show twice have tests of their own.
            (match.month, match.day, match.hour) = (draw(1...12), draw(1...28), draw(4...23))
            (match.minute, match.second, match.weekday) = (draw(0...59), draw(0...59), draw(1...7))
            if match.day != nil { match.weekday = nil }
            guard !match.isEmpty, match.hour != nil || match.minute == nil else { continue }
            var parts = DateComponents()
            (parts.month, parts.day, parts.hour) = (match.month, match.day, match.hour)
            (parts.minute, parts.second, parts.weekday) = (match.minute, match.second, match.weekday)
            let date = Double(1_600_000_000 + random.next() % 300_000_000)
            let wanted = calendar.nextDate(
                after: Date(timeIntervalSince1970: date), matching: parts, matchingPolicy: .nextTime)
            #expect(match.next(after: date, in: zone) == wanted?.timeIntervalSince1970, "\(match) after \(date)")
            compared += 1
        }
        #expect(compared > 200)
    }

    @Test("within an hour that the clocks show twice the second time counts, too; offsets without a place are zones")
    func fold() throws {
        let zone = try #require(TimeZoneFiles.zone(named: "Europe/Berlin"))
        // 2026-10-25 02:10 the second time, at 01:10 UTC.
        let date = 1_792_890_600.0
        var match = CalendarMatch()
        match.second = 0
        #expect(match.next(after: date, in: zone) == date + 60)
        match.second = nil
        (match.hour, match.minute) = (2, 30)
        #expect(match.next(after: date, in: zone) == date + 1200)
        #expect(match.next(after: date - 3600, in: zone) == date - 3600 + 1200)
        #expect(TimeZoneFiles.zone(named: "GMT+0230")?.offset(at: 0) == 9000)
        #expect(TimeZoneFiles.zone(named: "GMT-03:00")?.offset(at: 0) == -10_800)
        #expect(TimeZoneFiles.zone(named: "GMT+99") == nil)
    }

    @Test("a match never comes before its date, and is none where no date can match")
    func limits() throws {
        var match = CalendarMatch()
        (match.hour, match.notBefore) = (7, 1_767_700_000)
        #expect(match.next(after: 1_767_571_200, in: .utc) == 1_767_769_200)
        match.notBefore = 1e12
        #expect(match.next(after: 0, in: .utc) == nil)
        match = CalendarMatch()
        #expect(match.next(after: 0, in: .utc) == nil)
        match.year = 1999
        #expect(match.next(after: 1_767_571_200, in: .utc) == nil)
        match.year = nil
        match.hour = 0
        #expect(match.next(after: .infinity, in: .utc) == nil && match.next(after: -1e300, in: .utc) == nil)
    }

    @Test("LN-14: a day of this month that is past comes no more")
    func pastDay() {
        var match = CalendarMatch()
        (match.year, match.month, match.day, match.hour) = (2023, 11, 14, 23)
        #expect(match.next(after: 1_700_000_000, in: .utc) == 1_700_002_800)
        #expect(match.next(after: 1_700_002_800, in: .utc) == nil)
        match.day = 30
        #expect(match.next(after: 1_701_385_200, in: .utc) == nil)
        match.day = nil
        match.hour = nil
        #expect(match.next(after: 1_701_388_800, in: .utc) == nil)
    }
}
