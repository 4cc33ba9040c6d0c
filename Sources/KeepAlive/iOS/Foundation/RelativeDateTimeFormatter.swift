import Foundation

/// Formats the distance between two dates in English: `5 minutes ago`. Foundation on Linux lacks this class.
///
/// Source: developer.apple.com/documentation/foundation/relativedatetimeformatter; the words are CLDR's for English.
open class RelativeDateTimeFormatter: Formatter, @unchecked Sendable {
    public enum DateTimeStyle: Int, Sendable {
        case numeric, named
    }

    public enum UnitsStyle: Int, Sendable {
        case full, spellOut, short, abbreviated
    }

    open var dateTimeStyle = DateTimeStyle.numeric
    open var unitsStyle = UnitsStyle.full
    /// The calendar that is used to count days.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var calendar: Calendar! = .current
    /// Stored, but ignored: the words are always English.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var locale: Locale! = .current
    @WithoutEffect open var formattingContext = Formatter.Context.unknown

    open func localizedString(for date: Date, relativeTo referenceDate: Date) -> String {
        let units = Set(EnglishTimeUnit.allCases.map(\.component))
        return localizedString(from: calendar.dateComponents(units, from: referenceDate, to: date))
    }

    /// Returns the text for a distance from now.
    ///
    /// - Parameter timeInterval: the distance in seconds; negative for the past.
    open func localizedString(fromTimeInterval timeInterval: TimeInterval) -> String {
        let reference = Date(timeIntervalSinceReferenceDate: 0)
        return localizedString(for: reference.addingTimeInterval(timeInterval), relativeTo: reference)
    }

    open func localizedString(from dateComponents: DateComponents) -> String {
        let unit =
            EnglishTimeUnit.allCases.first { dateComponents.count($0) != 0 }
            ?? EnglishTimeUnit.allCases.last { dateComponents.value(for: $0.component) != nil } ?? .second
        let count = dateComponents.count(unit)
        if dateTimeStyle == .named, let name = Self.name(unit, count) { return name }
        let size = abs(count)
        let text =
            switch unitsStyle {
            case .full: "\(size) \(unit.word(.full, size))"
            case .spellOut: "\(EnglishTimeUnit.spelled(size)) \(unit.word(.full, size))"
            case .short, .abbreviated: "\(size) \(Self.short(unit, size))"
            }
        return count < 0 ? "\(text) ago" : "in \(text)"
    }

    override open func string(for obj: Any?) -> String? {
        (obj as? Date).map { localizedString(for: $0, relativeTo: Date()) }
    }

    private static func name(_ unit: EnglishTimeUnit, _ count: Int) -> String? {
        switch (unit, count) {
        case (.second, 0): "now"
        case (.day, -1): "yesterday"
        case (.day, 0): "today"
        case (.day, 1): "tomorrow"
        case (.year, -1), (.month, -1), (.week, -1): "last \(unit.name)"
        case (.year, 1), (.month, 1), (.week, 1): "next \(unit.name)"
        case (_, 0): "this \(unit.name)"
        default: nil
        }
    }

    private static func short(_ unit: EnglishTimeUnit, _ count: Int) -> String {
        switch unit {
        case .day: unit.word(.full, count)
        case .month: "mo."
        case .week: "wk."
        case .year: "yr."
        case .hour, .minute, .second: "\(unit.word(.short, count))."
        }
    }
}
