import KeepAlivePolicy

/// The energy coefficients of a machine, fitted by least squares to the readings of its meter under known loads.
///
/// The model is linear: the power of the idle machine, plus the power of a busy CPU times its use, plus the energy of a
/// wakeup times their rate. The confidence intervals come from a residual bootstrap (Efron and Tibshirani, An
/// Introduction to the Bootstrap, 1993, chapter 9).
package struct CalibrationFit: Sendable, Equatable, Codable {
    /// The power of the idle machine in watts.
    package var baseline: EnergyRange
    /// The additional power of a fully busy CPU in watts.
    package var cpu: EnergyRange
    /// The energy of an idle wakeup in joules.
    package var wakeup: EnergyRange
    /// The coefficient of determination: the fraction of the variance of the watts that the model explains, at most 1.
    package var rSquared: Double
    /// The measured and the predicted power of the load that took no part in the fit; `nil` if that load was not
    /// measured.
    package var heldOut: HeldOut?

    /// The measured and the predicted power of a load that took no part in the fit.
    package struct HeldOut: Sendable, Equatable, Codable {
        /// The measured power above that of the idle machine, in watts: the median of the load's runs.
        package var seen: Double
        /// The power above that of the idle machine that the model predicts, in watts.
        package var predicted: Double
        /// The prediction error as a fraction of the measured power.
        package var error: Double { abs(predicted - seen) / max(abs(seen), .leastNormalMagnitude) }
    }

    /// The lowest `rSquared` of a usable fit.
    package static let rSquaredMin = 0.9
    /// The highest prediction error of a usable fit.
    package static let errorMax = 0.15
    private static let resamples = 2_000

    /// Fits the coefficients.
    ///
    /// - Parameters:
    ///   - points: the runs of at least three loads that differ in CPU time and wakeups.
    ///   - heldOut: the load that is excluded from the fit and then predicted.
    ///   - seed: the seed of the resampling.
    /// - Returns: `nil` if the loads do not determine the coefficients.
    package init?(_ points: [CalibrationPoint], heldOut: CalibrationLoad = .heldOut, seed: UInt64 = 1) {
        let used = points.filter { $0.load != heldOut }
        let rows = used.map { [1, $0.cpuRate, $0.wakeupRate] }
        let watts = used.map(\.watts)
        guard let fitted = Self.solve(rows, watts) else { return nil }
        func model(_ row: [Double]) -> Double { zip(row, fitted).reduce(0) { $0 + $1.0 * $1.1 } }
        let residuals = zip(rows, watts).map { $1 - model($0) }
        let mean = watts.reduce(0, +) / Double(watts.count)
        let spread = watts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        guard spread > 0 else { return nil }
        rSquared = 1 - residuals.reduce(0) { $0 + $1 * $1 } / spread
        // The fit of three coefficients makes the residuals smaller than the true errors. Scaling them up avoids
        // intervals that are too narrow.
        let inflation = (Double(rows.count) / Double(max(1, rows.count - 3))).squareRoot()
        var random = SplitMix64(state: seed)
        var drawn: [[Double]] = [[], [], []]
        for _ in 0..<Self.resamples {
            let resampled = rows.map { row in
                model(row) + residuals[Int.random(in: residuals.indices, using: &random)] * inflation
            }
            guard let again = Self.solve(rows, resampled) else { return nil }
            for index in again.indices { drawn[index].append(again[index]) }
        }
        let ranges = zip(fitted, drawn).map { value, drawn in
            let sorted = drawn.sorted()
            return EnergyRange(
                low: min(value, sorted[Self.resamples * 25 / 1000]), typical: value,
                high: max(value, sorted[Self.resamples * 975 / 1000 - 1]))
        }
        (baseline, cpu, wakeup) = (ranges[0], ranges[1], ranges[2])
        let test = points.filter { $0.load == heldOut }
        if !test.isEmpty {
            self.heldOut = HeldOut(
                seen: Sample(test.map { $0.watts - fitted[0] }).median,
                predicted: Sample(test.map { $0.cpuRate * fitted[1] + $0.wakeupRate * fitted[2] }).median)
        }
    }

    /// Returns the power in watts that the model predicts for a run.
    package func watts(_ point: CalibrationPoint) -> Double {
        baseline.typical + point.cpuRate * cpu.typical + point.wakeupRate * wakeup.typical
    }

    /// The reasons why the fit should not be used; empty if there are none.
    package var objections: [String] {
        var objections: [String] = []
        if rSquared < Self.rSquaredMin {
            objections.append(
                "the model explains only \(percent(rSquared)) of what the meter showed; it takes \(percent(Self.rSquaredMin))"
            )
        }
        for (name, range) in [("a CPU that works", cpu), ("a wakeup", wakeup)] where range.low <= 0 {
            objections.append("the meter does not tell \(name) from nothing: its interval includes 0")
        }
        if let heldOut, heldOut.error > Self.errorMax {
            objections.append(
                "it predicts '\(CalibrationLoad.heldOut.name)' to \(percent(heldOut.error)) only; it takes \(percent(Self.errorMax))"
            )
        }
        return objections
    }

    private func percent(_ part: Double) -> String { "\(Int(clamping: (part * 100).rounded())) %" }

    /// Solves a least-squares problem by the normal equations, with each column scaled to a maximum of 1. Returns `nil`
    /// if the columns are linearly dependent.
    private static func solve(_ rows: [[Double]], _ values: [Double]) -> [Double]? {
        guard let width = rows.first?.count, rows.count >= width else { return nil }
        let scale = (0..<width).map { column in rows.map { abs($0[column]) }.max() ?? 0 }
        guard scale.allSatisfy({ $0 > 0 }) else { return nil }
        let scaled: [[Double]] = rows.map { row in zip(row, scale).map { $0 / $1 } }
        var matrix: [[Double]] = (0..<width).map { i in
            let products: [Double] = (0..<width).map { j in scaled.reduce(0) { $0 + $1[i] * $1[j] } }
            return products + [zip(scaled, values).reduce(0) { $0 + $1.0[i] * $1.1 }]
        }
        // Gauss-Jordan elimination with partial pivoting.
        for column in 0..<width {
            guard let pivot = (column..<width).max(by: { abs(matrix[$0][column]) < abs(matrix[$1][column]) }),
                abs(matrix[pivot][column]) > 1e-9
            else { return nil }
            matrix.swapAt(column, pivot)
            for row in 0..<width where row != column {
                let factor = matrix[row][column] / matrix[column][column]
                for place in column...width { matrix[row][place] -= factor * matrix[column][place] }
            }
        }
        return (0..<width).map { matrix[$0][width] / matrix[$0][$0] / scale[$0] }
    }
}
