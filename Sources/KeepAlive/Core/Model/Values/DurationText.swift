/// The time scale: the ratio of this machine's time to the device's time.
package enum TimeScale {
    /// Returns a time scale in words; `nil` if the device's time runs like this machine's.
    package static func words(_ scale: Double) -> String? {
        guard scale != 1, scale > 0 else { return nil }
        return "time scale \(scale): 1 s here is \(Duration.seconds(1).scaled(by: 1 / scale).inWords) of the device"
    }
}

extension Duration {
    /// Parses a duration with units: `1.5s`, `200ms`, `2m`, `1h`, `3d`, or several of them, as in `1h30m`.
    ///
    /// - Parameter text: digits, points and units, without a sign.
    /// - Returns: `nil` if the text is not a duration, or the duration exceeds about 290 years.
    public init?(parsing text: String) {
        guard let total = Self.nanoseconds(parsing: text), total < 9.1e18 else { return nil }
        self = .nanoseconds(Int64(clamping: total.rounded()))
    }

    /// Returns the nanoseconds of a duration with units, without an upper limit; `nil` if the text is not a duration.
    package static func nanoseconds(parsing text: String) -> Double? {
        let units: [(suffix: String, nanoseconds: Double)] = [
            ("ms", 1e6), ("us", 1e3), ("s", 1e9), ("m", 60e9), ("h", 3600e9), ("d", 86_400e9),
        ]
        var rest = Substring(text)
        var total = 0.0
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { "0123456789.".contains($0) }
            guard let value = Double(digits) else { return nil }
            rest = rest.dropFirst(digits.count)
            guard let unit = units.first(where: { rest.hasPrefix($0.suffix) }) else { return nil }
            rest = rest.dropFirst(unit.suffix.count)
            total += value * unit.nanoseconds
        }
        return total
    }
}
