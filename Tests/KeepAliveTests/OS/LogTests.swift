import Foundation
import Testing

@testable import KeepAliveOS

@Suite struct LogTests {
    @Test("formats of os_log, with options in braces and values of any type")
    func formats() {
        func text(_ format: String, _ arguments: Any?...) -> String { OSLogFormat.text(format, arguments) }
        #expect(text("%{public}@ is %d%%, %{private,mask.hash}s", "it", 5, nil as String?) == "it is 5%, (null)")
        #expect(text("%5.2f|%x|%lld|%u|%c|%-4d|", 1.5, 255, Int64(-3), UInt8(7), 65, 9) == " 1.50|ff|-3|7|A|9   |")
        #expect(text("%@ %@", "a") == "a <missing>")
        #expect(text("%d", "text") == "text")
        #expect(text("100%") == "100")
        #expect(text("%*d|%.*f|%-*d|", 4, 7, 1, 2.25, 3, 1) == "   7|2.2|1  |")
        #expect(text("%d %d", true, NSNumber(value: 4)) == "1 4")
    }

    @Test("values of a message, with privacy, formats and columns")
    func messages() {
        func text(_ message: OSLogMessage) -> String { message.text }
        let name: String? = nil
        #expect(text("a \(1, privacy: .public) \("b", privacy: .private(mask: .hash)) \(name)") == "a 1 b nil")
        #expect(text("\(255, format: .hex(includePrefix: true)) \(1.25, format: .fixed(precision: 1))") == "0xff 1.2")
        #expect(
            text("\(-171, format: .hex(explicitPositiveSign: true, includePrefix: true, uppercase: true))") == "-0xAB")
        #expect(text("\(171, format: .hex(explicitPositiveSign: true))") == "+ab")
        #expect(text("\("a", align: .right(columns: 3))|\("b", align: .left(columns: 3))|") == "  a|b  |")
        #expect(text("\(7, format: .decimal(minDigits: 3)) \(-255, format: .hex) \(2.5)") == "007 -ff 2.500000")
        #expect(text("\(NSError(domain: "d", code: 1) as Error)").contains("Code=1"))
    }

    @Test("a line says where it comes from, and how much it weighs")
    func lines() {
        let log = OSLog(subsystem: "org.example", category: "life")
        #expect(log.line("text", .default) == "[org.example:life] text")
        #expect(log.line("text", .error) == "[org.example:life] error: text")
        #expect(OSLog.default.line("text", .fault) == "fault: text")
        #expect(!OSLog.disabled.isEnabled(type: .fault) && log.isEnabled(type: .debug))
    }

    @Test("locks guard what several threads change")
    func locks() {
        let counter = OSAllocatedUnfairLock(initialState: 0)
        let place = UnsafeMutablePointer<os_unfair_lock>.allocate(capacity: 1)
        place.initialize(to: os_unfair_lock())
        defer { place.deallocate() }
        nonisolated(unsafe) var plain = 0
        nonisolated(unsafe) let lock = place
        DispatchQueue.concurrentPerform(iterations: 1000) { _ in
            counter.withLock { $0 += 1 }
            os_unfair_lock_lock(lock)
            plain += 1
            os_unfair_lock_unlock(lock)
        }
        #expect(counter.withLock { $0 } == 1000 && plain == 1000)
        os_unfair_lock_lock(place)
        #expect(!os_unfair_lock_trylock(place))
        os_unfair_lock_assert_owner(place)
        os_unfair_lock_unlock(place)
        let empty = OSAllocatedUnfairLock()
        empty.lock()
        #expect(!empty.lockIfAvailable())
        empty.unlock()
        #expect(counter.withLockIfAvailable { $0 } == 1000)
    }
}
