import KeepAlivePolicy

/// Reorders the arguments after `ctl` into the order that the parser expects.
enum ControlArguments {
    /// Returns the arguments with `--system` and `--app` after the verb, and with coordinates as one argument at the
    /// end.
    static func inOrder(_ arguments: [String]) -> [String] {
        withPlaceLast(withAppNamed(withOptionsBehindVerb(arguments)))
    }

    /// Changes `ctl kill APP` into `ctl kill --app APP`.
    private static func withAppNamed(_ arguments: [String]) -> [String] {
        guard arguments.count > 2, arguments[0] == "ctl", !arguments.contains("--app") else { return arguments }
        guard ["why", "terminate", "kill", "fetch", "logs", "metrics"].contains(arguments[1]) else { return arguments }
        let words = arguments.indices.dropFirst(2).filter { index in
            (!arguments[index].hasPrefix("-") || arguments[index] == "-")
                && !optionsWithValues.contains(arguments[index - 1])
        }
        guard words.count == 1, !arguments.contains("--") else { return arguments }
        var named = arguments
        named.insert("--app", at: words[0])
        return named
    }

    private static let optionsWithValues = ["--system", "--color"]

    /// Changes `ctl --system phone home` into `ctl home --system phone`.
    private static func withOptionsBehindVerb(_ arguments: [String]) -> [String] {
        var words: [String] = []
        var options: [String] = []
        var rest = arguments[...]
        // `location` is followed by a second verb, so three words are taken instead of two.
        while let next = rest.first, words.count < (words.last == "location" ? 3 : 2) {
            if isOptionOfVerbs(next) {
                let count = next.contains("=") ? 1 : 2
                options += rest.prefix(count)
                rest = rest.dropFirst(count)
            } else if next.hasPrefix("-") {
                break
            } else {
                words.append(next)
                rest = rest.dropFirst()
            }
        }
        if words.last == "help" { return ["help", "ctl"] + rest }
        // Without a verb, the options are put last, so that a `--help` among the other words comes before them.
        return words.count < 2 ? words + rest + options : words + options + rest
    }

    /// Returns whether an argument is an option of the verbs and not of `ctl` itself.
    static func isOptionOfVerbs(_ argument: String) -> Bool {
        ["--system", "--app"].contains { argument == $0 || argument.hasPrefix("\($0)=") }
    }

    /// Moves coordinates to the end, after `--`. Southern latitudes begin with a minus sign and would otherwise be
    /// parsed as options. Coordinates that are separated by spaces are joined into one argument.
    private static func withPlaceLast(_ arguments: [String]) -> [String] {
        guard arguments.starts(with: ["ctl", "location", "set"]), !arguments.contains("--") else { return arguments }
        var others: [String] = []
        var place: [String] = []
        for argument in arguments {
            let first = argument.first == "-" ? argument.dropFirst().first : argument.first
            if argument == ",", !place.isEmpty { continue }
            if let first, first.isNumber || first == ".", others.last != "--system" {
                place.append(argument.last == "," ? String(argument.dropLast()) : argument)
            } else {
                others.append(argument)
            }
        }
        return place.isEmpty ? arguments : others + ["--", place.joined(separator: ",")]
    }
}
