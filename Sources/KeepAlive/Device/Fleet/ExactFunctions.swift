import KeepAlivePolicy

/// The natural logarithm and the exponential function, computed by the four basic operations only.
///
/// The last bit of the C library's functions depends on the processor, and with those functions the result of a fleet
/// simulation would depend on the processor, too. IEEE 754 defines the results of the four operations and of the square
/// root exactly, so the functions of this type give the same results on all processors. The last bit of a result may be
/// wrong; the bit before it is hardly ever wrong.
enum ExactFunctions {
    /// ln 2 as a sum of two parts. The last bits of the first part are zero, so its product with an exponent is exact.
    private static let logarithmOf2 = (high: 0x1.62e42fefap-1, low: 0x1.cf79abc9e3b3ap-40)

    /// Returns the natural logarithm of a number: -∞ for 0, NaN for a negative number.
    ///
    /// The number is `x = m · 2^k` with `m` between √½ and √2. With `f = m - 1` and `s = f / (2 + f)`, `log m` is `2
    /// (s + s³/3 + s⁵/5 + …)`. As `2s = f - s·f`, `log m` is also `f - s (f - 2 (s²/3 + s⁴/5 + …))`. In this form `f`
    /// is exact, and the rounded terms are small compared to `f`.
    static func log(_ x: Double) -> Double {
        guard x > 0, x.isFinite else { return x == 0 ? -.infinity : x > 0 ? x : .nan }
        var (significand, exponent) = (x.significand, x.exponent)
        if significand > 1.414_213_562_373_095 {
            significand *= 0.5
            exponent += 1
        }
        let f = significand - 1
        let s = f / (2 + f)
        let square = s * s
        // s² is at most 0.0295, so the omitted terms are less than a hundredth of the last bit.
        var series: Double = 2 / 21
        series = series * square + 2 / 19
        series = series * square + 2 / 17
        series = series * square + 2 / 15
        series = series * square + 2 / 13
        series = series * square + 2 / 11
        series = series * square + 2 / 9
        series = series * square + 2 / 7
        series = series * square + 2 / 5
        series = series * square + 2 / 3
        let k = Double(exponent)
        return k * logarithmOf2.high + (f - (s * (f - square * series) - k * logarithmOf2.low))
    }

    /// Returns e to the power of a number: ∞ above about 709.78, 0 below about -745.13.
    ///
    /// The number is `x = k ln 2 + r` with `r` between -ln 2 / 2 and ln 2 / 2, so e^x is 2^k e^r. A Taylor series
    /// gives e^r.
    static func exp(_ x: Double) -> Double {
        guard x > -746, x < 710 else { return x.isNaN ? x : x < 0 ? 0 : .infinity }
        let k = (x / (logarithmOf2.high + logarithmOf2.low)).rounded()
        let high = x - k * logarithmOf2.high
        let low = k * logarithmOf2.low
        let r = high - low
        // The omitted terms, from r^14 / 14! on, are less than a tenth of the last bit.
        var series: Double = 1 / 6_227_020_800
        series = series * r + 1 / 479_001_600
        series = series * r + 1 / 39_916_800
        series = series * r + 1 / 3_628_800
        series = series * r + 1 / 362_880
        series = series * r + 1 / 40_320
        series = series * r + 1 / 5040
        series = series * r + 1 / 720
        series = series * r + 1 / 120
        series = series * r + 1 / 24
        series = series * r + 1 / 6
        series = series * r + 1 / 2
        let power = 1 + (high + (r * r * series - low))
        return Double(sign: .plus, exponent: Int(clamping: k), significand: power)
    }
}
