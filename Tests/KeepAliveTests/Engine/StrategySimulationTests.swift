import Testing

@testable import KeepAlivePolicy
@testable import KeepAliveStrategies
@testable import KeepAliveTesting

/// With the public interface only, as somebody outside of the package uses it.
@Suite struct StrategySimulationTests {
    @Test func outcomes() throws {
        let task = try StrategySimulation(of: BackgroundTaskStrategy.self, ios: "12.4", for: .seconds(600))
        #expect(task.lastState == .suspended)
        #expect(abs((task.aliveInBackgroundSeconds ?? 0) - 175) <= 1)
        #expect(task.rule == "BT-05")
        #expect(task.timeline.contains { $0.contains("task expired") })

        let leak = try StrategySimulation(of: LeakedTaskStrategy.self, for: .seconds(600))
        #expect(leak.lastState == .terminated)
        #expect(leak.termination?.code == "0x2182BAD2")

        let audio = try StrategySimulation(of: SilentAudioStrategy.self, modes: [.audio], for: .seconds(600))
        #expect(audio.lastState == .background)
        #expect(audio.aliveInBackgroundSeconds == 600)

        #expect(throws: KeepAliveError.self) {
            try StrategySimulation(of: NoStrategy.self, ios: "1.0", for: .seconds(1))
        }
    }

    @Test("a day of each built-in strategy has as many events as ever")
    func days() throws {
        let lines = try Dictionary(
            uniqueKeysWithValues: StrategyRegistry.builtIn.map { strategy in
                let day = try StrategySimulation(of: strategy, modes: [.audio, .location], for: .seconds(86_400))
                return (strategy.descriptor.name, day.timeline.count)
            })
        #expect(
            lines == [
                "none": 8, "background-task": 12, "renewing-task": 16, "leaked-task": 14, "silent-audio": 8,
                "task-then-audio": 13, "background-player": 8, "location": 9,
            ])
    }
}
