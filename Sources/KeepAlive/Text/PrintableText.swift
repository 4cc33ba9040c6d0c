extension String {
    /// The text as a line of an error can hold it: control and formatting characters escaped, and cut off when it is
    /// longer than a limit.
    ///
    /// - Parameter limit: the most characters of the text, at least 1.
    func printable(_ limit: Int) -> String {
        var result = ""
        for character in prefix(limit) {
            for scalar in character.unicodeScalars {
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                    result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                default: result.unicodeScalars.append(scalar)
                }
            }
        }
        return count > limit ? result + "…" : result
    }
}
