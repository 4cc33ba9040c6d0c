import Testing

@testable import KeepAlivePolicy
@testable import KeepAlivePorts

@Suite struct VirtualWorkloadTests {
    @Test("an app that has ended can be launched again, running and not frozen")
    func relaunch() throws {
        let scheduler = VirtualScheduler()
        let workload = VirtualWorkload(scheduler: scheduler)
        var events: [WorkloadEvent] = []
        workload.onEvent = { events.append($0) }
        for _ in 1...2 {
            try workload.launch()
            #expect(!workload.hasEnded && !workload.isFrozen)
            workload.suspend()
            workload.terminate(signal: 9, grace: .zero)
            #expect(workload.hasEnded && !workload.isFrozen)
            scheduler.advance(by: .zero)
        }
        func life(_ pid: Int32) -> [WorkloadEvent] {
            [.started(pid: pid), .frozen(latency: .zero), .exited(.signalled(9))]
        }
        #expect(events == life(1) + life(2))
    }
}
