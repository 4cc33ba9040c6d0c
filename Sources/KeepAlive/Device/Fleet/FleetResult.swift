import KeepAlivePolicy

/// The result of a fleet: exact sums by class, from which all figures are computed.
package struct FleetResult: Sendable, Equatable {
    /// The version of the layout of result files.
    package static let version = 1

    /// The version of the program that ran the simulation.
    package var program: String
    /// A fingerprint of the policy's rules, which differs between builds of the same version that have different rules.
    package var rules: String
    /// The parameters of the simulation. If `order.shard` is not `nil`, the result covers only that part of the fleet.
    package var order: FleetOrder
    package var population: Population
    /// The sums, in the order of the population's classes.
    package var tallies: [ClassTally]

    package init(program: String, rules: String, order: FleetOrder, population: Population) {
        self.program = program
        self.rules = rules
        self.order = order
        self.population = population
        tallies = population.classes.map { _ in ClassTally() }
    }

    /// Adds the sums of other apps of the same population.
    package mutating func add(_ others: [ClassTally]) {
        for index in tallies.indices { tallies[index].add(others[index]) }
    }

    /// The sums over all classes.
    package var whole: ClassTally { sum { _ in true } }

    /// The sums by the strategy label of the classes, in the order in which the labels first appear.
    package var byStrategy: [(label: String, tally: ClassTally)] {
        var labels: [String] = []
        for kind in population.classes where !labels.contains(kind.strategyLabel) { labels.append(kind.strategyLabel) }
        return labels.map { label in (label, sum { $0.strategyLabel == label }) }
    }

    private func sum(where included: (AppClass) -> Bool) -> ClassTally {
        var result = ClassTally()
        for (kind, tally) in zip(population.classes, tallies) where included(kind) { result.add(tally) }
        return result
    }
}

/// The form of a result in files: the parameters of the simulation, the figures, and the sums, by which shards are
/// merged.
extension FleetResult: Codable {
    private enum Key: String, CodingKey {
        case version, program, rules, apps, days, seed, ios, reading, set, shard, population, figures, sums
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(Self.version, forKey: .version)
        try container.encode(program, forKey: .program)
        try container.encode(rules, forKey: .rules)
        try container.encode(order.apps, forKey: .apps)
        try container.encode(order.days, forKey: .days)
        try container.encode(order.seed, forKey: .seed)
        try container.encodeIfPresent(order.ios?.description, forKey: .ios)
        if order.reading != .apple { try container.encode(order.reading.name, forKey: .reading) }
        if !order.overrides.isEmpty { try container.encode(order.overrides, forKey: .set) }
        try container.encodeIfPresent(order.shard, forKey: .shard)
        try container.encode(population, forKey: .population)
        try container.encode(FleetFigures(self), forKey: .figures)
        try container.encode(tallies, forKey: .sums)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let version = try container.decode(Int.self, forKey: .version)
        guard version == Self.version else {
            throw DecodingError.dataCorruptedError(
                forKey: .version, in: container,
                debugDescription: "it has layout \(version), this program reads \(Self.version)")
        }
        program = try container.decode(String.self, forKey: .program)
        rules = try container.decode(String.self, forKey: .rules)
        order = FleetOrder(
            apps: try container.decode(Int.self, forKey: .apps), days: try container.decode(Double.self, forKey: .days),
            seed: try container.decode(UInt64.self, forKey: .seed),
            shard: try container.decodeIfPresent(FleetShard.self, forKey: .shard),
            ios: try container.decodeIfPresent(String.self, forKey: .ios)
                .map { try ProfileCatalogue.profile(named: $0).version },
            reading: try container.decodeIfPresent(String.self, forKey: .reading).map(PolicyReading.init(named:))
                ?? .apple,
            overrides: try container.decodeIfPresent([ProfileOverride].self, forKey: .set) ?? [])
        population = try container.decode(Population.self, forKey: .population)
        tallies = try container.decode([ClassTally].self, forKey: .sums)
        guard order.isSound, tallies.count == population.classes.count,
            tallies.allSatisfy({ $0.isSound(endMicroseconds: order.end / 1000) })
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .sums, in: container, debugDescription: "these numbers are of no fleet")
        }
    }
}
