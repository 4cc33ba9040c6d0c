import KeepAlivePolicy

/// The words that people write after `ctl`, put into the order in which they are parsed.
enum ControlArguments {
    /// Returns the arguments with the options of every verb behind the verb, and a place as one word at the end.
    static func inOrder(_ arguments: [String]) -> [String] {
        withPlaceLast(withAppNamed(withOptionsBehindVerb(arguments)))
    }

    /// `ctl kill APP` is `ctl kill --app APP`.
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

    /// `ctl --system phone home` is `ctl home --system phone`.
    private static func withOptionsBehindVerb(_ arguments: [String]) -> [String] {
        var words: [String] = []
        var options: [String] = []
        var rest = arguments[...]
        // For `location`, the next word is its verb.
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
        // Without a verb, the remaining words may ask for help.
        return words.count < 2 ? words + rest + options : words + options + rest
    }

    /// Returns whether it is an option of the verbs, not of `ctl`.
    static func isOptionOfVerbs(_ argument: String) -> Bool {
        ["--system", "--app"].contains { argument == $0 || argument.hasPrefix("\($0)=") }
    }

    /// Puts a place at the end, where no option can be: a place in the south begins as an option does. A place with a
    /// space is one place, too.
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
