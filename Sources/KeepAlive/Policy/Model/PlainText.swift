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

    /// Returns the text, cut off when it is longer than so many characters.
    package func shortened(to limit: Int) -> String {
        utf8.count > limit && count > limit ? prefix(limit) + "…" : self
    }
}

extension Unicode.Scalar {
    fileprivate var drivesTerminal: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}
