/// The days of a user with common habits, drawn at random from a seed (MD-23).
///
/// Times are in seconds from the midnight before the first day, which is a Monday. The events of a day depend only on
/// the seed and the day, so that the days can be queried in any order.
package struct TypicalLife: Sendable, Hashable {
    /// An event of the device.
    package enum DeviceStep: Sendable, Hashable {
        case externalPower(Bool)
        case network(DeviceConditions.Network)
        /// The user begins (true) or ends using the device.
        case used(Bool)
        /// The user arrives at a place, and stays there.
        case arrives(LocationFix)
        case memoryRunsShort
    }

    /// An event of an app.
    package enum AppStep: Sendable, Hashable {
        /// The user opens the app.
        case opens
        /// The user leaves the app.
        case leaves
        /// The app's server sends a silent push.
        case push
    }

    package static let daySeconds = DayClock.day / DayClock.second
    private static let home = LocationFix(latitude: 48.137, longitude: 11.575, timestamp: 0)
    private static let work = LocationFix(latitude: 48.177, longitude: 11.556, timestamp: 0)
    private static let town = LocationFix(latitude: 48.108, longitude: 11.602, timestamp: 0)

    private let seed: UInt64

    package init(seed: UInt64) { self.seed = seed }

    /// The random numbers for one purpose on one day.
    private struct Draw {
        private var random: SplitMix64

        init(_ seed: UInt64, _ purpose: String, day: Int64 = -1) {
            // The state is a hash of seed, purpose and day, so that the numbers of different purposes are unrelated.
            random = SplitMix64(state: FNV1a(of: "\(seed) \(purpose) \(day)").value)
        }

        mutating func between(_ low: Int64, _ high: Int64) -> Int64 {
            low + Int64(random.next() % UInt64(high - low + 1))
        }
        mutating func happens(_ percent: Int64) -> Bool { between(0, 99) < percent }
    }

    private static func minutes(_ count: Int64) -> Int64 { count * 60 }
    private static func hours(_ count: Int64) -> Int64 { count * 3600 }

    /// The times at which the user gets up and goes to bed on a day, in seconds of the day.
    private func waking(_ day: Int64) -> (from: Int64, to: Int64) {
        var habit = Draw(seed, "waking")
        let usual = (
            habit.between(Self.minutes(390), Self.minutes(480)), habit.between(Self.hours(22), Self.minutes(1410))
        )
        var draw = Draw(seed, "waking", day: day)
        return (
            usual.0 + draw.between(Self.minutes(-20), Self.minutes(20)),
            usual.1 + draw.between(Self.minutes(-20), Self.minutes(20))
        )
    }

    // MARK: The device

    /// Returns the events of the device on a day, in the order of their times.
    package func deviceDay(_ day: Int64) -> [(second: Int64, step: DeviceStep)] {
        var steps: [(second: Int64, step: DeviceStep)] = []
        let (rises, sleeps) = waking(day)
        steps.append((rises, .externalPower(false)))
        steps.append((sleeps + 60, .externalPower(true)))
        addTravel(on: day, to: &steps)
        var draw = Draw(seed, "use", day: day)
        var uses = (0..<draw.between(10, 18)).map { _ in draw.between(rises, sleeps - Self.minutes(15)) }
        uses.append(rises)
        var free = rises
        for begins in uses.sorted() where begins >= free {
            let ends = begins + draw.between(30, Self.minutes(8))
            steps.append((begins, .used(true)))
            steps.append((ends, .used(false)))
            free = ends + 60
        }
        if draw.happens(70) { steps.append((draw.between(rises, sleeps), .memoryRunsShort)) }
        return Self.sorted(steps, day)
    }

    /// Adds the way to work and back (on weekends, to town): the cellular network on the way, then a stay with Wi-Fi.
    private func addTravel(on day: Int64, to steps: inout [(second: Int64, step: DeviceStep)]) {
        var habit = Draw(seed, "work")
        let usual = (
            habit.between(Self.minutes(495), Self.minutes(540)), habit.between(Self.hours(17), Self.minutes(1110))
        )
        var draw = Draw(seed, "travel", day: day)
        let isWorkday = day % 7 < 5
        let leaves = isWorkday ? usual.0 : draw.between(Self.hours(11), Self.hours(14))
        let returns = isWorkday ? usual.1 : leaves + draw.between(Self.hours(1), Self.hours(3))
        for (begins, place) in [(leaves, isWorkday ? Self.work : Self.town), (returns, Self.home)] {
            let start = begins + draw.between(Self.minutes(-10), Self.minutes(10))
            let arrival = start + draw.between(Self.minutes(15), Self.minutes(40))
            steps.append((start, .network(.cellular)))
            steps.append((arrival, .arrives(place)))
            steps.append((arrival + 60, .network(.wifi)))
        }
    }

    // MARK: An app

    /// Returns the times at which the user often opens an app, in seconds of the day.
    private func openingHours(of app: String) -> [Int64] {
        var habit = Draw(seed, "habits of \(app)")
        return [Self.hours(8), Self.minutes(750), Self.hours(19)].map {
            $0 + habit.between(Self.minutes(-60), Self.minutes(60))
        }
    }

    /// Returns the events of an app on a day, in the order of their times.
    package func appDay(_ day: Int64, of app: String) -> [(second: Int64, step: AppStep)] {
        var steps: [(second: Int64, step: AppStep)] = []
        var draw = Draw(seed, "sessions of \(app)", day: day)
        for hour in openingHours(of: app) where draw.happens(85) {
            let opens = hour + draw.between(Self.minutes(-20), Self.minutes(20))
            steps.append((opens, .opens))
            steps.append((opens + draw.between(40, Self.minutes(6)), .leaves))
        }
        let (rises, sleeps) = waking(day)
        var pushes = Draw(seed, "pushes to \(app)", day: day)
        for _ in 0..<pushes.between(12, 30) { steps.append((pushes.between(rises, sleeps), .push)) }
        return Self.sorted(steps, day)
    }

    /// Returns the moments of a day at which the system runs an app's task or fetch. Refreshes run shortly before the
    /// hours at which the user opens the app, and a few more times (MD-24); processing runs at night, while the device
    /// charges (BG-15).
    private func moments(_ kind: WakeKind, of app: String, on day: Int64) -> [Int64] {
        var draw = Draw(seed, "\(kind.rawValue) of \(app)", day: day)
        var moments: [Int64] = []
        var next = draw.between(Self.minutes(30), Self.minutes(80))
        if kind == .processing {
            while next < Self.hours(5) {
                moments.append(next)
                next += draw.between(Self.minutes(50), Self.minutes(90))
            }
        } else {
            moments = openingHours(of: app).map { $0 - draw.between(Self.minutes(25), Self.minutes(40)) }
            // One refresh runs at night.
            moments.append(draw.between(Self.hours(2), Self.hours(5)))
            let (rises, sleeps) = waking(day)
            next += rises
            while next < sleeps {
                moments.append(next)
                next += draw.between(Self.minutes(120), Self.minutes(200))
            }
        }
        return moments.sorted().map { day * Self.daySeconds + $0 }
    }

    /// Returns the first moment, not before a time, at which the system runs a task or fetch of an app.
    ///
    /// - Parameter time: nanoseconds since the midnight before the first day.
    package func moment(_ kind: WakeKind, of app: String, notBefore time: Int64) -> Int64 {
        let first = time / DayClock.day
        // `moments` returns at least one moment for every day, so the day after `first` has one if `first` has none
        // left.
        return (first...first + 1).lazy.flatMap { moments(kind, of: app, on: $0) }.map { $0 * DayClock.second }
            .first { $0 >= time } ?? time
    }

    /// Sorts steps by time. Steps of the same time keep the order in which they were added.
    private static func sorted<Step>(_ steps: [(second: Int64, step: Step)], _ day: Int64) -> [(
        second: Int64, step: Step
    )] {
        steps.enumerated().sorted { ($0.element.second, $0.offset) < ($1.element.second, $1.offset) }
            .map { (day * daySeconds + $0.element.second, $0.element.step) }
    }
}
