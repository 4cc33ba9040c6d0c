import KeepAliveMeasurement
import KeepAlivePolicy

/// Formats numbers for the terminal and for pages.
package enum Figures {
    /// Returns a number with a fixed number of decimals; `-` if it is not finite.
    package static func fixed(_ value: Double, _ decimals: Int) -> String {
        guard value.isFinite else { return "-" }
        var factor = 1.0
        for _ in 0..<decimals { factor *= 10 }
        // A value that does not fit `Int64` after the multiplication by the factor is printed unrounded.
        guard abs(value) * factor < 9e18 else { return "\(value)" }
        let scaled = Int64(clamping: (abs(value) * factor).rounded())
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard decimals > 0 else { return sign + String(scaled) }
        let digits = String(scaled)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
    }

    /// Returns a whole number with commas between groups of three digits, such as `1,048,576`.
    package static func grouped(_ value: Int64) -> String {
        var digits = String(value.magnitude)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return (value < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }

    /// Returns the text of a time in milliseconds with two decimals; `seconds` is the time in seconds.
    package static func milliseconds(_ seconds: Double) -> String {
        "\(fixed(seconds * 1000, 2)) ms"
    }

    /// Returns the text padded with spaces on its left to a width.
    package static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    /// Returns the text padded with spaces on its right to a width.
    package static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// Returns a number with its unit: seconds or milliseconds, bytes in powers of 1,000, percent, joules, or a count
    /// without unit.
    package static func amount(_ number: Double, _ unit: Proxy.Unit) -> String {
        switch unit {
        case .seconds:
            if number == 0 { return "0 s" }
            if abs(number) < 0.1 { return fixed(number * 1000, 2) + " ms" }
            return fixed(number, number < 10 ? 3 : 1) + " s"
        case .percent: return fixed(number, 1) + " %"
        case .joules: return joules(number)
        case .count:
            return number == number.rounded() && abs(number) < 9e18
                ? grouped(Int64(clamping: number)) : fixed(number, 1)
        case .bytes:
            if number >= 1e6 { return fixed(number / 1e6, 1) + " MB" }
            if number >= 1e3 { return fixed(number / 1e3, 1) + " kB" }
            return grouped(Int64(clamping: number.rounded())) + " B"
        }
    }

    /// Returns the text broken into lines of at most 80 columns; continuation lines are indented.
    package static func wrapped(_ text: String) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if line.count + 1 + word.count > 80, !line.isEmpty {
                lines.append(line)
                line = "   "
            }
            line += line.isEmpty || line == "   " ? String(word) : " " + word
        }
        return lines + [line]
    }
}
