import KeepAlivePolicy

/// A limit on a quantity, for use in CI. The check fails if the relation holds.
///
/// Examples: `cpuSeconds > 1.0`, `silent-audio: audioPlayer.voluntarySwitches >= 20`.
package struct Threshold: Sendable, Equatable {
    /// The comparison of a value with the limit.
    package enum Relation: String, Sendable, CaseIterable {
        case atLeast = ">="
        case atMost = "<="
        case more = ">"
        case less = "<"

        func holds(_ value: Double, _ limit: Double) -> Bool {
            switch self {
            case .atLeast: value >= limit
            case .atMost: value <= limit
            case .more: value > limit
            case .less: value < limit
            }
        }
    }

    /// The arm that the limit applies to; `nil` for every arm.
    package var arm: String?
    package var quantity: MeasuredQuantity
    package var relation: Relation
    package var limit: Double
    /// True if the limit applies to the quantity per second, over the time that the quantity covers.
    package var isRate = false
    /// The threshold as it was given to the command.
    package var text: String

    /// Parses `[ARM:] QUANTITY[/s] RELATION NUMBER`.
    ///
    /// - Throws: ``KeepAliveError`` with code `usage`, saying what was expected.
    package init(_ text: String) throws {
        func expected(_ what: String) -> KeepAliveError {
            KeepAliveError(
                .usage, "'\(text)': expected \(what)",
                remedy: "Write, for example, 'cpuSeconds > 1.0' or 'idleWakeups/s > 10'")
        }
        self.text = text
        guard
            let relation = Relation.allCases.first(where: { text.contains($0.rawValue) }),
            let place = text.firstRange(of: relation.rawValue)
        else { throw expected("a relation: >, >=, < or <=") }
        self.relation = relation
        let number = text[place.upperBound...].trimmingSpaces
        guard let limit = Double(number), limit.isFinite else { throw expected("a number behind \(relation.rawValue)") }
        self.limit = limit
        var name = text[..<place.lowerBound].trimmingSpaces
        if let colon = name.lastIndex(of: ":") {
            arm = name[..<colon].trimmingSpaces
            name = name[name.index(after: colon)...].trimmingSpaces
        }
        if name.hasSuffix("/s") {
            isRate = true
            name = String(name.dropLast(2)).trimmingSpaces
        }
        let words = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let part = words.count == 2 ? RunPart(rawValue: words[0]) : words.count == 1 ? .workload : nil
        guard let part else {
            throw expected("a part before the point: \(RunPart.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        guard let proxy = words.last.flatMap(Proxy.init) else {
            let names = Proxy.allCases.map(\.rawValue)
            let hint = NearestName.find(for: words.last ?? "", among: names).map { "; did you mean '\($0)'?" } ?? ""
            throw expected("one of \(names.joined(separator: ", "))\(hint)")
        }
        let known: [Proxy] = part == .machine ? [.energyJoules] : [.cpuSeconds, .voluntarySwitches]
        guard part == .workload ? proxy != .energyJoules : known.contains(proxy) else {
            throw expected(
                part == .workload
                    ? "machine.energyJoules: nobody can tell the app's part of it"
                    : "of \(part.rawValue) one of \(known.map(\.rawValue).joined(separator: ", "))")
        }
        quantity = MeasuredQuantity(proxy, of: part)
    }

    /// The result of checking a threshold for one arm.
    package struct Outcome: Sendable, Equatable {
        /// The threshold as it was given to the command.
        package var threshold: String
        package var arm: String
        /// The median that was compared; `nil` if the arm has no value for the quantity. The check then fails, because
        /// a limit that cannot be checked must not pass.
        package var value: Double?
        /// True if the relation holds, so that the check fails.
        package var isReached: Bool
    }

    /// Checks the medians of a comparison against the limit, for each arm that the threshold applies to.
    package func check(_ comparison: Comparison) -> [Outcome] {
        comparison.arms.filter { arm == nil || arm == $0 }.map { arm in
            var value = comparison[quantity]?.cells[arm]?.sample.median
            if isRate {
                let conditions = comparison.conditions
                let seconds = quantity.isOfBackground ? conditions.backgroundSeconds : conditions.runSeconds
                value = seconds.flatMap { seconds in value.map { $0 / seconds } }
            }
            return Outcome(
                threshold: text, arm: arm, value: value, isReached: value.map { relation.holds($0, limit) } ?? true)
        }
    }
}

extension StringProtocol {
    /// The text without spaces at its start and end.
    fileprivate var trimmingSpaces: String {
        var rest = self[...]
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
