import Foundation

/// A unit of time with its English words. The formatters of this module write English only.
enum EnglishTimeUnit: CaseIterable {
    case year, month, week, day, hour, minute, second

    /// The length of a unit's word: `h`, `hr` or `hour`, for example.
    enum Words {
        case letter, short, full
    }

    var component: Calendar.Component { row.component }

    /// The unit as `NSCalendar.Unit`.
    var unit: NSCalendar.Unit { row.unit }

    /// The full word in the singular.
    var name: String { row.name }

    private var row: (component: Calendar.Component, unit: NSCalendar.Unit, name: String) {
        switch self {
        case .year: (.year, .year, "year")
        case .month: (.month, .month, "month")
        case .week: (.weekOfMonth, .weekOfMonth, "week")
        case .day: (.day, .day, "day")
        case .hour: (.hour, .hour, "hour")
        case .minute: (.minute, .minute, "minute")
        case .second: (.second, .second, "second")
        }
    }

    /// Returns the word for `count` units, such as `hours`.
    func word(_ words: Words, _ count: Int) -> String {
        let ending = count == 1 ? "" : "s"
        return switch words {
        case .letter: self == .month ? "mo" : String(name.prefix(1))
        case .full: name + ending
        case .short:
            switch self {
            case .year: "yr" + ending
            case .month: "mth" + ending
            case .week: "wk" + ending
            case .day: "day" + ending
            case .hour: "hr"
            case .minute: "min"
            case .second: "sec"
            }
        }
    }

    /// Returns a number in words, such as `forty-one`.
    static func spelled(_ count: Int) -> String {
        let formatter = NumberFormatter()
        formatter.locale = Locale(identifier: "en_US")
        formatter.numberStyle = .spellOut
        return formatter.string(from: NSNumber(value: count)) ?? "\(count)"
    }
}

extension DateComponents {
    /// Returns the number of a unit in these components; 0 if it is not set.
    func count(_ unit: EnglishTimeUnit) -> Int { value(for: unit.component) ?? 0 }
}
