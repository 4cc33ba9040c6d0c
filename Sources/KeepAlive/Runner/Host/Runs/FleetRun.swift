import KeepAliveFleet
import KeepAliveLinux
import KeepAlivePolicy
import Synchronization

/// Simulates a fleet, or a shard of it, on several cores.
package struct FleetRun {
    /// The order of the simulation: the number of apps, the days, the seed and the shard.
    package var order: FleetOrder
    /// The population's YAML text, and its name in error messages.
    package var population: (text: String, name: String)
    /// The number of cores to use, which is limited to the number of apps.
    package var cores: Int
    /// The version of the program, which is part of the result.
    package var program: String
    /// Called repeatedly, on any thread, with the number of apps that have been simulated.
    package var onProgress: (@Sendable (Int) -> Void)?

    /// The costs of a run, which are not part of the result.
    package struct Costs: Sendable {
        /// The time of the run, in seconds.
        package var seconds = 0.0
        /// The number of cores that were used.
        package var cores = 0
        /// The largest number of bytes for one app, without the heap memory of its policy.
        package var bytesPerApp = 0
        /// The number of bytes for the sums on one core.
        package var bytesOfSums = 0
    }

    package init(
        order: FleetOrder, population: (text: String, name: String), program: String, cores: Int = Cores.count,
        onProgress: (@Sendable (Int) -> Void)? = nil
    ) {
        self.order = order
        self.population = population
        self.program = program
        self.cores = cores
        self.onProgress = onProgress
    }

    /// Returns the text of a population file.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage` if the file cannot be read.
    package static func text(ofPopulation path: String) throws -> String {
        try InputFile.yaml(of: path, limit: PopulationReader.sizeMaxBytes, what: "a population file")
    }

    /// Simulates all apps.
    ///
    /// - Returns: the result, which is the same for any number of cores, and the costs; `nil` if a signal ended the
    ///   run.
    /// - Throws: ``KeepAliveError`` with code `usage` if the population is invalid.
    package func run() throws -> (result: FleetResult, costs: Costs)? {
        let classes = try PopulationReader.population(in: population.text, file: population.name)
        _ = try FleetPlayer(order, population: classes)
        let rules = RulesFingerprint.ofThisProgram
        let start = Machine.monotonicSeconds
        let cores = max(1, min(cores, order.appsHere))
        let numbers = Cores.Distributor(count: order.appsHere, portion: max(1, min(16, order.appsHere / (cores * 4))))
        let state = Mutex(
            (result: FleetResult(program: program, rules: rules, order: order, population: classes), costs: Costs()))
        let played = Atomic<Int>(0)
        Cores.run(cores) { [order, population, onProgress] _ in
            // Each core creates its own objects, so that the cores do not contend for reference counts.
            guard let own = try? PopulationReader.population(in: population.text, file: population.name),
                let player = try? FleetPlayer(order, population: own)
            else { return }
            while let portion = numbers.take() {
                for number in portion {
                    if Interruption.signal != nil { return }
                    guard player.play(number, isCancelled: { Interruption.signal != nil }) else { return }
                }
                let count = played.add(portion.count, ordering: .relaxed).newValue
                onProgress?(count)
            }
            state.withLock {
                $0.result.add(player.tallies)
                $0.costs.bytesPerApp = max($0.costs.bytesPerApp, player.bytesPerApp)
                $0.costs.bytesOfSums = max($0.costs.bytesOfSums, player.bytesOfSums)
            }
        }
        if Interruption.signal != nil { return nil }
        return state.withLock {
            $0.costs.seconds = Machine.monotonicSeconds - start
            $0.costs.cores = cores
            return ($0.result, $0.costs)
        }
    }
}
