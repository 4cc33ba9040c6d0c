import Foundation

/// Formats a duration in English. Foundation on Linux lacks this class.
///
/// Source: developer.apple.com/documentation/foundation/datecomponentsformatter, which shows the words of each style.
open class DateComponentsFormatter: Formatter, @unchecked Sendable {
    public enum UnitsStyle: Int, Sendable {
        case positional, abbreviated
        case short = 2
        /// For example `9 hours, 41 minutes, 30 seconds`.
        case full = 3
        /// For example `nine hours, forty-one minutes, thirty seconds`.
        case spellOut = 4
        case brief
    }

    public struct ZeroFormattingBehavior: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static let `default` = ZeroFormattingBehavior(rawValue: 1 << 0)
        public static let dropLeading = ZeroFormattingBehavior(rawValue: 1 << 1)
        public static let dropMiddle = ZeroFormattingBehavior(rawValue: 1 << 2)
        public static let dropTrailing = ZeroFormattingBehavior(rawValue: 1 << 3)
        public static let dropAll: ZeroFormattingBehavior = [.dropLeading, .dropMiddle, .dropTrailing]
        public static let pad = ZeroFormattingBehavior(rawValue: 1 << 16)
    }

    /// The units to write; the empty set stands for years, months, days, hours, minutes and seconds.
    open var allowedUnits: NSCalendar.Unit = []
    open var unitsStyle = UnitsStyle.positional
    open var zeroFormattingBehavior = ZeroFormattingBehavior.default
    open var maximumUnitCount = 0
    /// True to write a largest unit whose count is 1 in the next smaller unit: `63s` instead of `1m 3s`.
    open var collapsesLargestUnit = false
    open var includesApproximationPhrase = false
    open var includesTimeRemainingPhrase = false
    @WithoutEffect open var allowsFractionalUnits = false
    open var calendar: Calendar? = .current
    open var referenceDate: Date?
    @WithoutEffect open var formattingContext = Formatter.Context.unknown

    /// Returns the text for a duration of `ti` seconds.
    open func string(from ti: TimeInterval) -> String? {
        let start = referenceDate ?? Date(timeIntervalSinceReferenceDate: 0)
        return string(from: start, to: start.addingTimeInterval(ti.rounded(.towardZero)))
    }

    open func string(from startDate: Date, to endDate: Date) -> String? {
        let (calendar, units) = (calendar ?? .current, units)
        let isNegative = endDate < startDate
        let (first, last) = isNegative ? (endDate, startDate) : (startDate, endDate)
        func parts(to date: Date) -> [Part] {
            let components = calendar.dateComponents(Set(units.map(\.component)), from: first, to: date)
            return collapsed(units.map { ($0, components.count($0)) })
        }
        let text = text(limited(parts(to: last), from: first, to: last, calendar, parts))
        return isNegative ? "-\(text)" : text
    }

    /// Returns the text for a duration, converted into the allowed units.
    open func string(from components: DateComponents) -> String? {
        let calendar = calendar ?? .current
        let start = referenceDate ?? Date(timeIntervalSinceReferenceDate: 0)
        return calendar.date(byAdding: components, to: start).flatMap { string(from: start, to: $0) }
    }

    override open func string(for obj: Any?) -> String? {
        switch obj {
        case let components as DateComponents: string(from: components)
        case let seconds as TimeInterval: string(from: seconds)
        default: nil
        }
    }

    open class func localizedString(from components: DateComponents, unitsStyle: UnitsStyle) -> String? {
        let formatter = DateComponentsFormatter()
        formatter.unitsStyle = unitsStyle
        return formatter.string(from: components)
    }

    private var units: [EnglishTimeUnit] {
        let allowed: NSCalendar.Unit =
            allowedUnits.isEmpty ? [.year, .month, .day, .hour, .minute, .second] : allowedUnits
        return EnglishTimeUnit.allCases.filter { unit in
            allowed.contains(unit.unit) || unit == .week && allowed.contains(.weekOfYear)
        }
    }

    private typealias Part = (unit: EnglishTimeUnit, count: Int)

    /// Returns the parts with a largest unit whose count is 1 converted into the next smaller unit, if
    /// `collapsesLargestUnit` is set.
    private func collapsed(_ all: [Part]) -> [Part] {
        var parts = all
        guard collapsesLargestUnit, let first = parts.firstIndex(where: { $0.count > 0 }), parts[first].count == 1,
            first + 1 < parts.count, let next = Self.many(parts[first + 1].unit, in: parts[first].unit)
        else { return parts }
        parts[first + 1].count += next
        parts[first].count = 0
        return parts
    }

    /// Returns the parts to write, at most `maximumUnitCount`, and the last one rounded to the nearest value.
    ///
    /// - Parameter count: returns the parts of the time from `first` to a date.
    private func limited(
        _ all: [Part], from first: Date, to last: Date, _ calendar: Calendar, _ count: (Date) -> [Part]
    ) -> [Part] {
        let shown = withoutZeros(all)
        guard maximumUnitCount > 0, shown.count > maximumUnitCount else { return shown }
        let kept = Array(shown.prefix(maximumUnitCount))
        var lower = DateComponents()
        for (unit, count) in kept { lower.setValue(count, for: unit.component) }
        let unit = kept[kept.count - 1].unit
        guard let floor = calendar.date(byAdding: lower, to: first),
            let ceiling = calendar.date(byAdding: unit.component, value: 1, to: floor),
            ceiling.timeIntervalSince(last) <= last.timeIntervalSince(floor)
        else { return kept }
        return Array(withoutZeros(count(ceiling)).prefix(maximumUnitCount))
    }

    private func text(_ parts: [Part]) -> String {
        let text =
            switch unitsStyle {
            case .positional: positional(parts)
            case .abbreviated: joined(parts, " ") { "\($1)\($0.word(.letter, $1))" }
            case .brief: joined(parts, " ") { "\($1)\($0.word(.short, $1))" }
            case .short: joined(parts, ", ") { "\($1) \($0.word(.short, $1))" }
            case .full: joined(parts, ", ") { "\($1) \($0.word(.full, $1))" }
            case .spellOut: joined(parts, ", ") { "\(EnglishTimeUnit.spelled($1)) \($0.word(.full, $1))" }
            }
        return (includesApproximationPhrase ? "About " : "") + text + (includesTimeRemainingPhrase ? " remaining" : "")
    }

    private func joined(_ parts: [Part], _ separator: String, _ write: (EnglishTimeUnit, Int) -> String) -> String {
        parts.map { write($0.unit, $0.count) }.joined(separator: separator)
    }

    /// Returns hours, minutes and seconds with colons, and larger units with their letters.
    private func positional(_ parts: [Part]) -> String {
        let isOfClock = { (part: Part) in [.hour, .minute, .second].contains(part.unit) }
        let clock = parts.filter(isOfClock).enumerated().map { index, part in
            index > 0 && part.count < 10 ? "0\(part.count)" : "\(part.count)"
        }
        let larger = parts.filter { !isOfClock($0) }.map { "\($0.count)\($0.unit.word(.letter, $0.count))" }
        return (larger + (clock.isEmpty ? [] : [clock.joined(separator: ":")])).joined(separator: " ")
    }

    /// Returns the parts without the zeros that `zeroFormattingBehavior` drops. If all parts are zero, the smallest one
    /// is kept.
    private func withoutZeros(_ parts: [Part]) -> [Part] {
        var behavior = zeroFormattingBehavior
        if behavior.contains(.default) { behavior = unitsStyle == .positional ? .dropLeading : .dropAll }
        guard let first = parts.firstIndex(where: { $0.count > 0 }),
            let last = parts.lastIndex(where: { $0.count > 0 })
        else { return behavior.isDisjoint(with: .dropAll) ? parts : Array(parts.suffix(1)) }
        return parts.enumerated().filter { index, part in
            if part.count > 0 { return true }
            if index < first { return !behavior.contains(.dropLeading) }
            return !behavior.contains(index > last ? .dropTrailing : .dropMiddle)
        }
        .map(\.element)
    }

    /// Returns how many of a unit make one `larger` unit; `nil` if the number varies or the units are not neighbours.
    private static func many(_ unit: EnglishTimeUnit, in larger: EnglishTimeUnit) -> Int? {
        switch (unit, larger) {
        case (.second, .minute), (.minute, .hour): 60
        case (.hour, .day): 24
        case (.day, .week): 7
        case (.month, .year): 12
        default: nil
        }
    }
}
