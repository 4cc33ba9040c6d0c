import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// NMEA 0183: checksums, epochs, and the present time in an old log.
@Suite struct LocationNMEATests {
    /// A sentence with its checksum and line end.
    static func sentence(_ body: String) -> String {
        let sum = NMEASentence.checksum(body.utf8)
        return "$\(body)*\(sum < 16 ? "0" : "")\(String(sum, radix: 16, uppercase: true))\r\n"
    }

    private func replay(_ lines: String...) throws -> NMEAReplay {
        try NMEAReplay(Array(lines.joined().utf8), name: "log")
    }

    private func played(_ replay: NMEAReplay, _ index: Int, at time: Double) -> [String] {
        String(decoding: replay.epoch(index, at: time), as: UTF8.self).split(separator: "\r\n").map(String.init)
    }

    @Test func `A checksum is the exclusive or of the body`() {
        // The example of the GGA sentence in the gpsd documentation and many others.
        let body = "GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
        #expect(NMEASentence.checksum(body.utf8) == 0x47)
    }

    @Test(arguments: [
        ("GPRMC,123519,A", "line 2: not an NMEA sentence"),
        ("$GPRMC,123519,A", "line 2: an NMEA sentence without a checksum"),
        ("$GPRMC,123519,A*00", "line 2: checksum 00 is wrong"),
        ("$GPRMC,12\u{7}3519,A*00", "line 2: byte 0x07"),
        ("$*ZZ", "line 2: an NMEA sentence without a checksum"),
    ])
    func `A bad line is named`(line: String, message: String) throws {
        let good = Self.sentence("GPRMC,123519.00,A,4807.038,N,01131.000,E,1.0,2.0,230394,,,A")
        let error = #expect(throws: KeepAliveError.self) { try self.replay(good, line + "\n") }
        #expect(error?.code == .location)
        #expect(error?.message.hasPrefix("log: \(message)") == true, "\(error?.message ?? "")")
    }

    @Test(arguments: ["", "\n\n", "# a comment\n", Self.sentence("GPGSA,A,3,,,,,,,,,,,,,1.6,0.9,1.3")])
    func `A log without an epoch is refused`(text: String) {
        #expect(throws: KeepAliveError.self) { try self.replay(text) }
    }

    @Test func `Sentences of one time are one epoch, whatever their order and precision`() throws {
        let log = try replay(
            Self.sentence("GPGSV,1,1,00"), Self.sentence("GPRMC,235959.00,A,1,N,1,E,1,1,311299,,,A"),
            Self.sentence("GPGGA,235959.0,1,N,1,E,1"), Self.sentence("GPGSA,A,3"), "# between\r\n",
            Self.sentence("GPGLL,1,N,1,E,000000,A"), Self.sentence("GPRMC,000000.000,A,1,N,1,E,1,1,010100,,,A"))
        #expect(log.count == 2)
        #expect(played(log, 0, at: 0).count == 4)
        #expect(played(log, 1, at: 0).count == 2)
        #expect(played(log, 2, at: 0) == played(log, 0, at: 0))
    }

    @Test func `A receiver without the time makes an epoch of each round`() throws {
        let round = Self.sentence("GPRMC,,V,,,,,,,,,,N") + Self.sentence("GPGGA,,,,,,0,,,,,,,,")
        #expect(try replay(round, round, round).count == 3)
    }

    @Test func `Time and date are rewritten across midnight, with right checksums`() throws {
        let log = try replay(
            Self.sentence("GPRMC,101500,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W"),
            Self.sentence("GPGGA,101500,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"),
            Self.sentence("GPGLL,4807.038,N,01131.000,E,101500,A"), Self.sentence("GPZDA,101500,23,03,1994,00,00"))
        // 2024-02-28T23:59:59.999Z and one second later: a leap year.
        let before = 1_709_164_799.999
        #expect(
            played(log, 0, at: before).map { $0.dropLast(3) } == [
                "$GPRMC,235959.99,A,4807.038,N,01131.000,E,022.4,084.4,280224,003.1,W",
                "$GPGGA,235959.99,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
                "$GPGLL,4807.038,N,01131.000,E,235959.99,A", "$GPZDA,235959.99,28,02,2024,00,00",
            ])
        let after = played(log, 0, at: before + 1)
        #expect(after[0].hasPrefix("$GPRMC,000000.99,A") && after[0].contains(",290224,"))
        #expect(after[3].hasPrefix("$GPZDA,000000.99,29,02,2024"))
        for line in after { #expect(throws: Never.self) { try NMEASentence(ArraySlice(Array(line.utf8))) } }
    }

    @Test func `What a receiver does not know stays unknown`() throws {
        let log = try replay(Self.sentence("GPRMC,,V,,,,,,,,,,N"))
        #expect(played(log, 0, at: 1_700_000_000) == [Self.sentence("GPRMC,,V,,,,,,,,,,N").replacing("\r\n", with: "")])
    }

    @Test(arguments: [
        (0.0, 1970, 1, 1), (951_782_400, 2000, 2, 29), (951_868_800, 2000, 3, 1), (4_107_542_400, 2100, 3, 1),
        (1_798_761_599, 2026, 12, 31), (-1, 1969, 12, 31),
    ])
    func `The calendar`(seconds: Double, year: Int, month: Int, day: Int) {
        let time = UTCTime(secondsSince1970: seconds)
        #expect(time.year == year && time.month == month && time.day == day)
    }

    @Test func `The built-in walk closes on itself at a walking pace`() throws {
        let walk = try LocationChoice.builtInWalk()
        #expect(walk.count >= 90)
        var places: [LocationFix] = []
        for index in 0..<walk.count {
            let fields = played(walk, index, at: 0)[0].split(separator: ",", omittingEmptySubsequences: false)
            let value = { (text: Substring, width: Int) in
                (Double(text.prefix(width)) ?? .nan) + (Double(text.dropFirst(width)) ?? .nan) / 60
            }
            places.append(
                LocationFix(latitude: value(fields[3], 2), longitude: value(fields[5], 3), timestamp: 0))
        }
        for (here, next) in zip(places, places.dropFirst() + [places[0]]) {
            #expect((1.1...1.7).contains(here.distance(from: next)))
        }
    }

    @Test(arguments: [
        "99999999999999999999", "1e30", "-1e30", "nan", "inf", "999999", "240000", "126099", "12351", "1235190",
        "123519x",
    ])
    func `A time that is none is no time of an epoch`(time: String) throws {
        let bad = Self.sentence("GPGGA,\(time),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
        let next = Self.sentence("GPGGA,123520.5,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
        let replay = try replay(bad, next)
        #expect(replay.count == 2 && replay.period(after: 0) == .seconds(1))
        #expect(!replay.epoch(0, at: 1e9).isEmpty)
    }

    @Test func `The seconds of a day are those of its time`() throws {
        let line = "GPGGA,235960.25,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
        let sentence = try NMEASentence(Array(Self.sentence(line).utf8.dropLast(2))[...])
        #expect(sentence.secondsOfDay == 86_400.25)
    }
}
