import FoundationEssentials
import Testing

@testable import KeepAliveFleet
@testable import KeepAlivePolicy
@testable import KeepAliveReport

@Suite struct SpreadTests {
    static func values(_ count: Int, seed: UInt64 = 1) -> [UInt64] {
        var random = RandomStream(seed: seed)
        let distribution = Distribution.lognormal(median: 1e6, sigma: 3, max: nil)
        return (0..<count).map { _ in UInt64(distribution.draw(&random)) }
    }

    static func spread(_ values: [UInt64]) -> Spread {
        var spread = Spread()
        for value in values { spread.record(value) }
        return spread
    }

    @Test("sum, count and maximum are exact; quantiles are at most 0.8 % too large, never too small")
    func quantiles() {
        let values = Self.values(20_001)
        let sorted = values.sorted()
        let spread = Self.spread(values)
        #expect(spread.sum == values.reduce(0) { $0 + UInt128($1) })
        #expect(spread.count == 20_001)
        #expect(spread.max == sorted.last)
        for part in [0.01, 0.25, 0.5, 0.9, 0.99, 0.999] {
            let exact = sorted[Int((part * 20_001).rounded(.up)) - 1]
            let found = spread.quantile(part)
            #expect(found >= exact && Double(found) <= Double(exact) * 1.008, "\(part)")
        }
        #expect(spread.quantile(1) == spread.max)
        #expect(Spread().quantile(0.5) == 0)
    }

    @Test("any order of adding gives the same")
    func adding() {
        let parts = (1...5).map { Self.spread(Self.values(1000, seed: $0)) }
        func sum(_ parts: [Spread]) -> Spread { parts.reduce(into: Spread()) { $0.add($1) } }
        #expect(sum(parts) == sum(parts.reversed()))
        #expect(sum(parts) == Self.spread((1...5).flatMap { Self.values(1000, seed: $0) }))
    }

    @Test(
        "the file holds it exactly",
        arguments: [[], [0], [0, 0, 1], [1 << 62], [5, 5, 5, 1_000_003, 1_000_003]] + [values(500)])
    func file(values: [UInt64]) throws {
        let spread = Self.spread(values)
        let text = try JSONText.line(spread)
        let read = try JSONDecoder().decode(Spread.self, from: Data(text.utf8))
        #expect(read == spread && read.max == spread.max && read.sum == spread.sum)
        #expect(try JSONText.line(read) == text)
    }

    @Test(
        "what no file of ours holds is refused",
        arguments: [
            "1:0", "5:1", "x", "1:1:1", "1:18446744073709551615 2:18446744073709551615", "1:-1",
        ])
    func badFile(counts: String) {
        let text = #"{"sum": 1, "max": 4, "counts": "\#(counts)"}"#
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Spread.self, from: Data(text.utf8)) }
    }

    @Test("sums do not overflow")
    func large() throws {
        var spread = Spread()
        for _ in 0..<100 { spread.record(1 << 62) }
        #expect(spread.sum == UInt128(100) << UInt128(62))
        #expect(try JSONDecoder().decode(Spread.self, from: Data(JSONText.line(spread).utf8)) == spread)
    }
}
