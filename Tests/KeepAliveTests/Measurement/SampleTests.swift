import Testing

@testable import KeepAliveMeasurement
@testable import KeepAlivePolicy

@Suite struct SampleTests {
    @Test("the median, and an interval that has it")
    func median() {
        #expect(Sample([3, 1, 2]).median == 2)
        #expect(Sample([4, 1, 2, 3]).median == 2.5)
        let sample = Sample([10, 12, 11, 13, 9, 10, 11, 12, 10, 11])
        #expect(sample.low <= sample.median && sample.median <= sample.high)
        #expect(sample.low >= 9 && sample.high <= 13)
        #expect(Sample([1, 5, 2, 8]) == Sample([1, 5, 2, 8]))
    }

    @Test("values that are all the same are exact")
    func exact() {
        let sample = Sample([7, 7, 7])
        #expect(sample.isExact)
        #expect(sample.low == 7 && sample.high == 7)
        #expect(!Sample([7, 7, 8]).isExact)
        #expect(Sample([5]).isExact)
    }

    @Test("the interval has the true median in about 95 % of cases")
    func coverage() {
        var random = SplitMix64(state: 42)
        var hits = 0
        for seed in 0..<200 {
            let sample = Sample((0..<20).map { _ in Double.random(in: 0..<1, using: &random) }, seed: UInt64(seed))
            if sample.low <= 0.5, 0.5 <= sample.high { hits += 1 }
        }
        #expect((180...200).contains(hits), "\(hits) of 200")
    }

    @Test("differences are taken within blocks, so that what changes for all is no difference")
    func paired() {
        // The machine gets slower by the block; the arm takes 1 more in each.
        let baseline: [Double] = [10, 20, 30, 40, 50]
        #expect(PairedDifference(baseline.map { $0 + 1 }, minus: baseline, resolution: 0).verdict == .more)
        #expect(PairedDifference(baseline.map { $0 - 1 }, minus: baseline, resolution: 0).verdict == .less)
        #expect(PairedDifference([50, 40, 30, 20, 10], minus: baseline, resolution: 0).verdict == .same)
    }

    @Test("a difference below what a reading can tell, or of less than 1 %, is none")
    func negligible() {
        #expect(PairedDifference([31, 31, 31], minus: [30, 30, 30], resolution: 1).verdict == .same)
        #expect(PairedDifference([33, 33, 33], minus: [30, 30, 30], resolution: 1).verdict == .more)
        #expect(PairedDifference([1005, 1005, 1005], minus: [1000, 1000, 1000], resolution: 1).verdict == .same)
    }

    @Test("one disturbed run hides no difference that all runs show; of four runs each, chance could show it")
    func disturbed() {
        let slow = [1.0, 1.1, 1.0, 0.9, 1.0]
        let fast = [30.0, 31, 29, 30, 400]
        #expect(PairedDifference(fast, minus: slow, resolution: 1).verdict == .more)
        #expect(PairedDifference(slow, minus: fast, resolution: 1).verdict == .less)
        #expect(
            PairedDifference(Array(fast.dropFirst()), minus: Array(slow.dropFirst()), resolution: 1).verdict == .unclear
        )
    }

    @Test("two arms that are the same are called so in at least nine of ten cases")
    func identicalArms() {
        var random = SplitMix64(state: 7)
        func arm() -> [Double] { (0..<5).map { _ in 1 + Double.random(in: -0.05...0.05, using: &random) } }
        let same = (0..<200).count { _ in
            PairedDifference(arm(), minus: arm(), resolution: 0).verdict == .same
        }
        #expect(same >= 180, "\(same) of 200")
    }

    @Test("a difference of ten times what runs differ by is found in five blocks, and one run alone finds none")
    func power() {
        var random = SplitMix64(state: 8)
        func arm(_ base: Double) -> [Double] {
            (0..<5).map { _ in base + Double.random(in: -0.01...0.01, using: &random) }
        }
        let found = (0..<200).count { _ in
            PairedDifference(arm(1.1), minus: arm(1), resolution: 0).verdict == .more
        }
        #expect(found == 200)
        #expect(PairedDifference([9], minus: [1], resolution: 0).verdict == .unclear)
        #expect(PairedDifference([1.02], minus: [1], resolution: 0).verdict == .same)
    }
}
