import KeepAlivePolicy

/// Merges the results of all shards into the result of the whole fleet.
package enum FleetMerge {
    /// Returns the result of the whole fleet.
    ///
    /// - Parameter shards: the results with the names of their files, in any order.
    /// - Throws: ``KeepAliveError`` with code `usage` if a shard belongs to another fleet, appears twice, or is
    ///   missing.
    package static func merge(_ shards: [(file: String, result: FleetResult)]) throws -> FleetResult {
        guard let first = shards.first else { throw KeepAliveError(.usage, "there is nothing to merge") }
        var files: [Int: String] = [:]
        var whole = FleetResult(
            program: first.result.program, rules: first.result.rules, order: first.result.order,
            population: first.result.population)
        whole.order.shard = nil
        for (file, result) in shards {
            if let difference = difference(between: first.result, and: result) {
                throw KeepAliveError(
                    .usage, "\(file) is of another fleet than \(first.file): \(difference)")
            }
            guard let shard = result.order.shard else {
                throw KeepAliveError(.usage, "\(file) is no shard: it holds the whole fleet")
            }
            if let other = files[shard.index] {
                throw KeepAliveError(
                    .usage, "shard \(shard.index)/\(shard.count) is there twice: \(other) and \(file)")
            }
            let apps = result.tallies.reduce(0) { $0 + $1.apps }
            guard apps == result.order.appsHere else {
                throw KeepAliveError(
                    .usage,
                    "\(file) holds \(apps) apps, where shard \(shard.index)/\(shard.count) has "
                        + "\(result.order.appsHere)")
            }
            files[shard.index] = file
        }
        let count = first.result.order.shard?.count ?? 1
        let missing = (1...count).filter { files[$0] == nil }
        if !missing.isEmpty { throw KeepAliveError(.usage, missingText(missing, of: count)) }
        for (_, result) in shards { whole.add(result.tallies) }
        return whole
    }

    private static func missingText(_ missing: [Int], of count: Int) -> String {
        let shown = missing.prefix(10).map { "\($0)/\(count)" }.joined(separator: ", ")
        let more = missing.count > 10 ? " and \(missing.count - 10) more" : ""
        return missing.count == 1 ? "shard \(shown) is missing" : "shards \(shown)\(more) are missing"
    }

    private static func difference(between one: FleetResult, and other: FleetResult) -> String? {
        func differs<Value: Equatable>(_ what: String, _ left: Value, _ right: Value) -> String? {
            left == right ? nil : "\(what) \(right) instead of \(left)"
        }
        if let text = differs("version", one.program, other.program) { return text }
        if one.rules != other.rules {
            return "another build of the program, with other rules: \(other.rules) instead of \(one.rules)"
        }
        if let text = differs("seed", one.order.seed, other.order.seed) { return text }
        if let text = differs("apps:", one.order.apps, other.order.apps) { return text }
        if let text = differs("days:", one.order.days, other.order.days) { return text }
        func named(_ version: IOSVersion?) -> String { version?.description ?? "as in the population" }
        if let text = differs("iOS", named(one.order.ios), named(other.order.ios)) { return text }
        if let text = differs("--reading", one.order.reading.name, other.order.reading.name) { return text }
        func listed(_ order: FleetOrder) -> String {
            order.overrides.isEmpty ? "nothing" : order.overrides.map(\.description).joined(separator: " ")
        }
        if let text = differs("--set", listed(one.order), listed(other.order)) { return text }
        if let left = one.order.shard?.count, let right = other.order.shard?.count,
            let text = differs("shards:", left, right)
        {
            return text
        }
        guard one.population != other.population else { return nil }
        let names = (one.population.classes.map(\.name), other.population.classes.map(\.name))
        if names.0 != names.1 { return "another population, with other classes" }
        let name = zip(one.population.classes, other.population.classes).first { $0 != $1 }?.0.name ?? ""
        return "another population: class '\(name)' differs"
    }
}
