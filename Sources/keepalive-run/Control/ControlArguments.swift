/// What people write after `ctl`, put in the order in which it is parsed.
enum ControlArguments {
    /// The arguments with the options of every verb behind the verb, and a place as one word behind everything.
    static func inOrder(_ arguments: [String]) -> [String] { withPlaceLast(withOptionsBehindVerb(arguments)) }

    /// `ctl --system phone home` is `ctl home --system phone`.
    private static func withOptionsBehindVerb(_ arguments: [String]) -> [String] {
        var words: [String] = []
        var options: [String] = []
        var rest = arguments[...]
        // Of location, what follows is the verb.
        while let next = rest.first, words.count < (words.last == "location" ? 3 : 2) {
            if let name = optionsOfVerbs.first(where: { next == $0 || next.hasPrefix("\($0)=") }) {
                let count = next == name ? 2 : 1
                options += rest.prefix(count)
                rest = rest.dropFirst(count)
            } else if next.hasPrefix("-") {
                break
            } else {
                words.append(next)
                rest = rest.dropFirst()
            }
        }
        return words + options + rest
    }

    private static let optionsOfVerbs = ["--system", "--app"]

    /// A place in the south begins as an option does: it is put where no option can be. With a space, it is one place
    /// all the same.
    private static func withPlaceLast(_ arguments: [String]) -> [String] {
        guard arguments.starts(with: ["ctl", "location", "set"]), !arguments.contains("--") else { return arguments }
        var others: [String] = []
        var place: [String] = []
        for argument in arguments {
            let digit = argument.first == "-" ? argument.dropFirst().first : argument.first
            if digit?.isNumber == true, others.last != "--system" {
                place.append(argument.last == "," ? String(argument.dropLast()) : argument)
            } else {
                others.append(argument)
            }
        }
        return place.isEmpty ? arguments : others + ["--", place.joined(separator: ",")]
    }
}
