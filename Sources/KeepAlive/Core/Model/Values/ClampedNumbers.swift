extension FixedWidthInteger {
    /// Creates an integer from a number, rounded towards zero. Numbers outside of the type's range give its minimum or
    /// maximum; NaN gives 0.
    ///
    /// A number from a file, a socket or an option may have any value, and `Int(1e19)` would end the process.
    /// `scripts/check/check-conversions` checks that the code uses no other conversion.
    package init(clamping value: Double) {
        let towardZero = value.rounded(.towardZero)
        // Most numbers fit `Int64`; this path avoids the slow generic conversion.
        if let whole = Int64(exactly: towardZero) {
            self.init(clamping: whole)
        } else if let whole = Self(exactly: towardZero) {
            self = whole
        } else {
            self = value.isNaN ? 0 : value < 0 ? .min : .max
        }
    }
}

extension Duration {
    /// Creates a duration from seconds, rounded to the nanosecond. Durations beyond 292 years are clamped; NaN gives
    /// zero.
    package static func seconds(clamping seconds: Double) -> Duration {
        .nanoseconds(Int64(clamping: (seconds * 1e9).rounded()))
    }
}
