import KeepAlivePolicy
import KeepAliveText

/// Reads the kinds of values that population files have, and checks their ranges.
extension YAMLValue {
    /// Reads a time that is written with its unit, and returns it in seconds.
    func seconds() throws -> Double {
        let text = try text("a time such as 90s, 5m or 1h30m")
        guard let duration = Duration(parsing: text) else {
            throw error("'\(text)' is not a time with its unit, such as 90s, 5m or 1h30m")
        }
        guard duration <= .seconds(3_200_000_000) else { throw error("\(text) is longer than 100 years") }
        return duration.inSeconds
    }

    /// Reads a number; throws if the number is outside `range`.
    func number(_ what: String, in range: ClosedRange<Double>) throws -> Double {
        let number = try number(what)
        guard range.contains(number) else {
            func plain(_ bound: Double) -> String {
                let whole = bound.rounded() == bound
                return whole ? String(Int(clamping: bound)) : String(bound)
            }
            throw error(
                "expected \(what) from \(plain(range.lowerBound)) to \(plain(range.upperBound)), found \(kind)")
        }
        return number
    }

    /// Reads a probability from 0 to 1.
    func probability() throws -> Double { try number("a probability", in: 0...1) }

    /// Reads an hour of the day from 0 to 24.
    func hour() throws -> Double { try number("an hour of the day", in: 0...24) }

    /// Reads a number above 0 and up to 1e9.
    func positive(_ what: String) throws -> Double {
        let number = try number(what)
        guard number > 0, number <= 1e9 else {
            throw error("expected \(what) above 0 and up to 1000000000, found \(kind)")
        }
        return number
    }

    /// Reads a rate in events per day, which is a number or a distribution.
    func perDay() throws -> Distribution {
        try distribution("a number a day") { try $0.number("a number a day", in: 0...PopulationReader.perDayMax) }
    }

    /// Reads a distribution of times, in seconds.
    ///
    /// - Parameter bound: the smallest permitted time in seconds; applies to every time in the distribution, such as
    ///   its median.
    func times(atLeast bound: Double = 0) throws -> Distribution {
        try distribution("a time") { place in
            let seconds = try place.seconds()
            guard seconds >= bound else { throw place.error("this time is \(Int(clamping: bound)) s at least") }
            return seconds
        }
    }

    private func distribution(_ what: String, _ read: (YAMLValue) throws -> Double) throws -> Distribution {
        guard case .mapping(let pairs) = content else { return .constant(try read(self)) }
        let names = ["constant", "uniform", "exponential", "lognormal"]
        guard pairs.count == 1, let pair = pairs.first else {
            throw error("expected \(what) or one of the distributions \(names.joined(separator: ", "))")
        }
        let name = try pair.key.text("a distribution")
        guard names.contains(name) else { throw pair.key.unknown("a distribution", name, among: names) }
        if name == "constant" { return .constant(try read(pair.value)) }
        var fields = try pair.value.fields("a mapping of the parameters of \(name)")
        let result: Distribution
        switch name {
        case "uniform":
            let (from, to) = (try read(fields.require("from")), try fields.require("to"))
            guard try read(to) >= from else { throw to.error("'to' is below 'from'") }
            result = .uniform(from: from, to: try read(to))
        case "exponential":
            result = .exponential(mean: try read(fields.require("mean")), max: try fields.take("max").map(read))
        default:
            result = .lognormal(
                median: try read(fields.require("median")),
                sigma: try fields.require("sigma").number("a sigma", in: 0...5), max: try fields.take("max").map(read))
        }
        try fields.finish()
        return result
    }

    /// Reads choices with their weights, or one choice without a weight.
    func weighted<Value>(_ what: String, _ read: (YAMLValue) throws -> Value) throws -> [Weighted<Value>] {
        guard case .mapping(let pairs) = content else { return [Weighted(value: try read(self), weight: 1)] }
        guard !pairs.isEmpty else { throw error("expected \(what) with their weights, found none") }
        var result: [Weighted<Value>] = []
        for pair in pairs {
            let value = try read(pair.key)
            if result.contains(where: { $0.value == value }) { throw pair.key.error("this stands here twice") }
            result.append(Weighted(value: value, weight: try pair.value.positive("a weight")))
        }
        return result
    }
}
