import Benchmark
import PolicyWorkloads
import StrategyDays

/// Measures times, for ratios and for a table. The benchmarks never fail because of them.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.throughput, .wallClock], warmupIterations: 1, maxDuration: .seconds(3), maxIterations: 2000)

    // A thousand events an iteration take some tenths of a millisecond, which a busy machine leaves mostly undisturbed.
    var events = Benchmark.defaultConfiguration
    events.scalingFactor = .kilo
    for workload in PolicyWorkload.allCases {
        Benchmark(workload.rawValue, configuration: events) { benchmark in
            var drive = PolicyDrive(workload)
            benchmark.startMeasurement()
            drive.run(events: benchmark.scaledIterations.count)
            benchmark.stopMeasurement()
            blackHole(drive.effects)
        }
    }

    for name in SimulatedDays.strategies {
        Benchmark("day-of-\(name)") { benchmark in
            for _ in benchmark.scaledIterations { blackHole(try SimulatedDays.run(name, days: 1)) }
        }
    }
}
