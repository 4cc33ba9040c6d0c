import Foundation
import KeepAlivePolicy

/// A condition that is monitored.
public protocol CLCondition: Sendable {}

/// Monitors conditions, by their names, and tells when they change (iOS 17). The system goes on with them when the app is
/// suspended or ended, and wakes it, as for regions: here each condition is a region (CL-17).
public actor CLMonitor {
    /// Being within a circle.
    public struct CircularGeographicCondition: CLCondition, Equatable {
        /// The middle of the circle.
        public let center: CLLocationCoordinate2D
        /// The radius in metres.
        public let radius: CLLocationDistance

        /// Creates a condition.
        public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
            self.center = center
            self.radius = radius
        }

        /// Returns whether both are the same circle.
        public static func == (one: Self, other: Self) -> Bool {
            one.center.latitude == other.center.latitude && one.center.longitude == other.center.longitude
                && one.radius == other.radius
        }
    }

    /// A change of a condition.
    public struct Event: Sendable {
        /// Whether a condition holds.
        public enum State: UInt, Sendable {
            /// It is not known yet.
            case unknown = 0
            /// It holds.
            case satisfied = 1
            /// It does not.
            case unsatisfied = 2
            /// It is not monitored.
            case unmonitored = 3
        }

        /// The name of the condition.
        public let identifier: String
        /// Whether it holds now.
        public let state: State
        /// The time of the change.
        public let date: Date
        /// What it has become more exactly; never here.
        public var refinement: (any CLCondition)? { nil }
        /// True if there may be no more conditions (CL-17).
        public let conditionLimitExceeded: Bool
    }

    /// A condition, and its last change.
    public struct Record: Sendable {
        /// The condition.
        public let condition: any CLCondition
        /// Its last change.
        public fileprivate(set) var lastEvent: Event
    }

    /// The changes, without an end.
    public struct Events: AsyncSequence, Sendable {
        /// What the sequence consists of.
        public typealias Element = Event
        fileprivate let hub: Hub

        /// Begins with the changes from now on.
        public func makeAsyncIterator() -> Iterator { Iterator(iterator: hub.stream().makeAsyncIterator()) }

        /// The changes, one after the other.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var iterator: AsyncStream<Event>.Iterator

            /// Waits for the next change; `nil` when the task is cancelled.
            ///
            /// - Throws: nothing here; it may on iOS.
            public mutating func next() async throws -> Event? { await iterator.next() }
        }
    }

    /// The name of the monitor.
    public nonisolated let name: String
    /// The changes of all conditions.
    public nonisolated let events: Events
    private let context: AppContext
    private let hub: Hub

    /// Creates a monitor, or goes on with one that an earlier process has made.
    public init(_ name: String) async {
        self.name = name
        context = AppContext.current
        hub = Hub(context)
        events = Events(hub: hub)
        // The conditions of an earlier process are still monitored.
        for region in context.send("monitoredRegions").array ?? [] {
            let state: Event.State = region["inside"]?.bool.map { $0 ? .satisfied : .unsatisfied } ?? .unknown
            hub.set(region["identifier"]?.string ?? "", CLCircularRegion(region).condition, state)
        }
    }

    /// The names of the conditions.
    public var identifiers: [String] { hub.identifiers }

    /// Monitors a condition from now on. Another one of its name is no longer monitored.
    ///
    /// - Parameters:
    ///   - condition: a ``CircularGeographicCondition``. Of any other the timeline says that it is not monitored.
    ///   - identifier: the name.
    ///   - state: what is assumed of it until it is known.
    public func add(
        _ condition: some CLCondition, identifier: String, assuming state: Event.State = .unknown
    ) {
        guard let circle = condition as? CircularGeographicCondition else {
            return context.note("CLMonitor monitors circles alone here: '\(identifier)' is none")
        }
        hub.set(identifier, circle, state)
        let answer = context.send(
            "startMonitoringRegion",
            [
                "identifier": .string(identifier), "latitude": .number(circle.center.latitude),
                "longitude": .number(circle.center.longitude), "radius": .number(max(0, circle.radius)),
                "notifyOnEntry": true, "notifyOnExit": true,
            ])
        if answer["monitoring"]?.bool != true { hub.refused(identifier) }
    }

    /// Monitors a condition no longer.
    public func remove(_ identifier: String) {
        hub.remove(identifier)
        context.send("stopMonitoringRegion", ["identifier": .string(identifier)])
    }

    /// Returns a condition and its last change; `nil` for a name without one.
    public func record(for identifier: String) -> Record? { hub.record(identifier) }

    /// Keeps the conditions, and hands their changes to all who wait for them.
    fileprivate final class Hub: @unchecked Sendable {
        private let lock = NSLock()
        private var records: [String: Record] = [:]
        private var waiting: [Int: AsyncStream<Event>.Continuation] = [:]
        private var lastNumber = 0

        init(_ context: AppContext) {
            context.listen(to: ["didCrossRegion", "monitoringDidFail"], self) { hub, method, parameters in
                guard let identifier = parameters["identifier"]?.string else { return }
                if method == "monitoringDidFail" { return hub.refused(identifier) }
                hub.happened(identifier, parameters["entered"]?.bool ?? true ? .satisfied : .unsatisfied)
            }
        }

        var identifiers: [String] { lock.withLock { records.keys.sorted() } }

        func record(_ identifier: String) -> Record? { lock.withLock { records[identifier] } }

        func set(_ identifier: String, _ condition: any CLCondition, _ state: Event.State) {
            let event = Event(identifier: identifier, state: state, date: Date(), conditionLimitExceeded: false)
            lock.withLock { records[identifier] = Record(condition: condition, lastEvent: event) }
        }

        func remove(_ identifier: String) { lock.withLock { records[identifier] = nil } }

        func refused(_ identifier: String) { happened(identifier, .unmonitored, isRefused: true) }

        func happened(_ identifier: String, _ state: Event.State, isRefused: Bool = false) {
            let event = Event(identifier: identifier, state: state, date: Date(), conditionLimitExceeded: isRefused)
            let listeners: [AsyncStream<Event>.Continuation] = lock.withLock {
                guard records[identifier] != nil else { return [] }
                records[identifier]?.lastEvent = event
                return Array(waiting.values)
            }
            for listener in listeners { listener.yield(event) }
        }

        func stream() -> AsyncStream<Event> {
            let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
            let number = lock.withLock {
                lastNumber += 1
                waiting[lastNumber] = continuation
                return lastNumber
            }
            continuation.onTermination = { [weak self] _ in
                _ = self?.lock.withLock { self?.waiting.removeValue(forKey: number) }
            }
            return stream
        }
    }
}

extension CLCircularRegion {
    fileprivate var condition: CLMonitor.CircularGeographicCondition { .init(center: center, radius: radius) }
}
