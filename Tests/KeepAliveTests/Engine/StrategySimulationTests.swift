import Testing

@testable import KeepAlivePolicy
@testable import KeepAliveStrategies
@testable import KeepAliveTesting

/// With the public interface only, as somebody outside of the package uses it.
@Suite struct StrategySimulationTests {
    /// Does several things from within its fixes, until it stops them. With a filter below the way between two fixes, none is
    /// left out, and the policy decides about each.
    private struct BusyWithFixes: KeepAliveStrategy {
        static let descriptor = StrategyDescriptor(
            name: "busy", summary: "acts in its fixes", requiredModes: [.location])
        private let filters: Bool
        private var fixes = 0
        private var task = BackgroundTaskIdentifier.invalid

        init(options: StrategyOptions) { filters = !options.catchesExceptions }

        mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
            switch callback {
            case .didFinishLaunching:
                _ = host.requestAlwaysAuthorization()
                try host.setAllowsBackgroundLocationUpdates(true)
                if filters {
                    try host.report(.locationService(.distanceFilterSet(0.5)))
                    // CL-48: else it would be suspended.
                    try host.report(.locationService(.showsIndicatorSet(true)))
                }
                host.startUpdatingLocation(pausesAutomatically: false)
            case .didUpdateLocation(let fix, _):
                fixes += 1
                switch fixes {
                case 3: host.log("the third fix, at \(fix.latitude)")
                case 5: task = host.beginBackgroundTask(named: "from a fix", hasExpirationHandler: true)
                case 7: _ = host.setTimer(after: .seconds(2))
                case 20: host.endBackgroundTask(task)
                case 40: host.stopUpdatingLocation()
                default: break
                }
            case .timerFired: host.log("the timer, after \(fixes) fixes")
            default: break
            }
        }
    }

    @Test("a fix that only reaches the app leads to what a decision about it would")
    func fixesPassedOn() throws {
        func simulation(catches: Bool) throws -> StrategySimulation {
            var options = StrategyOptions()
            options.catchesExceptions = catches
            return try StrategySimulation(
                of: BusyWithFixes.self, modes: [.location], options: options, for: .seconds(120))
        }
        let (passedOn, decided) = (try simulation(catches: true), try simulation(catches: false))
        #expect(passedOn.timeline == decided.timeline)
        #expect(passedOn.lastState == .suspended && passedOn.rule == "CL-23")
        for words in ["the third fix", "from a fix", "the timer, after 8 fixes"] {
            #expect(passedOn.timeline.contains { $0.contains(words) }, "\(passedOn.timeline.joined(separator: "\n"))")
        }
    }

    @Test func outcomes() throws {
        let task = try StrategySimulation(of: BackgroundTaskStrategy.self, ios: "12.4", for: .seconds(600))
        #expect(task.lastState == .suspended)
        #expect(abs((task.aliveInBackgroundSeconds ?? 0) - 176) <= 1)
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
        // One of those of each strategy that plays names the session that it has activated.
        #expect(
            lines == [
                "none": 9, "background-task": 13, "renewing-task": 21, "leaked-task": 15, "silent-audio": 10,
                "task-then-audio": 15, "background-player": 10, "location": 10,
            ])
    }
}
