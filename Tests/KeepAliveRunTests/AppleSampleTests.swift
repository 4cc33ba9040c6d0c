import Glibc
import TestSupport
import Testing

@testable import KeepAliveHost
@testable import KeepAlivePolicy

/// A program whose sources have Apple's imports, as they are on a phone, lives under the runner.
@Suite(.ownThread) struct AppleSampleTests {
    @Test(
        "SD-10: it records where it is, begins a task when it is left, and is frozen when that is over",
        .enabled(if: Requirement.cgroup && Requirement.gpsd))
    func life() throws {
        let program = Runner.path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/AppleSample"
        let runner = try Runner([
            "--events", "-", "--set", "finishTaskBudget=6", "--set", "finishTaskExpiration=2", "--", program,
        ])
        #expect(runner.wait(60) { !runner.events(.fix).isEmpty }, "\(runner.errors)")
        try runner.tell("home")
        #expect(
            runner.wait(60) { runner.events(.state).last?.state == .suspended && !runner.events(.frozen).isEmpty },
            "\(runner.errors)")
        #expect(runner.events(.grantGained).contains { $0.grant == .finishTask })
        runner.signal(SIGTERM)
        try runner.finish()
        #expect(runner.waitUntilNothingIsLeft())
    }
}
