import KeepAliveFleet
import KeepAliveLinux
import KeepAlivePolicy
import Synchronization

/// Plays a fleet on all cores.
package struct FleetRun {
    /// The order for the simulation.
    package var order: FleetOrder
    /// The text of the population, and its name in errors.
    package var population: (text: String, name: String)
    /// The number of cores to use.
    package var cores: Int
    /// The version of the program, for the result.
    package var program: String
    /// Called now and then, on some core, with the number of apps that have been played.
    package var onProgress: (@Sendable (Int) -> Void)?

    /// The costs of a run; never part of the result.
    package struct Costs: Sendable {
        /// Seconds from the first app to the last.
        package var seconds = 0.0
        /// Cores that were used.
        package var cores = 0
        /// The most bytes that an app took, without the policy's memory on the heap.
        package var bytesPerApp = 0
        /// The bytes of the sums of one core.
        package var bytesOfSums = 0
    }

    /// Creates a run.
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

    /// The text of a population file.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage`.
    package static func text(ofPopulation path: String) throws -> String {
        try InputFile.yaml(of: path, limit: PopulationReader.sizeMaxBytes, what: "a population file")
    }

    /// Plays every app.
    ///
    /// - Returns: the result, which does not depend on the number of cores, and its costs; `nil` after a signal.
    /// - Throws: ``KeepAliveError`` with code `usage` for a population that is not valid.
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
            // Each core makes its own objects, so that no two cores count the same references.
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
