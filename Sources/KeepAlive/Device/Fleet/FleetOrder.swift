import KeepAlivePolicy

/// The parameters of a simulation: the apps, the time, and the part of the fleet that this process simulates.
package struct FleetOrder: Sendable, Hashable {
    /// The number of apps in the whole fleet, 1 to 100 million.
    package var apps: Int
    /// The number of simulated days, from 0.01 to 3650.
    package var days: Double
    /// The seed from which all random numbers are derived.
    package var seed: UInt64
    /// The part of the fleet that this process simulates; `nil` for the whole fleet.
    package var shard: FleetShard?
    /// The iOS version of all apps; `nil` for the versions of the population.
    package var ios: IOSVersion?
    /// The interpretation, which says which sources the rules follow where sources contradict each other.
    package var reading: PolicyReading
    /// Constants and switches that replace values of the iOS versions and of the interpretation.
    package var overrides: [ProfileOverride]

    package init(
        apps: Int, days: Double, seed: UInt64, shard: FleetShard? = nil, ios: IOSVersion? = nil,
        reading: PolicyReading = .apple, overrides: [ProfileOverride] = []
    ) {
        self.apps = apps
        self.days = days
        self.seed = seed
        self.shard = shard
        self.ios = ios
        self.reading = reading
        self.overrides = overrides
    }

    /// The number of apps that this process simulates.
    package var appsHere: Int {
        guard let shard else { return apps }
        return (apps - shard.index + shard.count) / shard.count
    }

    /// Returns the index in the whole fleet, from 0, of the app with the given number in this process.
    func app(_ number: Int) -> Int {
        shard.map { $0.index - 1 + number * $0.count } ?? number
    }

    /// True if all numbers are within their limits. Only numbers from a file may be outside.
    var isSound: Bool {
        (1...100_000_000).contains(apps) && (0.01...3650).contains(days)
            && shard.map { (1...1_000_000).contains($0.count) && (1...$0.count).contains($0.index) } ?? true
    }

    /// The end of each app's time, in nanoseconds since the first morning.
    var end: Int64 { Int64(clamping: (days * 86_400e6).rounded()) * 1000 }
}

/// A part of a fleet: the apps whose indices have the same remainder when divided by the number of parts.
package struct FleetShard: Sendable, Hashable, Codable {
    /// The number of this part, from 1 to ``count``.
    package var index: Int
    /// The number of parts into which the fleet is divided.
    package var count: Int

    package init(index: Int, count: Int) {
        self.index = index
        self.count = count
    }

    /// Reads a shard in the form `2/8`.
    ///
    /// - Returns: `nil` if the text does not have this form, or if a number is out of range.
    package init?(parsing text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]), count <= 1_000_000,
            index >= 1, index <= count, "\(index)/\(count)" == text
        else { return nil }
        self.init(index: index, count: count)
    }
}

/// Simulates apps one after the other and keeps their sums. Each core has one player.
package struct FleetPlayer {
    private let order: FleetOrder
    private let classes: [FleetClass]
    private let records: [FleetRecord]
    private let weights: [Double]

    /// Prepares the classes and their records.
    ///
    /// - Throws: ``KeepAliveError`` for a population that cannot be simulated.
    package init(_ order: FleetOrder, population: Population) throws {
        self.order = order
        classes = try population.classes.map {
            try FleetClass($0, ios: order.ios, reading: order.reading, overrides: order.overrides)
        }
        records = population.classes.map { _ in FleetRecord() }
        weights = population.classes.map(\.weight)
    }

    /// Simulates one of the apps of this process.
    ///
    /// - Parameters:
    ///   - number: the number of the app in this process, from 0 to below ``FleetOrder/appsHere``.
    ///   - isCancelled: returns whether to stop; called at intervals.
    /// - Returns: true if the app was simulated to its end; false after a cancellation, which makes the sums useless.
    package func play(_ number: Int, isCancelled: () -> Bool = { false }) -> Bool {
        let index = UInt64(order.app(number))
        var nature = RandomStream(seed: order.seed, app: index, purpose: UInt64(Chance.nature.rawValue))
        let chosen = weights.index(at: nature.unit(), weight: \.self)
        let kind = classes[chosen]
        let user = FleetUser(of: kind, &nature)
        let streams = (0..<Chance.wakes.rawValue + kind.plan.wakes.count).map {
            RandomStream(seed: order.seed, app: index, purpose: UInt64($0))
        }
        records[chosen].begin()
        return FleetApp(kind, user: user, random: streams, record: records[chosen])
            .play(until: order.end, isCancelled: isCancelled)
    }

    /// The sums so far, in the order of the population's classes.
    package var tallies: [ClassTally] { records.map(\.finished) }

    /// The maximum memory that one app has taken in bytes, without the policy's allocations on the heap.
    package var bytesPerApp: Int {
        zip(records, classes).map { record, kind in
            FleetApp.bytes(queued: record.longestQueue, streams: Chance.wakes.rawValue + kind.plan.wakes.count)
        }.max() ?? 0
    }

    /// The memory that the sums take in bytes, which does not grow with the number of apps.
    package var bytesOfSums: Int { records.reduce(0) { $0 + $1.tally.bytes } }
}
