import KeepAliveLinux
import KeepAliveMeasurement
import KeepAlivePolicy
import KeepAlivePorts

/// Counts the costs of a run that are not the app's: those of the runner itself, those of a strategy's parts inside the
/// runner, and those of the processes that the runner started.
final class RunMeter {
    private let loop: EventLoop
    private let servers: () -> [RunPart: Usage]
    private var serversAtStart: [RunPart: Usage] = [:]
    private let energy: Result<EnergyMeter, EnergyMeter.Missing>
    private var joulesAtStart = 0.0

    /// Creates a meter.
    ///
    /// - Parameters:
    ///   - loop: the event loop of the thread that calls ``begin()`` and reads ``costs``.
    ///   - energy: the machine's energy meter, or the reason why there is none.
    ///   - servers: returns the usage up to now of the processes that the runner started.
    init(
        loop: EventLoop, energy: Result<EnergyMeter, EnergyMeter.Missing> = EnergyMeter.find(),
        servers: @escaping () -> [RunPart: Usage]
    ) {
        self.loop = loop
        self.energy = energy
        self.servers = servers
    }

    func begin() {
        if case .success(let meter) = energy {
            joulesAtStart = (try? meter.joules()) ?? 0
            meter.keepReading(on: loop)
        }
        serversAtStart = servers()
        loop.measure()
    }

    /// The costs of each part since ``begin()``.
    var costs: [RunPart: ProxyValues] {
        let spent = loop.spent
        let sources: [Usage.Counter: CounterSource] = [
            .cpuSeconds: CounterSource(.exact, "CPU time of the runner's thread, by what it was working for"),
            .voluntarySwitches: CounterSource(.exact, "wakeups of the runner's thread for it"),
        ]
        var costs: [RunPart: ProxyValues] = [:]
        for (account, part) in Self.parts {
            let entry = spent[account] ?? LoopLedger.Entry()
            guard entry != LoopLedger.Entry() else { continue }
            let usage = Usage(cpuSeconds: entry.cpuSeconds, voluntarySwitches: entry.wakeups)
            costs[part] = ProxyValues(usage, sources: sources)
        }
        let live: [Usage.Counter: CounterSource] = [
            .cpuSeconds: CounterSource(.bound, "/proc/PID/task/*/schedstat; what threads used that ended is missing"),
            .voluntarySwitches: CounterSource(
                .bound, "/proc/PID/task/*/status, voluntary context switches of its threads"),
        ]
        for (part, usage) in servers() {
            costs[part] = ProxyValues(usage.since(serversAtStart[part] ?? .zero), sources: live)
        }
        costs[.machine] = [.energyJoules: machine]
        return costs
    }

    private var machine: ProxyValue {
        switch energy {
        case .success(let meter):
            let joules = try? meter.joules() - joulesAtStart
            let source = CounterSource(meter.quality, meter.description + "; the whole machine")
            return ProxyValue(.energyJoules, joules, source)
        case .failure(let missing):
            return ProxyValue(.energyJoules, nil, CounterSource(.unavailable, missing.text))
        }
    }

    private static let parts: [LoopLedger.Account: RunPart] = [
        .runner: .runner, .location: .locationClient, .feed: .receiverFeed,
    ]
}
