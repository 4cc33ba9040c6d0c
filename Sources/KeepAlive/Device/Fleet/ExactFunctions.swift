import KeepAlivePolicy

/// The natural logarithm and the exponential function, by addition, subtraction, multiplication and division only.
///
/// The C library's functions depend on the processor in the last bit, and a fleet would then depend on it too.
/// IEEE 754 leaves no choice for the four operations, nor for the square root. Here the last bit may be wrong, and the
/// one before it hardly ever, but the result is the same everywhere.
enum ExactFunctions {
    /// ln 2 in two parts: the first has zeros at its end, so that its product with an exponent is exact.
    private static let logarithmOf2 = (high: 0x1.62e42fefap-1, low: 0x1.cf79abc9e3b3ap-40)

    /// Returns the natural logarithm: -∞ for 0, NaN for negative numbers.
    ///
    /// `x = m · 2^k` with `m` between √½ and √2; with `f = m - 1` and `s = f / (2 + f)`, `log m` is
    /// `2 (s + s³/3 + s⁵/5 + …)`. As `2s = f - s·f`, that is `f - s (f - 2 (s²/3 + s⁴/5 + …))`: `f` is exact, and the
    /// rounded parts are small beside it.
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
        // s² is at most 0.0295: the terms left out are less than a hundredth of the last bit.
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

    /// Returns e to the power of a number: ∞ above 709.78, 0 below -745.13.
    ///
    /// `x = k ln 2 + r` with `r` between -ln 2 / 2 and ln 2 / 2, so e^x is 2^k e^r, and e^r is a Taylor series.
    static func exp(_ x: Double) -> Double {
        guard x > -746, x < 710 else { return x.isNaN ? x : x < 0 ? 0 : .infinity }
        let k = (x / (logarithmOf2.high + logarithmOf2.low)).rounded()
        let high = x - k * logarithmOf2.high
        let low = k * logarithmOf2.low
        let r = high - low
        // The terms left out, r^14 / 14! and on, are less than a tenth of the last bit.
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
