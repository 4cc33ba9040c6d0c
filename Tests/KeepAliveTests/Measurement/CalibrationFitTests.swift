import Testing

@testable import KeepAliveMeasurement
@testable import KeepAlivePolicy
@testable import KeepAliveReport

@Suite struct CalibrationFitTests {
    /// Runs on a machine that takes what it is told to, with a meter that is off by a little.
    private static func points(
        idle: Double = 2, cpu: Double = 5, wakeup: Double = 100e-6, noise: Double = 0.001,
        bent: Double = 0
    ) -> [CalibrationPoint] {
        var random = SplitMix64(state: 7)
        return (1...3).flatMap { _ in
            CalibrationLoad.standard.map { load in
                let busy = load.hertz == 0 && load.duty == 100
                let rate = Double(load.duty) / 100 * (load.hertz == 0 && !busy ? 0 : 1)
                let wakeups = Double(load.hertz * (load.isStaggered ? load.copies : 1))
                let error = Double.random(in: -noise...noise, using: &random)
                let watts = idle + cpu * rate + wakeup * wakeups + bent * rate * rate + error
                return CalibrationPoint(
                    load: load, seconds: 60, joules: watts * 60, cpuSeconds: rate * 60, idleWakeups: wakeups * 60)
            }
        }
    }

    @Test("known coefficients are found again, within their intervals, and predict what was held out")
    func recovery() throws {
        let fit = try #require(CalibrationFit(Self.points()))
        #expect(abs(fit.cpu.typical - 5) < 0.002 && fit.cpu.high - fit.cpu.low < 0.01, "\(fit.cpu)")
        #expect(abs(fit.wakeup.typical - 100e-6) < 2e-6, "\(fit.wakeup)")
        #expect(abs(fit.baseline.typical - 2) < 0.002, "\(fit.baseline)")
        #expect(fit.rSquared > 0.999)
        #expect(try #require(fit.heldOut).error < 0.01)
        #expect(fit.objections.isEmpty)
        let text = CalibrationText.loads(Self.points(), fit: fit) + CalibrationText.fit(fit, parts: [:])
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text)")
    }

    @Test("V13: a meter that does not see wakeups, one that sees nothing, and a machine that is not linear are refused")
    func refusals() throws {
        let blind = try #require(CalibrationFit(Self.points(wakeup: 0, noise: 0.05)))
        #expect(blind.objections.contains { $0.contains("a wakeup from nothing") }, "\(blind)")
        let deaf = try #require(CalibrationFit(Self.points(cpu: 0, wakeup: 0, noise: 0.5)))
        #expect(deaf.objections.contains { $0.contains("explains only") })
        // A CPU that takes more than twice as much for the second half of its time.
        let bent = try #require(CalibrationFit(Self.points(cpu: 2, bent: 8)))
        #expect(try #require(bent.heldOut).error > 0.15)
        #expect(bent.objections.contains { $0.contains("predicts '50 % x 100 Hz'") })
    }

    @Test("too few loads to tell the coefficients apart give no fit")
    func tooFew() {
        #expect(CalibrationFit([]) == nil)
        #expect(CalibrationFit(Self.points().filter { $0.load.duty == 0 && $0.load.hertz == 0 }) == nil)
        #expect(CalibrationFit(Self.points().filter { $0.load.duty == 0 }) == nil)
    }
}
