extension FixedWidthInteger {
    /// Creates the integer that is nearest to a number, towards zero: where the number is beyond the type, the least or the
    /// greatest one, and zero for what is no number.
    ///
    /// A number from a file, a socket or an option may have any value. `Int(1e19)` ends the process; this does not, and
    /// `scripts/check/check-conversions` holds that nothing else is used.
    package init(clamping value: Double) {
        let towardZero = value.rounded(.towardZero)
        // Numbers in the range of most types cost no generic conversion.
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
    /// Creates a duration of so many seconds, to the nanosecond; one beyond 292 years is clamped, and what is no number is zero.
    package static func seconds(clamping seconds: Double) -> Duration {
        .nanoseconds(Int64(clamping: (seconds * 1e9).rounded()))
    }
}
