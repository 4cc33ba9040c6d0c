import RealModule
import Testing

@testable import KeepAliveFleet
@testable import KeepAliveHost
@testable import KeepAlivePolicy

@Suite struct ExactFunctionsTests {
    /// How many numbers lie between two of the same sign.
    static func distance(_ left: Double, _ right: Double) -> Int64 {
        abs(Int64(bitPattern: left.bitPattern) - Int64(bitPattern: right.bitPattern))
    }

    @Test(
        "logarithms have the bits that the four operations give everywhere",
        arguments: [
            (0.5, 0xbfe6_2e42_fefa_39ef), (0.1, 0xc002_6bb1_bbb5_5515), (0x1.fffffffffffffp-1, 0xbca0_0000_0000_0000),
            (3, 0x3ff1_93ea_7aad_030a), (1e-300, 0xc085_9634_47f8_7fb5), (1e300, 0x4085_9634_47f8_7fb5),
            (.leastNonzeroMagnitude, 0xc087_4385_446d_71c3), (1, 0), (0, 0xfff0_0000_0000_0000),
            (.infinity, 0x7ff0_0000_0000_0000),
        ] as [(Double, UInt64)])
    func logarithm(x: Double, bits: UInt64) {
        #expect(ExactFunctions.log(x).bitPattern == bits)
    }

    @Test(
        "so have powers of e",
        arguments: [
            (-1, 0x3fd7_8b56_362c_ef38), (0.1, 0x3ff1_aec7_b35a_00d4), (1, 0x4005_bf0a_8b14_576a),
            (20, 0x41bc_eb08_8b68_e804), (-700, 0x00d1_4f2b_0fb9_307f), (-740, 0x55), (709.7, 0x7fed_75ae_7a50_ee14),
            (1e-20, 0x3ff0_0000_0000_0000), (0, 0x3ff0_0000_0000_0000), (-750, 0), (-.infinity, 0),
            (710, 0x7ff0_0000_0000_0000), (.infinity, 0x7ff0_0000_0000_0000),
        ] as [(Double, UInt64)])
    func power(x: Double, bits: UInt64) {
        #expect(ExactFunctions.exp(x).bitPattern == bits)
    }

    @Test func notANumber() {
        #expect(ExactFunctions.log(-1).isNaN && ExactFunctions.log(.nan).isNaN && ExactFunctions.exp(.nan).isNaN)
    }

    @Test("they are the C library's to the last bit but one")
    func accuracy() {
        var random = RandomStream(seed: 3)
        for _ in 0..<20_000 {
            let x = 1 - random.unit()
            #expect(Self.distance(ExactFunctions.log(x), Double.log(x)) <= 2, "log \(x)")
            let wide = Double(bitPattern: random.next() >> 1)
            if wide.isFinite, wide > 0 {
                #expect(Self.distance(ExactFunctions.log(wide), Double.log(wide)) <= 2, "log \(wide)")
            }
            let y = random.unit() * 1400 - 700
            #expect(Self.distance(ExactFunctions.exp(y), Double.exp(y)) <= 2, "exp \(y)")
        }
    }

    @Test("ten thousand of each, as another program with the same operations has them")
    func many() {
        var mix = SplitMix64(state: 1)
        var (logarithms, powers) = (FNV1a(), FNV1a())
        func add(_ value: Double, to hash: inout FNV1a) {
            for shift in stride(from: 0, to: 64, by: 8) {
                hash.add(UInt8(truncatingIfNeeded: value.bitPattern >> shift))
            }
        }
        for _ in 0..<10_000 {
            add(ExactFunctions.log(1 - Double(mix.next() >> 11) * 0x1p-53), to: &logarithms)
            add(ExactFunctions.exp(40 * (Double(mix.next() >> 11) * 0x1p-53) - 20), to: &powers)
        }
        #expect(logarithms.value == 0x4f91_4b6f_6f53_061d)
        #expect(powers.value == 0xbaf5_521a_05cc_e8d2)
    }

    @Test("drawn numbers are exactly these")
    func drawn() {
        func bits(_ distribution: Distribution) -> [UInt64] {
            var random = RandomStream(seed: 11)
            return (0..<4).map { _ in distribution.draw(&random).bitPattern }
        }
        #expect(
            bits(.exponential(mean: 300, max: nil)) == [
                0x4066_b75e_56ec_78ff, 0x4076_880d_9bb3_20ed, 0x407d_4b58_3110_49cb, 0x407a_ded4_ee95_59c8,
            ])
        #expect(
            bits(.lognormal(median: 90, sigma: 1.1, max: nil)) == [
                0x404c_47b3_6d74_fa42, 0x4085_5e2c_3ae8_babe, 0x4069_56bb_1b68_829c, 0x4067_5e9b_a79c_1986,
            ])
    }
}
