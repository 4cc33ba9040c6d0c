extension String {
    /// The text with each terminal control replaced by its code, such as `\u{1b}`: control characters, line ends, and
    /// marks that change the direction of writing.
    package var withoutControls: String {
        guard unicodeScalars.contains(where: \.drivesTerminal) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.drivesTerminal {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    /// The text as it is safe to print on a terminal. Line ends, tabs and this program's colour sequences are kept;
    /// every other terminal control is replaced by its code.
    package var forTerminal: String {
        guard unicodeScalars.contains(where: { $0.drivesTerminal && !$0.isLayout }) else { return self }
        var text = ""
        var rest = unicodeScalars[...]
        while let scalar = rest.first {
            if let colour = Self.colour(at: rest) {
                text += colour
                rest = rest.dropFirst(colour.unicodeScalars.count)
            } else {
                text += scalar.isLayout ? String(scalar) : String(scalar).withoutControls
                rest = rest.dropFirst()
            }
        }
        return text
    }

    /// Returns the colour sequence at the start of a text: bold, dim, reversed, the foreground colours of this program,
    /// or reset. Sequences that could hide text, such as concealed text, are not among them. `nil` if the text starts
    /// otherwise.
    private static func colour(at text: Substring.UnicodeScalarView) -> String? {
        guard text.starts(with: "\u{1B}[".unicodeScalars) else { return nil }
        let codes = String(text.dropFirst(2).prefix { $0 == ";" || ("0"..."9").contains($0) }.prefix(8))
        guard text.dropFirst(2 + codes.unicodeScalars.count).first == "m",
            codes.split(separator: ";", omittingEmptySubsequences: false).allSatisfy({ colours.contains(String($0)) })
        else { return nil }
        return "\u{1B}[\(codes)m"
    }

    private static let colours: Set<String> = ["0", "1", "2", "7", "31", "32", "33", "34", "35", "36"]

    /// Returns the text; a text of more than `limit` characters is cut off and gets an ellipsis.
    package func shortened(to limit: Int) -> String {
        utf8.count > limit && count > limit ? prefix(limit) + "…" : self
    }
}

extension Unicode.Scalar {
    fileprivate var isLayout: Bool { self == "\n" || self == "\t" }

    fileprivate var drivesTerminal: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}
