import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAlivePorts

@Suite(.ownThread) struct EventLoopTests {
    @Test("calls are made in the order of their instants, and for one instant in the order of asking")
    func order() throws {
        let loop = try EventLoop()
        var made: [Int] = []
        let start = loop.now
        _ = loop.schedule(at: start + .milliseconds(20)) { made.append(3) }
        _ = loop.schedule(at: start + .milliseconds(10)) { made.append(1) }
        _ = loop.schedule(at: start + .milliseconds(10)) { made.append(2) }
        #expect(loop.run(until: { made.count == 3 }, timeout: .seconds(10)))
        #expect(made == [1, 2, 3])
    }

    @Test("an instant in the past is called at once, but not from within the call")
    func past() throws {
        let loop = try EventLoop()
        var made = false
        _ = loop.schedule(at: .zero) { made = true }
        #expect(!made)
        #expect(loop.run(until: { made }, timeout: .seconds(10)))
    }

    @Test("a call that was taken back is not made, and the timer is armed for the next")
    func cancellation() throws {
        let loop = try EventLoop()
        var made: [Int] = []
        let first = loop.schedule(after: .milliseconds(5)) { made.append(1) }
        _ = loop.schedule(after: .milliseconds(10)) { made.append(2) }
        loop.cancel(first)
        #expect(loop.run(until: { !made.isEmpty }, timeout: .seconds(10)))
        #expect(made == [2])
    }

    @Test("a descriptor is told of when there is something to read, and not after it is let go")
    func descriptors() throws {
        let loop = try EventLoop()
        var ends: [CInt] = [0, 0]
        pipe(&ends)
        defer { for end in ends { close(end) } }
        var told = 0
        let watch = try loop.watch(ends[0], for: .readable) { _ in told += 1 }
        #expect(!loop.run(until: { told > 0 }, timeout: .milliseconds(20)))
        write(ends[1], "x", 1)
        #expect(loop.run(until: { told > 0 }, timeout: .seconds(10)))
        loop.unwatch(watch)
        loop.unwatch(watch)
        let before = told
        #expect(!loop.run(until: { told > before }, timeout: .milliseconds(20)))
    }

    @Test("the loop ends when told, and can be run again")
    func stopping() throws {
        let loop = try EventLoop()
        _ = loop.schedule(after: .milliseconds(1)) { loop.stop() }
        loop.run()
        var made = false
        _ = loop.schedule(after: .milliseconds(1)) { made = true }
        #expect(loop.run(until: { made }, timeout: .seconds(10)))
    }

    @Test("virtual time stands still by itself, and jumps from call to call")
    func virtualTime() {
        let scheduler = VirtualScheduler()
        var times: [Duration] = []
        func tick() {
            times.append(scheduler.now - .zero)
            _ = scheduler.schedule(after: .seconds(3600)) { tick() }
        }
        tick()
        scheduler.advance(by: .seconds(24 * 3600))
        #expect(times.count == 25)
        #expect(times.last == .seconds(24 * 3600))
    }
}
