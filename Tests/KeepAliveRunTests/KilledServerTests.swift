import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux

/// A private sound server that is killed again and again.
@Suite(
    .ownThread(.measures), .enabled(if: Requirement.soundServer, Requirement.soundServerReason))
struct KilledServerTests {
    private func descriptors(_ pid: pid_t) -> Int { (try? SmallFile.list("/proc/\(pid)/fd").count) ?? -1 }

    @Test("A hundred killed servers are told and replaced, and leave no descriptor, process or directory behind")
    func rounds() throws {
        let runner = try Runner(["play", "--silence"])
        var returns: Int { runner.errors.split(separator: "\n").count { $0.contains("flows again") } }
        #expect(runner.wait { runner.errors.contains("pointer advances") })
        var open = 0
        let program = try #require(SoundServerProgram.chosen).rawValue
        let processes = runner.helpers(program).count
        for round in 1...100 {
            let server = try #require(runner.helpers(program).first)
            let before = returns
            kill(server, SIGKILL)
            #expect(runner.wait { returns > before }, "\(round): \(runner.errors)")
            #expect(runner.wait { access("/proc/\(server)", F_OK) == -1 }, "\(round): the killed server is still there")
            // The first replacement may load what stays loaded.
            if round == 1 { open = descriptors(runner.pid) }
        }
        #expect(open > 0)
        #expect(descriptors(runner.pid) == open)
        #expect(runner.helpers(program).count == processes)
        runner.signal(SIGTERM)
        #expect(try runner.finish() == 143)
        #expect(runner.waitUntilNothingIsLeft())
    }
}
