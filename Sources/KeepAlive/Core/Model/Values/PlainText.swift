extension String {
    /// The text with each character that drives a terminal shown as its code: controls, ends of lines, and marks that
    /// change the direction of writing.
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

    /// The text as it may go to a terminal: ends of lines, tabs and the colours of this program stay, and each other character
    /// that drives a terminal is shown as its code.
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

    /// A colour that a text begins with: bold, dim, reversed and the foregrounds that this program uses, and the end of them.
    /// There is no way to hide a text among them.
    private static func colour(at text: Substring.UnicodeScalarView) -> String? {
        guard text.starts(with: "\u{1B}[".unicodeScalars) else { return nil }
        let codes = String(text.dropFirst(2).prefix { $0 == ";" || ("0"..."9").contains($0) }.prefix(8))
        guard text.dropFirst(2 + codes.unicodeScalars.count).first == "m",
            codes.split(separator: ";", omittingEmptySubsequences: false).allSatisfy({ colours.contains(String($0)) })
        else { return nil }
        return "\u{1B}[\(codes)m"
    }

    private static let colours: Set<String> = ["0", "1", "2", "7", "31", "32", "33", "34", "35", "36"]

    /// Returns the text, cut off when it is longer than so many characters.
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
