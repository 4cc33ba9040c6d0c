import RealModule
import Testing

@testable import KeepAliveFleet
@testable import KeepAlivePolicy

@Suite struct DistributionTests {
    @Test("the generators give the numbers of their reference implementations")
    func reference() {
        var mix = SplitMix64(state: 1_234_567)
        #expect(
            (0..<3).map { _ in mix.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            ])
        var stream = RandomStream(state: (1, 2, 3, 4))
        #expect((0..<4).map { _ in stream.next() } == [11_520, 0, 1_509_978_240, 1_215_971_899_390_074_240])
    }

    @Test("streams of other seeds, apps and purposes are others")
    func streams() {
        var first: Set<UInt64> = []
        for seed in UInt64(0)..<10 {
            for app in UInt64(0)..<10 {
                for purpose in UInt64(0)..<10 {
                    var stream = RandomStream(seed: seed, app: app, purpose: purpose)
                    first.insert(stream.next())
                }
            }
        }
        #expect(first.count == 1000)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var distribution: Distribution
        var mean: Double
        var deviation: Double
        var testDescription: String { "\(distribution)" }
    }

    static let sigma = 0.8

    @Test(arguments: [
        Case(distribution: .constant(3), mean: 3, deviation: 0),
        Case(distribution: .uniform(from: 2, to: 8), mean: 5, deviation: 6 / 12.0.squareRoot()),
        Case(distribution: .exponential(mean: 4, max: nil), mean: 4, deviation: 4),
        Case(
            // ∫ min(x, 4) e^(-x/4)/4 = 4 (1 - 1/e)
            distribution: .exponential(mean: 4, max: 4), mean: 4 * (1 - Double.exp(-1)), deviation: 4),
        Case(
            distribution: .lognormal(median: 10, sigma: sigma, max: nil), mean: 10 * Double.exp(sigma * sigma / 2),
            deviation: 10 * (Double.exp(sigma * sigma) * (Double.exp(sigma * sigma) - 1)).squareRoot()),
    ])
    func mean(_ example: Case) {
        var random = RandomStream(seed: 42)
        let count = 200_000
        var sum = 0.0
        for _ in 0..<count { sum += example.distribution.draw(&random) }
        let error = abs(sum / Double(count) - example.mean)
        #expect(error <= 4 * example.deviation / Double(count).squareRoot() + 1e-9)
    }

    @Test("half of a lognormal distribution lies below the median, 68 % within a factor of exp(sigma)")
    func lognormal() {
        var random = RandomStream(seed: 5)
        let distribution = Distribution.lognormal(median: 10, sigma: 1, max: nil)
        let values = (0..<100_000).map { _ in distribution.draw(&random) }
        let below = Double(values.count { $0 < 10 }) / 100_000
        let within = Double(values.count { $0 > 10 / Double.exp(1) && $0 < 10 * Double.exp(1) }) / 100_000
        #expect(abs(below - 0.5) < 0.007)
        #expect(abs(within - 0.6827) < 0.006)
    }

    @Test("choices come as often as their weights say")
    func weights() {
        var random = RandomStream(seed: 9)
        let choices = [Weighted(value: "a", weight: 1), Weighted(value: "b", weight: 3)]
        let count = (0..<40_000).count { _ in choices.draw(&random) == "b" }
        #expect(abs(count - 30_000) < 4 * 87)
    }
}
