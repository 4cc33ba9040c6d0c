import Foundation
import KeepAliveModel
import KeepAliveProtocol

public protocol CLCondition: Sendable {}

/// Monitors named conditions and reports their changes (iOS 17). Each condition is a monitored region, so a change
/// resumes or relaunches an app that is suspended or not running (CL-17).
public actor CLMonitor {
    public struct CircularGeographicCondition: CLCondition, Equatable {
        public let center: CLLocationCoordinate2D
        /// The radius in metres.
        public let radius: CLLocationDistance

        public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
            self.center = center
            self.radius = radius
        }

        public static func == (one: Self, other: Self) -> Bool {
            one.center.latitude == other.center.latitude && one.center.longitude == other.center.longitude
                && one.radius == other.radius
        }
    }

    public struct Event: Sendable {
        public enum State: UInt, Sendable {
            case unknown, satisfied
            case unsatisfied = 2
            case unmonitored
        }

        public let identifier: String
        public let state: State
        public let date: Date
        /// The refined condition; always `nil`, unlike on iOS.
        public var refinement: (any CLCondition)? { nil }
        /// True if the condition is not monitored because the app already monitors 20 regions (CL-17).
        public let conditionLimitExceeded: Bool
    }

    /// The prefix of the identifiers of all regions that belong to a `CLMonitor`.
    static let mark = "CLMonitor."

    public struct Record: Sendable {
        public let condition: any CLCondition
        public fileprivate(set) var lastEvent: Event
    }

    public struct Events: AsyncSequence, Sendable {
        public typealias Element = Event
        fileprivate let hub: Hub

        public func makeAsyncIterator() -> Iterator { Iterator(iterator: hub.stream().makeAsyncIterator()) }

        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var iterator: AsyncStream<Event>.Iterator

            /// Waits for the next change of a condition.
            ///
            /// - Returns: the change; `nil` if the calling task is cancelled.
            /// - Throws: no error, unlike on iOS.
            public mutating func next() async throws -> Event? { await iterator.next() }
        }
    }

    public nonisolated let name: String
    public nonisolated let events: Events
    private let context: AppContext
    private let hub: Hub

    public init(_ name: String) async {
        self.name = name
        context = AppContext.current
        hub = Hub(context, name)
        events = Events(hub: hub)
        // The system continues to monitor the conditions of an earlier process, and one of them may have launched this
        // process.
        for region in context.send(LocationMethods.monitoredRegions) ?? [] {
            guard let identifier = hub.name(of: region.identifier, in: name) else { continue }
            let condition = CLCircularRegion(region.circle, identifier: identifier).condition
            hub.set(identifier, condition, Self.state(of: region))
        }
        for (identifier, entered) in LostCrossings.of(context).take(where: { hub.name(of: $0, in: name) != nil }) {
            hub.happened(hub.name(of: identifier, in: name) ?? identifier, entered ? .satisfied : .unsatisfied)
        }
    }

    private static func state(of region: WatchedRegion) -> Event.State {
        region.isInside.map { $0 ? .satisfied : .unsatisfied } ?? .unknown
    }

    public var identifiers: [String] { hub.identifiers }

    /// Starts to monitor a condition, in place of a condition with the same identifier.
    ///
    /// - Parameters:
    ///   - condition: a ``CircularGeographicCondition``. Any other condition is not monitored, and a line in the
    ///     timeline says so.
    ///   - identifier: the identifier of the condition.
    ///   - state: the assumed state until the real state is known.
    public func add(
        _ condition: some CLCondition, identifier: String, assuming state: Event.State = .unknown
    ) {
        guard let circle = condition as? CircularGeographicCondition else {
            return context.note("CLMonitor monitors circles alone here: '\(identifier)' is none")
        }
        hub.set(identifier, circle, state)
        let watched = CircularRegion(
            latitude: circle.center.latitude, longitude: circle.center.longitude, radius: max(0, circle.radius))
        // A refusal needs no code here: the system also calls `monitoringDidFail`, which reports the refusal as an
        // event.
        guard context.send(LocationMethods.startMonitoringRegion, hub.region(identifier), watched) == true else {
            return
        }
        let region = context.send(LocationMethods.monitoredRegions)?.first {
            $0.identifier == hub.region(identifier)
        }
        if let now = region.map(Self.state), now != .unknown, now != state { hub.happened(identifier, now) }
    }

    public func remove(_ identifier: String) {
        hub.remove(identifier)
        context.send(LocationMethods.stopMonitoringRegion, hub.region(identifier))
    }

    public func record(for identifier: String) -> Record? { hub.record(identifier) }

    /// Keeps the records of a monitor's conditions, and passes changes to all iterators of `events`.
    fileprivate final class Hub: @unchecked Sendable {
        private let lock = NSLock()
        private var records: [String: Record] = [:]
        private var waiting: [Int: AsyncStream<Event>.Continuation] = [:]
        private var lastNumber = 0
        private let monitor: String
        /// The changes that came while there was no iterator. The next iterator gets them.
        private var untold: [Event] = []

        init(_ context: AppContext, _ monitor: String) {
            self.monitor = monitor
            context.listen(to: LocationCallbacks.didCrossRegion, self) { hub, _, region, entered, _ in
                guard let identifier = hub.name(of: region ?? "", in: monitor) else { return }
                hub.happened(identifier, entered ?? true ? .satisfied : .unsatisfied)
            }
            context.listen(to: LocationCallbacks.monitoringDidFail, self) { hub, region, code in
                guard let identifier = hub.name(of: region, in: monitor) else { return }
                let isFull = code == CLError.Code.regionMonitoringFailure.rawValue
                hub.happened(identifier, .unmonitored, isRefused: isFull)
            }
        }

        func region(_ identifier: String) -> String { "\(Self.prefix(monitor))\(identifier)" }

        func name(of region: String, in monitor: String) -> String? {
            let prefix = Self.prefix(monitor)
            return region.hasPrefix(prefix) ? String(region.dropFirst(prefix.count)) : nil
        }

        private static func prefix(_ monitor: String) -> String { "\(CLMonitor.mark)\(monitor)/" }

        var identifiers: [String] { lock.withLock { records.keys.sorted() } }

        func record(_ identifier: String) -> Record? { lock.withLock { records[identifier] } }

        func set(_ identifier: String, _ condition: any CLCondition, _ state: Event.State) {
            let event = Event(identifier: identifier, state: state, date: Date(), conditionLimitExceeded: false)
            lock.withLock { records[identifier] = Record(condition: condition, lastEvent: event) }
        }

        func remove(_ identifier: String) { lock.withLock { records[identifier] = nil } }

        func happened(_ identifier: String, _ state: Event.State, isRefused: Bool = false) {
            let event = Event(identifier: identifier, state: state, date: Date(), conditionLimitExceeded: isRefused)
            let listeners: [AsyncStream<Event>.Continuation] = lock.withLock {
                guard records[identifier] != nil else { return [] }
                records[identifier]?.lastEvent = event
                if waiting.isEmpty { untold.append(event) }
                return Array(waiting.values)
            }
            for listener in listeners { listener.yield(event) }
        }

        func stream() -> AsyncStream<Event> {
            let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
            let (number, missed) = lock.withLock {
                lastNumber += 1
                waiting[lastNumber] = continuation
                defer { untold = [] }
                return (lastNumber, untold)
            }
            for event in missed { continuation.yield(event) }
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

/// Keeps the crossings that come before the app has created the `CLMonitor` of their region, such as the crossing that
/// launched the app.
package final class LostCrossings: @unchecked Sendable {
    private let lock = NSLock()
    private var crossings: [(region: String, entered: Bool)] = []

    private init(_ context: AppContext) {
        context.listen(to: LocationCallbacks.didCrossRegion, self) { lost, _, region, entered, _ in
            guard let region, region.hasPrefix(CLMonitor.mark) else { return }
            lost.lock.withLock {
                lost.crossings.removeAll { $0.region == region }
                lost.crossings.append((region, entered ?? true))
            }
        }
    }

    /// Returns the object of an app. The first call creates the object, which keeps crossings from then on.
    package static func of(_ context: AppContext) -> LostCrossings { context.only { LostCrossings(context) } }

    /// Returns and removes the crossings of matching regions, for a monitor that now exists.
    func take(where isMeant: (String) -> Bool) -> [(region: String, entered: Bool)] {
        lock.withLock {
            defer { crossings.removeAll { isMeant($0.region) } }
            return crossings.filter { isMeant($0.region) }
        }
    }
}
