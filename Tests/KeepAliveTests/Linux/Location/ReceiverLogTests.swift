import Foundation
import Glibc
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy

/// Logs as receivers write them, which are seldom clean.
@Suite struct ReceiverLogTests {
    private static let good = [
        "GPRMC,101500.00,A,4806.0000,N,01130.0000,E,1.0,0.0,010625,,,A",
        "GPGGA,101500.00,4806.0000,N,01130.0000,E,1,08,1.0,500.0,M,47.0,M,,",
        "GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.8,1.0,1.5",
    ].map(LocationNMEATests.sentence).joined()

    private func load(_ content: [UInt8], isStrict: Bool = false) throws -> ReceiverLog {
        var template = Array("/tmp/keepalive-test.XXXXXX".utf8CString)
        let descriptor = try valueOrErrno(mkstemp(&template))
        defer { close(descriptor) }
        let path = text(template)
        defer { unlink(path) }
        #expect(write(descriptor, content, content.count) == content.count)
        return try ReplayFile.load(path, isStrict: isStrict, loop: EventLoop())
    }

    @Test func `What is no sentence is skipped and counted, and refused when asked to be strict`() throws {
        let wrong = "$GPVTG,1,T,,M,1,N,1,K,A*00\r\n"
        let noChecksum = "$GPGGA,101501.00,4806.0000,N,01130.0000,E,1,08,1.0,500.0,M,47.0,M,,\r\n"
        let log = Array((Self.good + "hello\r\n" + wrong + noChecksum).utf8)
        let loaded = try load(log)
        guard case .nmea(let replay) = loaded.content else {
            Issue.record("not sentences")
            return
        }
        #expect(replay.count == 2, "a checksum that is missing is none that is wrong")
        #expect(replay.remark == "2 lines skipped, the first at line 4: not an NMEA sentence: it does not begin with $")
        #expect(loaded.name.hasSuffix("(\(replay.remark ?? ""))"))
        let error = #expect(throws: KeepAliveError.self) { try load(log, isStrict: true) }
        #expect(error?.message.contains("line 4") == true)
    }

    @Test func `A log is played at the pace that its times tell`() throws {
        let lines = [("101500.00", 0), ("101500.20", 0), ("101500.40", 0), ("101504.40", 0)].map { time, _ in
            LocationNMEATests.sentence("GPRMC,\(time),A,4806.0000,N,01130.0000,E,1.0,0.0,010625,,,A")
        }
        let replay = try NMEAReplay(Array(lines.joined().utf8), name: "log")
        #expect(
            (0..<4).map { replay.period(after: $0) } == [
                .milliseconds(200), .milliseconds(200), .seconds(4), .seconds(1),
            ])
    }

    @Test func `The pace of bytes follows the time that is made out in them`() {
        var pace = LogPace()
        for second in 0..<30 {
            pace.reported(1_000 + Double(second))
            pace.wrote(500)
        }
        #expect((450...550).contains(pace.bytesPerSecond))
        // A log that begins again, and times that jump, say nothing of it.
        pace.beganAgain()
        pace.reported(1_000)
        pace.wrote(50_000)
        pace.reported(9_999)
        #expect((450...550).contains(pace.bytesPerSecond))
    }

    /// A u-blox receiver's message, with its checksum.
    private static func ubx(_ kind: (UInt8, UInt8), _ payload: [UInt8]) -> [UInt8] {
        let body = [kind.0, kind.1, UInt8(payload.count & 255), UInt8(payload.count >> 8)] + payload
        var (a, b): (UInt8, UInt8) = (0, 0)
        for byte in body {
            a &+= byte
            b &+= a
        }
        return [0xB5, 0x62] + body + [a, b]
    }

    private static func little(_ value: Int32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    /// UBX-NAV-PVT and UBX-NAV-EOE of one second of the year 2015.
    private static func epoch(_ second: Int) -> [UInt8] {
        let tow = little(Int32(300_000_000 + second * 1_000))
        var pvt = tow + [0xDF, 0x07, 6, 1, 10, 15, UInt8(second % 60), 0x07] + little(20) + little(0)
        pvt += [3, 0x01, 0, 9] + little(115_000_000) + little(481_000_000) + little(547_000) + little(500_000)
        pvt += little(2_500) + little(4_000) + little(0) + little(0) + little(0) + little(0) + little(0) + little(100)
        pvt += little(100_000) + [150, 0] + [UInt8](repeating: 0, count: 14)
        return ubx((0x01, 0x07), pvt) + ubx((0x01, 0x61), tow)
    }

    @Test(.enabled(if: LocationTools.hasGPSD, "needs gpsd"))
    func `A log of another protocol is left to gpsd, and its fixes are of now`() throws {
        let log = try load(Array("# a u-blox receiver\n".utf8) + (0..<60).flatMap(Self.epoch))
        #expect(log.hasItsOwnTime)
        let loop = try EventLoop()
        let source = try PrivateLocationSource(playing: log, reason: "test", loop: loop)
        let record = EventRecorder(source)
        source.start()
        #expect(loop.run(until: { record.fixes.count >= 3 }, timeout: .seconds(20)), "\(record.events)")
        let fix = try #require(record.fixes.first)
        #expect(abs(fix.latitude - 48.1) < 1e-6 && abs(fix.longitude - 11.5) < 1e-6)
        #expect(abs(fix.timestamp - Date().timeIntervalSince1970) < 30)
        source.stop()
    }
}
