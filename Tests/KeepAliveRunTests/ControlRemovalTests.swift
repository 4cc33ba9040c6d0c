import Glibc
import TestSupport
import Testing

@testable import KeepAliveLinux
@testable import KeepAlivePolicy
@testable import KeepAlivePorts

/// Apart from the others: what it leaves on purpose must not include their parts.
@Suite(.ownThread) struct ControlRemovalTests {
    @Test("kill -9 of the runner removes the directory; the end of a life does not")
    func killed() throws {
        if OwnProcess.isHere { return try liveToBeKilled() }
        let directory = try TemporaryDirectory()
        let base = directory.path + "/keepalive-run-test"
        let runner = try Runner(
            OwnProcess.arguments("ControlRemovalTests/killed"),
            environment: [OwnProcess.variable: "1", "KEEPALIVE_TEST_BASE": base], path: OwnProcess.path)
        #expect(runner.wait { runner.errors.contains("ready to be killed") }, "\(runner.errors)")
        let systems = ControlClient.systems(in: [base])
        #expect(systems.map(\.pid) == [runner.pid])
        runner.signal(SIGKILL)
        #expect(runner.waitUntilNothingIsLeft())
        // Nobody else is in it.
        #expect(access(base, F_OK) == -1)
    }

    private func liveToBeKilled() throws {
        let loop = try EventLoop()
        let server = try ControlServer(loop: loop, base: try #require(Machine.variable("KEEPALIVE_TEST_BASE")))
        let workload = try SupervisedProcess(
            command: ["sleep", "1000"], environment: Machine.rawEnvironment, freezer: .auto,
            cleanupDirectory: server.directory, loop: loop)
        var lives = 0
        workload.onEvent = { [unowned workload] event in
            switch event {
            case .started:
                lives += 1
                if lives < 3 { return workload.terminate(signal: SIGKILL, grace: .zero) }
                Machine.tell("ready to be killed\n")
            case .exited:
                #expect(access(server.path, F_OK) == 0)
                try? workload.launch()
            default: break
            }
        }
        try workload.launch()
        #expect(!loop.run(until: { false }, timeout: .seconds(60)))
    }
}
