import KeepAlivePolicy

/// A comparison of the arms of a measurement: each quantity with its spread and its difference from the baseline.
///
/// An arm is a command with a strategy. Each block of a measurement runs every arm once.
package struct Comparison: Sendable, Equatable, Codable {
    /// One quantity of one arm.
    package struct Cell: Sendable, Equatable, Codable {
        /// The values, one for each block.
        package var sample: Sample
        /// The difference from the baseline; `nil` for the baseline itself, or if the baseline has no values.
        package var difference: PairedDifference?
    }

    /// One quantity of all arms.
    package struct Row: Sendable, Equatable, Codable {
        package var quantity: MeasuredQuantity
        /// The cells by the name of the arm. An arm has no cell if the quantity has no value in one of its blocks.
        package var cells: [String: Cell]

        /// True if at least one arm differs from the baseline in this quantity.
        package var hasDifference: Bool { cells.values.contains { $0.difference.map { $0.verdict != .same } ?? false } }

        /// Returns whether every one of the arms has a cell, and so can be compared with the baseline.
        package func isCompared(of arms: [String]) -> Bool { arms.allSatisfy { cells[$0] != nil } }

        /// True if the quantity is not 0 in at least one run.
        package var isSeen: Bool { cells.values.contains { cell in cell.sample.values.contains { $0 != 0 } } }
    }

    /// The version of the JSON layout. It increases when the meaning of a field changes, not when a field is added.
    package var version = 1
    /// The conditions of the measurement.
    package struct Conditions: Sendable, Equatable, Codable {
        /// The duration of each run, in seconds.
        package var runSeconds: Double?
        /// The part of the run in which the app is in the background, in seconds. The app's counters refer to this
        /// part.
        package var backgroundSeconds: Double?
        /// The time scale: this machine's seconds per second of device time; `nil` without a time scale.
        package var timeScale: Double?
        /// The command line of the measurement.
        package var invocation: String?
        /// The figures of the app that are missing, each with the reason.
        package var missing: [Proxy: String] = [:]

        package init() {}
    }

    package var conditions: Conditions
    /// The names of the arms, the baseline first.
    package var arms: [String]
    /// The number of complete blocks, in which every arm was measured.
    package var blocks: Int
    /// The quantities in their usual order.
    package var rows: [Row]
    /// The number of noisy runs in complete blocks.
    package var noisyRuns: Int
    /// The number of runs in complete blocks.
    package var runs: Int
    /// The estimated energy on a device; `nil` if no profile was chosen.
    package var energy: EnergyComparison?

    /// - Parameters:
    ///   - arms: the names of the arms, the baseline first.
    ///   - runs: the measured runs. Warm-up runs and incomplete blocks do not count.
    ///   - seed: the seed of the resampling.
    ///   - energy: the device whose energy is estimated; `nil` for no estimate.
    ///   - conditions: the conditions of the measurement.
    package init(
        arms: [String], runs: [MeasuredRun], seed: UInt64, energy profile: EnergyProfile? = nil,
        conditions: Conditions = Conditions()
    ) {
        self.conditions = conditions
        self.arms = arms
        let byBlock = Dictionary(grouping: runs.filter { $0.block > 0 }, by: \.block)
        let whole = byBlock.filter { block in arms.allSatisfy { arm in block.value.contains { $0.arm == arm } } }
            .sorted { $0.key < $1.key }.map(\.value)
        blocks = whole.count
        let counted = whole.flatMap { $0 }
        self.runs = counted.count
        noisyRuns = counted.count { $0.noise.isNoisy }

        func values(_ quantity: MeasuredQuantity, _ arm: String) -> [Double]? {
            let values = whole.compactMap { block in block.first { $0.arm == arm }?.values[quantity.name] }
            return values.count == whole.count && !values.isEmpty ? values : nil
        }
        let quantities = RunPart.allCases.flatMap { part in
            Proxy.allCases.map { MeasuredQuantity($0, of: part) }
        }
        rows = quantities.compactMap { quantity in
            var cells: [String: Cell] = [:]
            let baseline = arms.first.flatMap { values(quantity, $0) }
            for arm in arms {
                guard let own = values(quantity, arm) else { continue }
                let difference =
                    arm == arms.first
                    ? nil
                    : baseline.map { PairedDifference(own, minus: $0, resolution: quantity.resolution, seed: seed) }
                cells[arm] = Cell(sample: Sample(own, seed: seed), difference: difference)
            }
            return cells.isEmpty ? nil : Row(quantity: quantity, cells: cells)
        }
        energy = profile.map { EnergyComparison($0, arms: arms, blocks: whole, seed: seed) }
    }

    /// The row of a quantity; `nil` if no arm has values for the quantity.
    package subscript(_ quantity: MeasuredQuantity) -> Row? { rows.first { $0.quantity == quantity } }
}
