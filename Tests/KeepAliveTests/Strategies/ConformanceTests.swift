import Testing

@testable import KeepAlivePolicy
@testable import KeepAliveStrategies
@testable import KeepAliveTesting

@Suite struct ConformanceTests {
    @Test("every built-in strategy keeps the promises", arguments: StrategyRegistry.builtIn.indices)
    func builtIn(index: Int) {
        let strategy = StrategyRegistry.builtIn[index]
        let leaks = strategy == LeakedTaskStrategy.self
        #expect(StrategyConformance.violations(of: strategy, leaksTasks: leaks) == [])
    }

    @Test("the check finds a task that is never ended")
    func findsLeak() {
        let found = StrategyConformance.violations(of: LeakedTaskStrategy.self)
        #expect(found.contains { $0.what.contains("holds 1 background task") })
    }

    /// Breaks several promises at once.
    struct Rude: KeepAliveStrategy {
        static let descriptor = StrategyDescriptor(name: "Rude Strategy", summary: "")
        init(options: StrategyOptions) {}
        mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
            switch callback {
            case .didEnterBackground:
                host.endBackgroundTask(BackgroundTaskIdentifier(rawValue: 77))
                try host.setAllowsBackgroundLocationUpdates(true)
            case .timerFired:
                for _ in 0..<2000 { host.log("again") }
            case .willEnterForeground:
                for _ in 0..<10 { _ = host.setTimer(after: .zero) }
                try host.report(.audioAdvanced(frames: 480_000, sampleRate: 48_000))
            default: break
            }
        }
    }

    @Test("the check finds each broken promise")
    func findsRudeness() {
        let found = StrategyConformance.violations(of: Rude.self).map(\.description)
        for expected in [
            "is not lower-case-with-hyphens", "the summary is empty", "ended task 77, which does not live",
            "escape although the app catches exceptions", "timers pending", "set a timer after 0 s",
            "makes endless calls", "reported as a call of the app",
        ] {
            #expect(found.contains { $0.contains(expected) }, "\(expected)")
        }
    }

    /// Insists on a task, and uses what it does not require.
    struct Insisting: KeepAliveStrategy {
        static let descriptor = StrategyDescriptor(name: "insisting", summary: "waits for a yes")
        init(options: StrategyOptions) {}
        mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
            guard callback == .didEnterBackground else { return }
            var task = BackgroundTaskIdentifier.invalid
            repeat { task = host.beginBackgroundTask(named: "please") } while task == .invalid
            host.endBackgroundTask(task)
            _ = host.play()
            host.startUpdatingLocation(pausesAutomatically: false)
        }
    }

    @Test("the check ends a strategy that retries for ever, and finds modes that are used and not required")
    func findsInsistence() {
        let found = StrategyConformance.violations(of: Insisting.self).map(\.description)
        for expected in [
            "everything is refused: makes endless calls of beginBackgroundTask", "does not require 'audio'",
            "does not require 'location'", "without an active audio session",
        ] {
            #expect(found.contains { $0.contains(expected) }, "\(expected)")
        }
        #expect(found.count < 40)
    }

    /// Keeps a secret between two lives.
    struct Unsteady: KeepAliveStrategy {
        static let descriptor = StrategyDescriptor(name: "unsteady", summary: "does something else each time")
        let choice = UInt64.random(in: 0...UInt64.max)
        init(options: StrategyOptions) {}
        mutating func handle(_ callback: AppCallback, host: any StrategyHost) throws {
            _ = host.setTimer(after: .nanoseconds(Int64(1 + choice % 1_000_000_000_000)))
        }
    }

    @Test("the check finds randomness")
    func findsRandomness() {
        #expect(StrategyConformance.violations(of: Unsteady.self).contains { $0.what.contains("other calls") })
    }

    @Test("names are unique, and a misspelled one is answered with the nearest")
    func names() throws {
        let names = StrategyRegistry.builtIn.map { $0.descriptor.name }
        #expect(Set(names).count == names.count)
        let error = #expect(throws: KeepAliveError.self) { try StrategyRegistry.strategy(named: "silent-audoi") }
        #expect(error?.description.contains("Did you mean 'silent-audio'?") == true)
    }
}
